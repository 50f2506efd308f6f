import { expect, test } from 'vitest'
import { drawn } from '../../app/drawn.testing.tsx'
import { aReceipt } from '../../entities/aReceipt.testing.ts'
import type { Finding } from '../../receipts/checkHere.ts'
import { ReceiptChecks } from './ReceiptChecks.tsx'

const FINDING = {
  verdict: 'not_proven',
  steps: [
    { name: 'form', ok: true, facts: {} },
    { name: 'consent', ok: false, unshown: true, facts: { missing: 'withheld' } },
    { name: 'ticket_kept', ok: false, facts: {} },
  ],
  summary: { outcome: 'won' },
  receipt: aReceipt(),
  promise: null,
} as unknown as Finding

type Given = Partial<Parameters<typeof ReceiptChecks>[0]>

async function told(given: Given = {}) {
  const all = await drawn(<ReceiptChecks finding={FINDING} agrees kept="agrees" {...given} />)
  return all.slice(0, all.indexOf(' | What this does not prove'))
}

test('each step of the check is told with its state', async () => {
  expect(await told()).toBe(
    [
      'What was checked | What was checked | holds | The file is a complete receipt of this order',
      'not shown | Your wallet’s signature covers exactly these terms',
      'The signature is left out here, because it would show the owner’s wallet. The owner’s own file has it.',
      'does not hold | It is the ticket that this device kept when the order was placed | holds',
      'The public log holds the same entries today | holds',
      'The log of that size fits the heads that this device keeps',
    ].join(' | '),
  )
  expect(await told({ isForeign: true })).toBe(
    [
      'What was checked | What was checked | holds | The file is a complete receipt of this order',
      'not shown | The owner’s wallet signed exactly these terms',
      'The signature is left out here, because it would show the owner’s wallet. The owner’s own file has it.',
      'does not hold | It is the ticket that the link names | holds',
      'The public log holds the same entries today | holds',
      'The log of that size fits the heads that this device keeps',
    ].join(' | '),
  )
})

test('the comparisons with the public log and with the kept heads are told with their states', async () => {
  const end = async (given: Given) => (await told(given)).split(' | ').slice(-9).join(' | ')
  expect(await end({ agrees: undefined, kept: undefined })).toBe(
    [
      'not shown | Your wallet’s signature covers exactly these terms',
      'The signature is left out here, because it would show the owner’s wallet. The owner’s own file has it.',
      'does not hold | It is the ticket that this device kept when the order was placed | being checked',
      'The public log holds the same entries today | being checked',
      'The log of that size fits the heads that this device keeps',
    ].join(' | '),
  )
  expect(await end({ agrees: null })).toBe(
    [
      'Your wallet’s signature covers exactly these terms',
      'The signature is left out here, because it would show the owner’s wallet. The owner’s own file has it.',
      'does not hold | It is the ticket that this device kept when the order was placed | not shown',
      'The public log holds the same entries today',
      'The public log cannot be reached now. Everything else was checked without it. | holds',
      'The log of that size fits the heads that this device keeps',
    ].join(' | '),
  )
  expect(await end({ agrees: false, kept: 'differs' })).toBe(
    [
      'not shown | Your wallet’s signature covers exactly these terms',
      'The signature is left out here, because it would show the owner’s wallet. The owner’s own file has it.',
      'does not hold | It is the ticket that this device kept when the order was placed | does not hold',
      'The public log holds the same entries today | does not hold',
      'The log of that size fits the heads that this device keeps',
    ].join(' | '),
  )
  expect(await end({ kept: 'unproved' })).toBe(
    [
      'Your wallet’s signature covers exactly these terms',
      'The signature is left out here, because it would show the owner’s wallet. The owner’s own file has it.',
      'does not hold | It is the ticket that this device kept when the order was placed | holds',
      'The public log holds the same entries today | not shown',
      'The log of that size fits the heads that this device keeps',
      'No head on this device could be compared now.',
    ].join(' | '),
  )
  expect(await end({ kept: 'unwatched' })).toBe(
    [
      'Your wallet’s signature covers exactly these terms',
      'The signature is left out here, because it would show the owner’s wallet. The owner’s own file has it.',
      'does not hold | It is the ticket that this device kept when the order was placed | holds',
      'The public log holds the same entries today | not shown',
      'The log of that size fits the heads that this device keeps',
      'No head on this device could be compared now.',
    ].join(' | '),
  )
})
