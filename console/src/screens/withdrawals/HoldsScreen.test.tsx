import { expect, test } from 'vitest'
import { anOperator, answer, askedAt, at, drawnScreen, NOW } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { holdOf } from './HoldButton.tsx'

type Hold = Reply<'consoleHolds'>['list'][number]

const HOLD: Hold = {
  caseId: 'T-9',
  userId: 71,
  owner: '0xA0000001000000000000000000000000a000001a',
  reason: 'legal_order',
  until: at('13:00:00'),
  isInForce: false,
  operators: [{ operator: '0xB0b', name: 'Bob', at: 1 }],
}
const JOINED = {
  ...HOLD,
  isInForce: true,
  operators: [...HOLD.operators, { operator: '0xC1d', name: 'Cyd', at: 2 }],
}

const screen = (list: Hold[], operator = anOperator('treasurer')) =>
  drawnScreen('/withdrawals/holds', { answers: [answer('consoleHolds', {}, { list })], operator })

test('holds tell case, owner, reason, who asked, until when, state, and who seconded', async () => {
  expect(await screen([HOLD, { ...JOINED, caseId: 'T-8', reason: 'unheard' }])).toBe(
    [
      '→ /withdrawals | Withdrawals | Security holds',
      'A hold stops all withdrawals of a user. It takes two operators, says its reason, and ends by itself.',
      'Security holds | [Security holds] | [Security holds] | Case | Owner | Reason | Asked by | Ends',
      'State | Second operator | T-9 | 0xA00000…00001a | Order of a court or authority | Bob',
      'Nov 7, 2026 13:00:00 | (caution) | Proposed by one | Propose the same | T-8 | 0xA00000…00001a',
      'unheard | Bob | Nov 7, 2026 13:00:00 | (wrong) | In force | Cyd',
    ].join(' | '),
  )
  expect(await screen([])).toBe(
    [
      '→ /withdrawals | Withdrawals | Security holds',
      'A hold stops all withdrawals of a user. It takes two operators, says its reason, and ends by itself.',
      'Security holds | Nobody’s withdrawals are held.',
    ].join(' | '),
  )
  expect(await askedAt('/withdrawals/holds')).toEqual(['/api/console/holds {} 5000'])
})

test.each<[what: string, told: string, hold: Partial<Hold>, operator?: ReturnType<typeof anOperator>]>([
  ['another’s proposal', '(caution) | Proposed by one | Propose the same', {}],
  ['his own proposal', '(caution) | Proposed by one', {}, { ...anOperator('treasurer'), address: '0xB0b' }],
  ['without the role', '(caution) | Proposed by one', {}, anOperator('reviewer')],
  ['an unknown reason', '(caution) | Proposed by one', { reason: 'unheard' }],
  ['a hold in force', '(wrong) | In force', { isInForce: true }],
  ['one that ends now', '(plain) | Ended', { until: NOW }],
  ['one that ends soon', '(caution) | Proposed by one | Propose the same', { until: NOW + 1 }],
])('of %s is %s', async (_, told, hold, operator) => {
  expect(await screen([{ ...HOLD, ...hold }], operator)).toMatch(
    new RegExp(`${told.replaceAll(/[|()]/g, '\\$&')}$`),
  )
})

test.each([
  ['T-9', '1', { caseId: 'T-9', until: 3_601_000 }],
  [' T-9 ', '72', { caseId: 'T-9', until: 259_201_000 }],
  ['T-9', '0', null],
  ['T-9', '', null],
  ['T-9', '73', null],
  ['T-9', 'a day', null],
  ['  ', '24', null],
])('a hold of case %j for %j hours asks for %j', (caseId, hours, asked) => {
  expect(holdOf({ caseId, hours }, 1_000.9)).toEqual(asked)
})
