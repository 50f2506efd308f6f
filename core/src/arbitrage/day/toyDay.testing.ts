import { asciiBytes, hexOf } from '../../bytes.ts'
import { checkpointKey, signCheckpoint } from '../../log/checkpoint.ts'
import { entryBody, type LogEntry, type Moving, type YieldEntry } from '../../log/log.ts'
import { merkleRoot } from '../../log/tree/merkle.ts'
import { treeOfEntries } from '../../log/tree/tree.testing.ts'
import { gapPlaces } from '../../log/tree/treeProofs.ts'
import { dayCommitment, dayReveal } from '../../market/simulated/day.ts'
import { dayName, masterWorld } from '../../market/simulated/prices.ts'
import { joinRuns } from '../../receipts/receipts.ts'
import { crypto, testCrypto } from '../../receipts/nodeCrypto.testing.ts'
import { DAY_FORMAT, type DayFile } from './dayFile.ts'
import type { MoveLine, ProgrammeLine } from '../evidence.ts'
import { hostingText, type HostingStatement } from '../hostings.ts'
import { lineText, parsePayoutLine, parseTradeLine } from '../readLines.ts'
import {
  addHeld,
  applyLine,
  copyOf,
  heldTable,
  openingHoldings,
  readHeld,
  type Holdings,
} from '../holdings.ts'
import { costOfMove, neededMove } from '../moves.ts'
import { movingAfter } from '../moving.ts'
import { pidOfCurrency } from '../currencies.ts'
import { simulatedWorld } from '../simulated/world.ts'
import { closeDay } from '../sharing.ts'
import { profitOf } from './soundTrade.ts'
import {
  EXIT_FEE_PPM,
  FIRST_HOSTING,
  paidTexts,
  toyEarlier,
  toyHosts,
  toyOrders,
  toyOthers,
  toyStatements,
} from './toyHosts.testing.ts'

const { sha256 } = crypto

/** 2026-11-21. */
export const DAY = 20_778
export const NAME = dayName(DAY)
export const START = DAY * 86_400_000
export const END = START + 86_400_000
export const WORLD = masterWorld(new Uint8Array(32).fill(42), DAY - 1, sha256)
export const HOUSE = testCrypto(77)
export const NONE = hexOf(sha256(new Uint8Array(0)))

export type Line = ProgrammeLine
type Draft<Entry> = Entry extends LogEntry ? Omit<Entry, 'seq'> : never
export type DraftEntry = Draft<LogEntry>

/** In a draft, stands for the sequence number of the previous day's entry, which is assigned later. */
const NUMBER_OF_BEFORE = -1

/** A house's account of a day. The toy house signs it, true or not. */
export interface Told {
  day: number
  /** Time of the log's first entry, which the file of the first day shows. */
  startsAt: number
  /** Texts of the lines, and the numbers of those that the day counts. */
  texts: string[]
  first: number
  last: number
  payouts: string[]
  /** The day before; null for none. */
  before: Draft<YieldEntry> | null
  entry: Draft<YieldEntry>
  /** The `trades` entries. */
  logged: DraftEntry[]
  /** Commitments and reveals. */
  market: DraftEntry[]
  /** Texts of the previous day's payout lines and of both days' statements. */
  earlier: string[]
  hostings: string[]
  /** The `hostings` and the `product` entries. */
  hosted: DraftEntry[]
  products: DraftEntry[]
}

/** The product versions of these orders. */
function toyProducts(day: number): DraftEntry[] {
  const { over, left, brief, next } = toyOthers(day)
  return [...toyHosts(day), over, left, brief, next].map((one): DraftEntry => {
    const terms = { mid: one.n, version: 1, days: one.days, upperPpm: one.upperPpm }
    const bounds = { least: '1', most: '900000000000000', exitFeePpm: EXIT_FEE_PPM }
    return { kind: 'product', at: (day - 9) * 86_400_000, ...terms, ...bounds }
  })
}

/** Statements as the log has them: one entry for each, a second after it. */
export function loggedHostings(statements: readonly HostingStatement[]): DraftEntry[] {
  return statements.map((one): DraftEntry => {
    const { number } = one
    const root = rootOf([hostingText(one)])
    return { kind: 'hostings', at: one.at + 1_000, count: 1, first: number, last: number, root }
  })
}

export function rootOf(texts: readonly string[]): string {
  return hexOf(merkleRoot(texts.map(asciiBytes), sha256))
}

