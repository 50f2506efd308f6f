import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areTimesOf, NO_WITHDRAWALS, withdrawalsAfter, type Withdrawals } from './withdrawals.ts'
import type { Ended } from './withdrawn.ts'
import { NO_TXS, withTxs } from './tree/txSet.ts'

const AT = 1_795_219_200_000
const txOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const named = withTxs(NO_TXS, [txOf(2)]) ?? NO_TXS
const open = (...promises: number[]) => promises.map((promise) => ({ promise, at: AT - promise * 1_000 }))
const BEFORE: Withdrawals = { promised: 12, ended: 3, open: open(4, 9, 12), paid: [], named }

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
  expect(promised(13, 14)).toMatchObject({
    promised: 14,
    ended: 3,
    open: [...open(4, 9, 12), { promise: 13, at: AT }, { promise: 14, at: AT }],
  })
  expect(promised(13, 1_012)).toMatchObject({ promised: 1_012 })
  expect(ended(4, 4, 12)).toMatchObject({ promised: 12, ended: 5, open: open(9), named, paid: [] })
  expect(ended(4, paid(4, 3), returned(12, 4))).toMatchObject({
    ended: 5,
    open: open(9),
    paid: [{ day: '2026-11-21', times: [4_000] }],
  })
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

const DAY_MS = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** What a log tells of withdrawals: each promised after so many hours, and ended after so many more, in some way. */
const withdrawn = fc.array(
  fc.record({
    at: fc.nat(60).map((hours) => AT + hours * 3_600_000),
    ms: fc.nat(40).map((hours) => hours * 3_600_000),
    end: fc.constantFrom('paid', 'refused', 'cancelled', 'returned'),
  }),
  { minLength: 1, maxLength: 12 },
)

test('each day has the times of the withdrawals that the log says were paid on it, and no others', () => {
  fc.assert(
    fc.property(withdrawn, fc.nat(11), fc.constantFrom(-1_000, 1_000), (given, at, off) => {
      const all = given.toSorted((one, other) => one.at - other.at)
      const told = all.map((one, i) => ({ ...one, promise: i + 1, until: one.at + one.ms }))
      const moments = [...new Set(told.flatMap((one) => [one.at, one.until]))].toSorted((a, b) => a - b)
      let known: Withdrawals = NO_WITHDRAWALS
      const take = (entry: Parameters<typeof withdrawalsAfter>[1]) => {
        const next = withdrawalsAfter(known, entry)
        if (typeof next === 'string') throw new Error(next)
        known = next
      }
      for (const ms of moments) {
        const [promises, ends] = [told.filter((one) => one.at === ms), told.filter((one) => one.until === ms)]
        const place = { seq: 1, at: ms, first: known.promised + 1, root: 'ab'.repeat(32) }
        const { length: count } = promises
        if (count > 0) take({ kind: 'withdrawals', ...place, count, last: known.promised + count })
        const said = ends.map(({ promise, end }) =>
          end === 'paid' ? paid(promise, promise) : refused(promise),
        )
        if (ends.length > 0) take({ kind: 'withdrawn', seq: 1, at: ms, first: known.ended + 1, ends: said })
      }
      for (let ms = AT; ms < AT + 6 * DAY_MS; ms += DAY_MS) {
        const day = dayOf(ms)
        const times = told
          .filter((one) => one.end === 'paid' && dayOf(one.until) === day)
          .map((one) => one.ms)
        expect(areTimesOf(known, day, times)).toBe(true)
        expect(areTimesOf(known, day, times.toReversed())).toBe(true)
        expect(areTimesOf(known, day, [...times, 0])).toBe(false)
        if (times.length === 0) continue
        expect(areTimesOf(known, day, times.slice(1))).toBe(false)
        const changed = times.map((one, i) => (i === at % times.length ? one + off : one))
        expect(areTimesOf(known, day, changed)).toBe(false)
        const record = {
          kind: 'record',
          seq: 1,
          at: ms + DAY_MS,
          day,
          orders: 0,
          withdrawals: 0,
          rules: 0,
        } as const
        const after = withdrawalsAfter(known, { ...record, root: 'ab'.repeat(32) })
        expect(after).toEqual({ ...known, paid: known.paid.filter((one) => one.day !== day) })
      }
    }),
  )
})
