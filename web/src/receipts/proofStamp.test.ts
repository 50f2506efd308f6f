import { expect, test } from 'vitest'
import type { Verdict } from '@tickmark/core/receipts/receiptCheck'
import { proofStampOf } from './proofStamp.ts'

const lacking = (missing: string): Pick<Verdict, 'verdict' | 'steps'> => ({
  verdict: 'not_proven',
  steps: [{ name: 'consent', ok: false, unshown: true, facts: { missing } }],
})

test.each([
  [
    'nothing but the signature that a link leaves out is missing',
    lacking('withheld'),
    true,
    'agrees',
    'withheld',
  ],
  ['that, and the house shows no proof', lacking('withheld'), true, 'unproved', 'unconnected'],
  ['that, and the log has other entries', lacking('withheld'), false, 'agrees', 'unlike'],
  ['the owner never signed', lacking('order'), true, 'agrees', 'notProven'],
  [
    'that, and prices are missing too',
    { verdict: 'not_proven', steps: [...lacking('withheld').steps, ...lacking('ticks').steps] },
    true,
    'agrees',
    'notProven',
  ],
  [
    'that, while another step shows what it needs',
    {
      verdict: 'not_proven',
      steps: [...lacking('withheld').steps, { name: 'log', ok: true, facts: { missing: '' } }],
    },
    true,
    'agrees',
    'withheld',
  ],
  ['that, and the comparison still runs', lacking('withheld'), true, undefined, 'checking'],
  ['that, and the kept heads contradict it', lacking('withheld'), true, 'differs', 'unlike'],
  ['all is there', { verdict: 'holds', steps: [] }, true, 'agrees', 'holds'],
  ['a step fails', { verdict: 'broken', steps: [] }, true, 'agrees', 'broken'],
  ['the check runs', null, undefined, undefined, 'checking'],
] as const)('when %s', (_, finding, agrees, kept, stamp) => {
  expect(proofStampOf(finding as Parameters<typeof proofStampOf>[0], agrees, kept)).toBe(stamp)
})
