import { CARRIED, HONEST, type DayLie } from './toldDay.testing.ts'
import {
  DAY,
  type DraftEntry,
  END,
  NONE,
  START,
  type Told,
  entryOf,
  loggedHostings,
  rootOf,
} from './toyDay.testing.ts'
import { paidTexts, toyOrders } from './toyHosts.testing.ts'
import { hostingText, type HostingExit, type HostingStatement, type HostingTicket } from '../hostings.ts'
import { parseHosting } from '../readHosting.ts'
import { lineText, parsePayoutLine } from '../readLines.ts'
import type { PayoutLine } from '../evidence.ts'

const STATEMENTS = HONEST.hostings.map((text) => parseHosting(text) as HostingStatement)
const EARLIER = HONEST.earlier.map((text) => parsePayoutLine(text) as PayoutLine)
const POOL = BigInt(HONEST.entry.pool)
/** Indexes of the statements: two lasting tickets, a brief one and its exit, a ticket of the day, an exit on the day. */
const [LASTING, , BRIEF, BRIEF_EXIT, NEXT, LEFT] = [0, 1, 2, 3, 4, 5] as const

/** The day with changed statements, logged accordingly. */
function stated(change: (all: HostingStatement[]) => HostingStatement[]): Partial<Told> {
  const all = change(structuredClone(STATEMENTS))
  return { hostings: all.map(hostingText), hosted: loggedHostings(all) }
}

function ticket(at: number, more: Partial<HostingTicket>): Partial<Told> {
  return stated((all) => all.map((one, i) => (i === at ? ({ ...one, ...more } as HostingTicket) : one)))
}

function exit(at: number, more: Partial<HostingExit>): Partial<Told> {
  return stated((all) => all.map((one, i) => (i === at ? ({ ...one, ...more } as HostingExit) : one)))
}

/** The day with changed orders, each paid its share. */
function hosting(change: (orders: PayoutLine[]) => PayoutLine[]): Partial<Told> {
  const payouts = paidTexts(change(toyOrders(DAY)), POOL)
  return { payouts, entry: entryOf({ ...HONEST, payouts }, CARRIED) }
}

/** Changed lines of the day before, with a matching root in its entry. */
function beforehand(change: (lines: PayoutLine[]) => PayoutLine[]): Partial<Told> {
  const earlier = change(structuredClone(EARLIER)).map(lineText)
  return { earlier, before: HONEST.before && { ...HONEST.before, payouts: rootOf(earlier) } }
}

/** Changed product versions in the log. */
function selling(change: (entries: DraftEntry[]) => DraftEntry[]): Partial<Told> {
  return { products: change(structuredClone(HONEST.products)) }
}

function version(mid: number, more: object): Partial<Told> {
  return selling((all) =>
    all.map((one) => (one.kind === 'product' && one.mid === mid ? { ...one, ...more } : one)),
  )
}

const invented: PayoutLine = {
  ...(toyOrders(DAY)[0] as PayoutLine),
  order: '00000000-0000-4000-8000-000000000777',
  number: 12,
}

