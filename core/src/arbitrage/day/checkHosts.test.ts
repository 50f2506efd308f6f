import { expect, test } from 'vitest'
import { DAY_MS } from '../../days.ts'
import { ENTRY_OF } from '../../log/entries.testing.ts'
import type { ListEntry, ProductEntry, YieldEntry } from '../../log/log.ts'
import type { PayoutLine } from '../evidence.ts'
import type { HostingExit, HostingStatement, HostingTicket } from '../hostings.ts'
import { areExits, areHosts, areInTime, areStatements, type Hosts } from './checkHosts.ts'

const [YESTERDAY, DAY, NEXT] = ['2026-11-20', '2026-11-21', '2026-11-22'] as const
const START = Date.parse(`${DAY}T00:00:00Z`)
const END = START + DAY_MS

/** The day has the statements 5 and 6, the day before 3 and 4. */
const entry: YieldEntry = { ...ENTRY_OF.yield, day: DAY, hostings: [5, 6] }
const before: YieldEntry = { ...ENTRY_OF.yield, day: YESTERDAY, hostings: [3, 4] }
const product: ProductEntry = { ...ENTRY_OF.product, mid: 2, version: 1, exitFeePpm: 5_000 }

function hostsOf(change: Partial<Omit<Hosts, 'file' | 'log'>>, log: Partial<Hosts['log']> = {}): Hosts {
  const { statements = [], earlier = [], payouts = [] } = change
  const texts = (many: readonly unknown[]) => many.map(String)
  return {
    file: { day: DAY, earlier: texts(earlier), hostings: texts(statements) },
    log: {
      entry,
      before,
      follows: true,
      trades: [],
      hostings: [],
      products: [product],
      days: [],
      reveals: [],
      ...log,
    },
    statements,
    earlier,
    payouts,
  }
}

const idOf = (order: number) => `00000000-0000-4000-8000-${String(order).padStart(12, '0')}`
const ticket = (number: number, at: number, more: Partial<HostingTicket> = {}): HostingTicket => ({
  v: 1,
  kind: 'hosting',
  number,
  at,
  order: idOf(number),
  book: 'real',
  mid: 2,
  version: 1,
  days: 7,
  upperPpm: 300,
  exitFeePpm: 5_000,
  principal: '10000000000',
  first: NEXT,
  last: '2026-11-28',
  consent: '',
  ...more,
})
/** An exit of an order of 100 USDT at half a percent. */
const exit = (number: number, order: number, more: Partial<HostingExit> = {}): HostingExit => ({
  v: 1,
  kind: 'exit',
  number,
  at: START,
  order: idOf(order),
  back: '9950000000',
  fee: '50000000',
  consent: '',
  ...more,
})
const line = (number: number, more: Partial<PayoutLine> = {}): PayoutLine => ({
  v: 1,
  kind: 'payout',
  day: DAY,
  book: 'real',
  order: idOf(number),
  number,
  mid: 2,
  version: 1,
  upperPpm: '300',
  principal: '10000000000',
  last: '2026-11-28',
  amount: '0',
  ...more,
})

test.each<[number: number, first: number, last: number]>([
  [2, 0, START - DAY_MS - 1],
  [3, START - DAY_MS, START - 1],
  [4, START - DAY_MS, START - 1],
  [5, START, END - 1],
  [6, START, END - 1],
  [7, END, END + DAY_MS],
])('statement %i was made within its day, to the millisecond', (number, first, last) => {
  const areAt = (at: number) => areStatements(hostsOf({ statements: [ticket(number, at)] }))
  expect([areAt(first), areAt(last)]).toEqual([true, true])
  if (first > 0) expect(areAt(first - 1)).toBe(false)
  if (last < END + DAY_MS) expect(areAt(last + 1)).toBe(false)
})

test('statements go on by one, in time, and the first day has none before its own', () => {
  const are = (...statements: HostingStatement[]) => areStatements(hostsOf({ statements }))
  expect(are(ticket(5, START), ticket(6, START))).toBe(true)
  expect(are(ticket(5, START + 1), ticket(6, START))).toBe(false)
  expect(are(ticket(5, START), ticket(5, START))).toBe(false)
  expect(are(ticket(3, START - 5), ticket(5, START))).toBe(false)
  const onFirst = (number: number, at: number) =>
    areStatements(hostsOf({ statements: [ticket(number, at)] }, { before: null }))
  expect([onFirst(5, START), onFirst(5, START - 1), onFirst(4, START - 1)]).toEqual([true, false, false])
  const unread = hostsOf({ statements: [ticket(5, START)] })
  expect(areStatements({ ...unread, file: { ...unread.file, hostings: ['5', '6'] } })).toBe(false)
})

const [LAST_OF_BEFORE, LAST] = [START - 1, END - 1]

test.each<[what: string, madeMs: number[], logged: [count: number, atMs: number][], isInTime: boolean]>([
  ['3 s after their day', [START, LAST], [[2, END + 3_000]], true],
  ['later than that', [START, LAST], [[2, END + 3_001]], false],
  [
    'each day in its own entry',
    [LAST_OF_BEFORE, LAST],
    [
      [1, START + 3_000],
      [1, END + 3_000],
    ],
    true,
  ],
  [
    'the first day late, the second in time',
    [LAST_OF_BEFORE, LAST],
    [
      [1, START + 3_001],
      [1, END],
    ],
    false,
  ],
  ['both days in one entry, and the first late', [LAST_OF_BEFORE, LAST], [[2, START + 3_001]], false],
  ['both days in one entry, and in time', [LAST_OF_BEFORE, START + 1], [[2, START + 3_000]], true],
])('statements logged %s are in time, or late', (_, madeMs, logged, isInTime) => {
  const hostings = logged.map(([count, at]): ListEntry => ({ ...ENTRY_OF.hostings, count, at }))
  const statements = madeMs.map((at, i) => ticket(5 + i, at))
  expect(areInTime(hostsOf({ statements }, { hostings }))).toBe(isInTime)
})