/** Lines as one `trades` entry has them. */
export function loggedLines(texts: readonly string[], at: number, first: number): DraftEntry {
  return {
    kind: 'trades',
    at,
    count: texts.length,
    first,
    last: first + texts.length - 1,
    root: rootOf(texts),
  }
}

/**
 * Opening holdings of a day, with `carried` (below zero) still to be earned back: the second venue is short of USDT, the third of
 * BTC, the fifth of TRX.
 */
export function heldBefore(carried: string): Holdings {
  const held = openingHoldings()
  const shift = (from: number, to: number, currency: number, left: bigint) => {
    const amount = (held.get(from)?.get(currency) ?? 0n) - left
    addHeld(held, from, currency, -amount)
    addHeld(held, to, currency, amount)
  }
  shift(2, 1, 1, 500_000_000_000n)
  shift(3, 4, 4, 1_000_000n)
  shift(5, 1, 5, 100_000_000_000n)
  addHeld(held, 5, 1, BigInt(carried))
  return held
}

/** Holdings without what these moves took, as long as they are under way. */
export function heldDuring(held: Holdings, moving: readonly Moving[]): Holdings {
  for (const { from, currency, amount } of moving) addHeld(held, from, currency, -BigInt(amount))
  return held
}

/** The move of a currency that a venue needs, decided at a given time. */
export function moveLine(
  held: Holdings,
  { to, currency, at, number = 1 }: { to: number; currency: number; at: number; number?: number },
): MoveLine {
  const needed = neededMove(held, to, currency)
  if (!needed) throw new Error(`venue ${to} needs nothing`)
  const pid = pidOfCurrency(currency)
  const price = pid === null ? 100_000_000n : simulatedWorld(WORLD).index(pid, Math.floor(at / 1000))
  const text = { amount: String(needed.amount), cost: String(costOfMove(needed.amount, price)) }
  return { v: 1, kind: 'move', number, at, from: needed.from, to, currency, ...text }
}

/** Holdings after the lines and after the first venue gave up the earnings. */
function heldAfter(before: Holdings, lines: readonly Line[], earned: bigint) {
  const held = copyOf(before)
  for (const line of lines) applyLine(held, line)
  addHeld(held, 1, 1, -earned)
  return heldTable(held)
}

/** The honest `yield` entry for these lines and payouts. */
export function entryOf(
  {
    day,
    texts,
    first,
    last,
    payouts,
    before,
  }: Pick<Told, 'day' | 'texts' | 'first' | 'last' | 'payouts'> & { before?: Told['before'] },
  carriedBefore: string,
): Draft<YieldEntry> {
  const counted = texts.filter((text) => {
    const number = parseTradeLine(text)?.number ?? 0
    return number >= first && number <= last
  })
  const profit = counted.reduce((sum, text) => sum + profitOf(parseTradeLine(text) as Line), 0n)
  const { carried, pool, earned } = closeDay(profit, BigInt(carriedBefore))
  const start = before ? readHeld(before.held) : openingHoldings()
  const at = (day + 1) * 86_400_000
  const lines = counted.map((text) => parseTradeLine(text) as Line)
  const shared = (book: string): [number, string, string] => {
    const own = payouts.flatMap((text) => parsePayoutLine(text) ?? []).filter((one) => one.book === book)
    const sum = (field: 'principal' | 'amount') =>
      String(own.reduce((all, one) => all + BigInt(one[field]), 0n))
    return [own.length, sum('principal'), sum('amount')]
  }
  return {
    kind: 'yield',
    at: at + 60_000,
    day: dayName(day),
    first,
    last,
    trades: rootOf(counted),
    profit: String(profit),
    carried: String(carried),
    pool: String(pool),
    payouts: rootOf(payouts),
    real: shared('real'),
    simulated: shared('simulated'),
    hostings: payouts.length > 0 ? [35, 36] : [1, 0],
    before: before ? NUMBER_OF_BEFORE : 0,
    held: heldAfter(start ?? openingHoldings(), lines, earned),
    moving: movingAfter(before?.moving ?? [], lines) ?? [],
    taken: earned > 0n ? [{ at: at + 1_000, next: last + 1, usdt: { 1: String(earned) } }] : [],
  }
}

/** Commitments and reveals of the day and the day before. */
export function marketEntries(day: number): DraftEntry[] {
  return [day - 1, day].flatMap((one): DraftEntry[] => {
    const reveal = dayReveal(WORLD.dayFacts(one))
    const at = one * 86_400_000
    const commit = dayCommitment(reveal, sha256)
    return [
      { kind: 'day', at: at - 1_000, day: reveal.day, commit },
      { kind: 'reveal', at: at + 86_400_000, ...reveal },
    ]
  })
}