/** Falsehoods about hosts, signed by the house, and the steps that detect them. */
export const HOST_LIES: readonly DayLie[] = [
  [
    'an order that nobody placed',
    () => hosting((all) => [...all.slice(0, 3), invented, ...all.slice(3)].toSorted(byPlace)),
    ['hosts'],
  ],
  ['an order left out', () => hosting((all) => all.toSpliced(0, 1)), ['hosts']],
  ['a new order left out', () => hosting((all) => all.toSpliced(1, 1)), ['hosts']],
  ['an order that its owner ended', () => hosting((all) => withOrder(all, LEFT)), ['hosts']],
  [
    'an order that is over',
    () =>
      hosting((all) =>
        [
          ...all,
          { ...(EARLIER.find(({ number }) => number === 3) as PayoutLine), day: all[0]?.day ?? '' },
        ].toSorted(byPlace),
      ),
    ['hosts'],
  ],
  ['an order before its first day', () => hosting((all) => withOrder(all, NEXT)), ['hosts']],
  [
    'an order of more principal than was hosted',
    () =>
      hosting((all) =>
        all.with(0, { ...invented, order: all[0]?.order ?? '', number: 1, principal: '20000000000' }),
      ),
    ['hosts'],
  ],
  [
    'an order that runs longer than it was placed for',
    () => hosting((all) => all.with(0, { ...(all[0] as PayoutLine), last: '2027-11-21' })),
    ['hosts'],
  ],
  [
    'an order in the other book',
    () =>
      hosting((all) =>
        all.map((one, i) => (i === 0 ? { ...one, book: 'simulated' as const } : one)).toSorted(byPlace),
      ),
    ['hosts'],
  ],
  [
    'the ticket of another order',
    () => hosting((all) => all.with(0, { ...(all[0] as PayoutLine), number: 2 })),
    ['hosts'],
  ],
  [
    'an order placed twice',
    () =>
      stated((all) =>
        all.with(BRIEF, { ...(all[LASTING] as HostingTicket), number: 33, at: all[BRIEF]?.at ?? 0 }),
      ),
    ['hosts'],
  ],
  [
    'other orders of the day before',
    () => ({ earlier: HONEST.earlier.toSpliced(0, 1) }),
    ['earlier_lines', 'hosts'],
  ],
  [
    'an order of the day before in other words',
    () => ({ earlier: HONEST.earlier.map((text, i) => (i === 0 ? text.replace('"v":1', '"v": 1') : text)) }),
    ['earlier_lines', 'hosts'],
  ],
  [
    'an order that the day before had with other terms',
    () => beforehand((all) => all.map((one) => (one.number === 1 ? { ...one, upperPpm: '301' } : one))),
    ['hosts'],
  ],
  [
    'a statement in other words',
    () => ({
      hostings: HONEST.hostings.map((text, i) => (i === NEXT ? text.replace('"v":1', '"v": 1') : text)),
    }),
    ['hostings', 'hostings_logged'],
  ],
  ['a statement left out', () => stated((all) => all.toSpliced(NEXT, 1)), ['hostings', 'hostings_logged']],
  [
    'a ticket whose days do not follow from its time',
    () => ticket(LASTING, { first: '2026-11-22' }),
    ['hostings', 'hostings_logged', 'hosts'],
  ],
  ['a number twice', () => ticket(NEXT, { number: 34 }), ['hostings']],
  [
    'a statement of the day before',
    () => exit(LEFT, { at: START - 1 }),
    ['hostings', 'hostings_logged', 'hostings_in_time'],
  ],
  ['a statement of the next day', () => exit(LEFT, { at: END }), ['hostings']],
  [
    'times that run back',
    () => exit(BRIEF_EXIT, { at: START - 86_400_000 }),
    ['hostings', 'hostings_logged'],
  ],
  [
    'statements that the log does not have',
    () => ({ hosted: HONEST.hosted.slice(0, -1) }),
    ['hostings_logged'],
  ],
  [
    'a statement that the log has otherwise',
    () => ({
      hosted: HONEST.hosted.map((one, i) => (i === NEXT ? { ...one, root: NONE } : one)) as DraftEntry[],
    }),
    ['hostings_logged'],
  ],
  [
    'a statement logged before it was made',
    () => ({ hosted: HONEST.hosted.map((one, i) => (i === LEFT ? { ...one, at: one.at - 2_000 } : one)) }),
    ['hostings_logged'],
  ],
  [
    'a statement logged after the day was closed',
    () => ({ hosted: HONEST.hosted.map((one, i) => (i === LEFT ? { ...one, at: END + 61_000 } : one)) }),
    ['hostings_logged', 'hostings_in_time'],
  ],
  [
    'numbers that leave a statement out',
    () => ({ entry: { ...HONEST.entry, hostings: [35, 35] } }),
    ['hostings', 'hostings_logged', 'hosts'],
  ],
  [
    'numbers that do not go on',
    () => ({ entry: { ...HONEST.entry, hostings: [36, 36] } }),
    ['day_logged', 'hostings'],
  ],
  ['a version that the log lacks', () => selling((all) => all.slice(1)), ['products']],
  ['a version that was logged after its ticket', () => version(5, { at: START }), ['products']],
  ['a version told twice', () => selling((all) => [...all, ...all.slice(0, 1)]), ['products']],
  ['another upper yield than its version has', () => version(5, { upperPpm: 300 }), ['products']],
  ['another upper yield for an old order', () => version(7, { upperPpm: 10 }), ['products']],
  ['more days than its version has', () => version(5, { days: 29 }), ['products']],
  ['another fee than its version has', () => version(5, { exitFeePpm: 1 }), ['products']],
  ['more principal than its version takes', () => version(5, { most: '149999999999' }), ['products']],
  ['less principal than its version takes', () => version(5, { least: '150000000001' }), ['products']],
  [
    'a version that another had replaced',
    () => selling((all) => [...all, { ...(all[1] as DraftEntry), version: 2 } as DraftEntry]),
    ['products'],
  ],
  ['a larger fee of an exit', () => exit(LEFT, { fee: '100000000', back: '9900000000' }), ['exits']],
  ['an exit that gives less back', () => exit(LEFT, { back: '1' }), ['exits']],
  ['an exit of an order that nobody placed', () => exit(LEFT, { order: invented.order }), ['exits', 'hosts']],
  [
    'a second exit of one order',
    () => exit(LEFT, { order: (STATEMENTS[BRIEF] as HostingTicket).order }),
    ['exits', 'hosts'],
  ],
  [
    'an exit of an order that stood the day before, told as of that day',
    () => exit(BRIEF_EXIT, { order: EARLIER[0]?.order ?? '' }),
    ['exits', 'hosts'],
  ],
]

function byPlace(one: PayoutLine, other: PayoutLine): number {
  return `${one.book} ${one.order}` < `${other.book} ${other.order}` ? -1 : 1
}

/** The orders plus a statement's order. */
function withOrder(all: PayoutLine[], place: number): PayoutLine[] {
  const { order } = STATEMENTS[place] as HostingStatement
  const known = EARLIER.find((one) => one.order === order)
  const one = STATEMENTS[place] as HostingTicket
  const line: PayoutLine = known ?? {
    ...invented,
    order,
    number: one.number,
    mid: one.mid,
    principal: one.principal,
    last: one.last,
  }
  return [...all, { ...line, day: all[0]?.day ?? '' }].toSorted(byPlace)
}

/** The day with its first ticket logged when the outcome of that ticket's first day was known; nothing in it is false. */
export function loggedLate(): Partial<Told> {
  const lateMs = START + 3_001
  return { hosted: HONEST.hosted.map((one) => (one.at < lateMs ? { ...one, at: lateMs } : one)) }
}