test.each<[what: string, change: Parameters<typeof hostsOf>[0], isRight: boolean]>([
  ['of an order of the day before', { earlier: [line(1)], statements: [exit(5, 1)] }, true],
  ['of an order placed a moment ago', { statements: [ticket(5, START), exit(6, 5)] }, true],
  ['of an order placed after it', { statements: [exit(5, 6), ticket(6, START)] }, false],
  ['on the order’s last day', { earlier: [line(1, { last: DAY })], statements: [exit(5, 1)] }, true],
  ['after its last day', { earlier: [line(1, { last: YESTERDAY })], statements: [exit(5, 1)] }, false],
  ['of an order that nobody knows', { statements: [exit(5, 1)] }, false],
  ['of nobody’s order on the day before, which that day answers for', { statements: [exit(4, 1)] }, true],
  ['of a line that outlived it', { earlier: [line(1)], statements: [exit(4, 1)] }, false],
  [
    'of a line that outlived it since the first of the day before',
    { earlier: [line(1)], statements: [exit(3, 1)] },
    false,
  ],
  [
    'of the day before that one, which counts no more',
    { earlier: [line(1)], statements: [exit(2, 1)] },
    true,
  ],
  ['of the next day, which does not count yet', { statements: [exit(7, 1)] }, true],
  ['with the number of its order', { earlier: [line(5)], statements: [exit(5, 5)] }, false],
  ['twice', { earlier: [line(1)], statements: [exit(5, 1), exit(6, 1)] }, false],
  [
    'of a version that nobody logged',
    { earlier: [line(1, { version: 2 })], statements: [exit(5, 1)] },
    false,
  ],
  ['of a product that nobody logged', { earlier: [line(1, { mid: 1 })], statements: [exit(5, 1)] }, false],
  [
    'for a larger fee',
    { earlier: [line(1)], statements: [exit(5, 1, { fee: '51000000', back: '9949000000' })] },
    false,
  ],
  [
    'whose fee is not what it kept',
    { earlier: [line(1)], statements: [exit(5, 1, { fee: '50000001' })] },
    false,
  ],
  ['that gives back more', { earlier: [line(1)], statements: [exit(5, 1, { back: '9950000001' })] }, false],
  [
    'whose ticket disagrees with its line, which decides',
    { earlier: [line(5)], statements: [ticket(5, START, { principal: '1' }), exit(6, 5)] },
    true,
  ],
])('an exit %s is right, or is not', (_, change, isRight) => {
  expect(areExits(hostsOf(change))).toBe(isRight)
})

const placed = ticket(4, START - 1, { first: DAY })

test.each<[what: string, change: Parameters<typeof hostsOf>[0], areRight: boolean]>([
  ['those of the day before', { earlier: [line(1)], payouts: [line(1)] }, true],
  ['those on their last day', { earlier: [line(1, { last: DAY })], payouts: [line(1, { last: DAY })] }, true],
  ['one after its last day', { earlier: [line(1, { last: YESTERDAY })], payouts: [line(1)] }, false],
  ['none of those whose last day is over', { earlier: [line(1, { last: YESTERDAY })], payouts: [] }, true],
  ['those placed the day before', { statements: [placed], payouts: [line(4)] }, true],
  ['those placed today', { statements: [ticket(5, START)], payouts: [line(5)] }, false],
  ['none of those placed today', { statements: [ticket(5, START)], payouts: [] }, true],
  ['one that left today', { earlier: [line(1)], statements: [exit(5, 1)], payouts: [line(1)] }, false],
  ['none of those that left', { statements: [placed, exit(5, 4)], payouts: [] }, true],
  ['one placed again', { earlier: [line(4)], statements: [placed], payouts: [line(4)] }, false],
  ['one with another yield', { earlier: [line(1)], payouts: [line(1, { upperPpm: '301' })] }, false],
  [
    'those placed first on the day before',
    { statements: [{ ...placed, number: 3 }], payouts: [line(4, { number: 3 })] },
    true,
  ],
  ['none of those placed before that day', { statements: [{ ...placed, number: 2 }], payouts: [] }, true],
  ['one that leaves tomorrow', { earlier: [line(1)], statements: [exit(7, 1)], payouts: [line(1)] }, true],
  [
    'none of those that left last of all',
    { earlier: [line(1)], statements: [exit(6, 1)], payouts: [] },
    true,
  ],
  [
    'one placed twice today',
    { statements: [ticket(5, START), ticket(6, START, { order: idOf(5) })], payouts: [] },
    false,
  ],
  ['one of two', { earlier: [line(1), line(2)], payouts: [line(1)] }, false],
  ['one for one', { earlier: [line(1)], payouts: [line(2)] }, false],
])('the hosts of a day are %s, or are not', (_, change, areRight) => {
  expect(areHosts(hostsOf(change))).toBe(areRight)
})
