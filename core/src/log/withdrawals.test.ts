import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_WITHDRAWALS, withdrawalsAfter, type Withdrawals } from './withdrawals.ts'
import type { Ended } from './withdrawn.ts'
import { NO_TXS, withTxs } from './txSet.ts'

const AT = 1_795_219_200_000
const txOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const named = withTxs(NO_TXS, [txOf(2)]) ?? NO_TXS
const BEFORE: Withdrawals = { promised: 12, ended: 3, open: [4, 9, 12], named }

const promised = (first: number, last: number, count = last - first + 1) =>
  withdrawalsAfter(BEFORE, { kind: 'withdrawals', seq: 2, at: AT, count, first, last, root: 'ab'.repeat(32) })
const ended = (first: number, ...ends: (number | Ended)[]) => {
  const all = ends.map((one) => (typeof one === 'number' ? refused(one) : one))
  return withdrawalsAfter(BEFORE, { kind: 'withdrawn', seq: 2, at: AT, first, ends: all })
}
const refused = (promise: number): Ended => ({ promise, end: 'refused', tx: '' })
const paid = (promise: number, tx: number): Ended => ({ promise, end: 'paid', tx: txOf(tx) })
const returned = (promise: number, tx: number): Ended => ({ promise, end: 'returned', tx: txOf(tx) })

test('promises and ends that go on in turn are taken', () => {
  expect(promised(13, 14)).toMatchObject({ promised: 14, ended: 3, open: [4, 9, 12, 13, 14] })
  expect(promised(13, 1_012)).toMatchObject({ promised: 1_012 })
  expect(ended(4, 4, 12)).toMatchObject({ promised: 12, ended: 5, open: [9], named })
  expect(ended(4, paid(4, 3), returned(12, 4))).toMatchObject({ ended: 5, open: [9] })
})

test.each([
  ['promises that leave one out', promised(14, 14), 'wrong_withdrawals'],
  ['a promise of a number that another one has', promised(12, 13), 'wrong_withdrawals'],
  ['promises that begin again', promised(1, 1), 'wrong_withdrawals'],
  ['more promises than numbers', promised(13, 14, 3), 'wrong_withdrawals'],
  ['fewer promises than numbers', promised(13, 15, 2), 'wrong_withdrawals'],
  ['more promises than the log takes at a time', promised(13, 1_013), 'wrong_withdrawals'],
  ['ends that leave one out', ended(5, 4), 'wrong_withdrawals'],
  ['an end of a number that another one has', ended(3, 4), 'wrong_withdrawals'],
  ['the end of what has ended', ended(4, 4, 5), 'wrong_withdrawals'],
  ['the end of what was never promised', ended(4, 12, 13), 'wrong_withdrawals'],
  ['a payment that an earlier end has named', ended(4, paid(4, 2)), 'shared_payment'],
  ['a failed payment that an earlier end has named', ended(4, returned(9, 2)), 'shared_payment'],
  ['one payment for two withdrawals', ended(4, paid(4, 3), refused(9), paid(12, 3)), 'shared_payment'],
  ['one payment that paid and failed', ended(4, returned(4, 3), paid(9, 3)), 'shared_payment'],
])('%s break a rule of the log', (_what, after, problem) => {
  expect(after).toBe(problem)
})

test('a log is refused at the first end whose transaction an earlier end has named, however far back', () => {
  const ends = fc.array(fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }), { maxLength: 12 })
  fc.assert(
    fc.property(ends, (entries) => {
      const promises = entries.flat().length
      const root = 'ab'.repeat(32)
      let known = withdrawalsAfter(NO_WITHDRAWALS, {
        kind: 'withdrawals',
        seq: 1,
        at: AT,
        count: promises,
        first: 1,
        last: promises,
        root,
      })
      const seen = new Set<number>()
      for (const txs of entries) {
        if (typeof known === 'string') throw new Error(known)
        const first: number = known.ended + 1
        const isShared = new Set(txs).size < txs.length || txs.some((tx) => seen.has(tx))
        const all = txs.map((tx, i) => paid(first + i, tx))
        known = withdrawalsAfter(known, { kind: 'withdrawn', seq: first + 1, at: AT, first, ends: all })
        expect(known === 'shared_payment').toBe(isShared)
        if (isShared) return
        for (const tx of txs) seen.add(tx)
      }
    }),
  )
})
