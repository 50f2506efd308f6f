import { expect, test } from 'vitest'
import { stampOf } from './stampOf.ts'

test.each([
  ['the receipt is still checked', null, undefined, undefined, 'checking'],
  ['a step fails', 'broken', true, 'agrees', 'broken'],
  ['the public log has other entries', 'holds', false, 'agrees', 'unlike'],
  ['the kept heads contradict it', 'holds', true, 'differs', 'unlike'],
  ['the consent is missing, too', 'not_proven', true, 'differs', 'unlike'],
  ['the consent is missing', 'not_proven', true, 'unproved', 'notProven'],
  ['the comparison still runs', 'holds', true, undefined, 'checking'],
  ['the house shows no proof', 'holds', true, 'unproved', 'unconnected'],
  ['all fits', 'holds', true, 'agrees', 'checked'],
  ['nothing is kept, or there is no network', 'holds', null, 'unwatched', 'checked'],
] as const)('when %s', (_, verdict, agrees, kept, stamp) => {
  expect(stampOf(verdict && { verdict, steps: [] }, agrees, kept)).toBe(stamp)
})

test('a receipt that lacks only a timely place in the log, or ticks, says so', () => {
  const late = { name: 'ticket_before_entry', ok: false, unshown: true, facts: { missing: 'late' } } as const
  const thin = { name: 'settlement_price', ok: false, unshown: true, facts: { missing: 'ticks' } } as const
  const unsigned = { name: 'consent', ok: false, unshown: true, facts: { missing: 'order' } } as const
  const stamp = (...steps: (typeof late | typeof thin | typeof unsigned)[]) =>
    stampOf({ verdict: 'not_proven', steps }, true, 'agrees')
  expect([stamp(late), stamp(late, unsigned)]).toEqual(['late', 'notProven'])
  expect([stamp(thin), stamp(late, thin)]).toEqual(['ticks', 'notProven'])
})