/** An honest day with these lines; the first ones may belong to the day before, which left these moves under way. */
export function honestDay(
  lines: readonly Line[],
  {
    day,
    first,
    carried,
    isFirst = false,
    moving = [],
  }: { day: number; first: number; carried: string; isFirst?: boolean; moving?: readonly Moving[] },
): Told {
  const texts = lines.map(lineText)
  const end = (day + 1) * 86_400_000
  const last = lines.filter(({ at }) => at < end).at(-1)?.number ?? first - 1
  const pool = BigInt(entryOf({ day, texts, first, last, payouts: [] }, carried).pool)
  const startsAt = (isFirst ? day : day - 20) * 86_400_000 + 1_000
  const told = { day, startsAt, texts, first, last, logged: logged(lines), market: [] }
  const none = { ...told, payouts: [], earlier: [], hostings: [], hosted: [], products: [] }
  if (isFirst) return { ...none, before: null, entry: entryOf(none, carried) }
  const payouts = paidTexts(toyOrders(day), pool)
  const earlier = toyEarlier(day)
  const empty = { day: day - 1, texts: [], first, last: first - 1, payouts: earlier }
  const before = {
    ...entryOf(empty, '0'),
    at: day * 86_400_000 + 1_000,
    profit: carried,
    carried,
    hostings: [FIRST_HOSTING, 34] as const,
    before: 7,
    held: heldTable(heldDuring(heldBefore(carried), moving)),
    moving,
  }
  const statements = toyStatements(day)
  const hosts = { hostings: statements.map(hostingText), hosted: loggedHostings(statements) }
  const entry = entryOf({ ...told, payouts, before }, carried)
  return { ...told, payouts, before, entry, earlier, ...hosts, products: toyProducts(day) }
}

/** One entry for up to five lines of one minute, a second after the last. */
export function logged(lines: readonly Line[]): DraftEntry[] {
  const groups: Line[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    const first = group?.[0]
    if (group && first && group.length < 5 && Math.abs(line.at - first.at) < 60_000) group.push(line)
    else groups.push([line])
  }
  return groups.map((some) =>
    loggedLines(some.map(lineText), (some.at(-1)?.at ?? 0) + 1_000, some[0]?.number ?? 0),
  )
}

/** The day's file, under one signed head of a log that also has other entries. */
export function fileOf(told: Told): DayFile {
  const { texts, payouts, before, entry, logged: lines, market, day, startsAt, earlier, hostings } = told
  const drafts = [...told.products, ...(before ? [before] : []), ...lines, ...told.hosted, ...market, entry]
  // A stable sort: entries of the same time keep the order of this list.
  const inOrder = drafts.toSorted((one, other) => one.at - other.at)
  const bodies = [entryBody({ kind: 'release', seq: 1, at: startsAt, verifier: NONE, script: NONE })]
  const shown: number[] = before ? [] : [1]
  const seqs = new Map<DraftEntry, number>()
  for (const [i, draft] of inOrder.entries()) {
    if (i % 3 === 0)
      bodies.push(
        entryBody({ kind: 'release', seq: bodies.length + 1, at: draft.at, verifier: NONE, script: NONE }),
      )
    const seq = bodies.length + 1
    seqs.set(draft, seq)
    const isLinked = draft.kind === 'yield' && draft.before === NUMBER_OF_BEFORE
    const link = isLinked ? { before: (before && seqs.get(before)) ?? 0 } : {}
    bodies.push(entryBody({ ...draft, ...link, seq }))
    shown.push(bodies.length)
  }
  const runs = joinRuns(shown.map((seq) => ({ from: seq, to: seq })))
  const tree = treeOfEntries(bodies, sha256)
  const size = bodies.length
  const places = gapPlaces(
    runs.map(({ from, to }) => ({ from: from - 1, to })),
    size,
  )
  const { origin, log } = HOUSE.keys
  const key = checkpointKey(origin, log, sha256)
  const head = { origin, size, root: tree.root(size) }
  return {
    format: DAY_FORMAT,
    day: dayName(day),
    segments: runs.map(({ from, to }) => ({ from: from - 1, bodies: bodies.slice(from - 1, to) })),
    proof: places.map(({ level, index }) => hexOf(tree.nodes(level, index))),
    checkpoint: signCheckpoint(head, key, (message) => HOUSE.sign('log', String.fromCharCode(...message))),
    trades: texts,
    payouts,
    earlier,
    hostings,
    keys: HOUSE.keys,
  }
}
