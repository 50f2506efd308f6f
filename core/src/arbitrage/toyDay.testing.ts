import { asciiBytes, hexOf } from '../bytes.ts'
import { checkpointKey, signCheckpoint } from '../log/checkpoint.ts'
import { entryBody, type LogEntry, type YieldEntry } from '../log/log.ts'
import { merkleRoot } from '../log/merkle.ts'
import { treeOfEntries } from '../log/tree.testing.ts'
import { gapPlaces } from '../log/treeProofs.ts'
import { dayCommitment, dayReveal } from '../market/simulated/day.ts'
import { dayName, masterWorld } from '../market/simulated/prices.ts'
import { joinRuns } from '../receipts/receipts.ts'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import { DAY_FORMAT, type DayFile } from './dayFile.ts'
import type { MoveLine, PayoutLine, TradeLine } from './evidence.ts'
import { lineText, parsePayoutLine, parseTradeLine } from './readLines.ts'
import { closeDay, payoutOf } from './sharing.ts'
import { profitOf } from './soundTrade.ts'

const { sha256 } = crypto

/** 2026-11-21. */
export const DAY = 20_778
export const NAME = dayName(DAY)
export const START = DAY * 86_400_000
export const END = START + 86_400_000
export const WORLD = masterWorld(new Uint8Array(32).fill(42), DAY - 1, sha256)
export const HOUSE = testCrypto(77)
export const NONE = hexOf(sha256(new Uint8Array(0)))

export type Line = TradeLine | MoveLine
type Draft<Entry> = Entry extends LogEntry ? Omit<Entry, 'seq'> : never
export type DraftEntry = Draft<LogEntry>

/** What a house tells of a day. It signs whatever this is. */
export interface Told {
  day: number
  /** Texts of the lines, and numbers of those that the day counts. */
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
}

/** Orders that stood the day, in the order of their lines, with amounts still to come. */
export function toyOrders(day: number): PayoutLine[] {
  const order = (book: PayoutLine['book'], n: number, principal: string, upperPpm: string): PayoutLine => {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    const terms = { mid: n, version: 1, upperPpm, principal, amount: '0' }
    return { v: 1, kind: 'payout', day: dayName(day), book, order: id, ...terms }
  }
  return [
    order('real', 1, '10000000000', '300'),
    order('real', 5, '150000000000', '400'),
    order('real', 7, '12345000000', '9'),
    order('simulated', 2, '500000000000000', '500'),
    order('simulated', 4, '700000000', '300'),
  ]
}

/** The texts of orders with their shares of a pool. */
export function paidTexts(orders: readonly PayoutLine[], pool: bigint): string[] {
  return orders.map((one) => {
    const own = orders.filter(({ book }) => book === one.book)
    const hosted = own.reduce((sum, { principal }) => sum + BigInt(principal), 0n)
    const order = { principal: BigInt(one.principal), upperPpm: BigInt(one.upperPpm) }
    return lineText({ ...one, amount: String(payoutOf(order, { pool, hosted })) })
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

/** The `yield` entry that follows honestly from lines and payouts. */
export function entryOf(
  { day, texts, first, last, payouts }: Pick<Told, 'day' | 'texts' | 'first' | 'last' | 'payouts'>,
  carriedBefore: string,
): Draft<YieldEntry> {
  const counted = texts.filter((text) => {
    const number = parseTradeLine(text)?.number ?? 0
    return number >= first && number <= last
  })
  const profit = counted.reduce((sum, text) => sum + profitOf(parseTradeLine(text) as Line), 0n)
  const { carried, pool } = closeDay(profit, BigInt(carriedBefore))
  const shared = (book: string): [number, string, string] => {
    const own = payouts.flatMap((text) => parsePayoutLine(text) ?? []).filter((one) => one.book === book)
    const sum = (field: 'principal' | 'amount') =>
      String(own.reduce((all, one) => all + BigInt(one[field]), 0n))
    return [own.length, sum('principal'), sum('amount')]
  }
  return {
    kind: 'yield',
    at: (day + 1) * 86_400_000 + 60_000,
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
  }
}

/** Commitment and reveal of the day and of the one before. */
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

/** An honest day of these lines, of which the first ones may be of the day before. */
export function honestDay(
  lines: readonly Line[],
  {
    day,
    first,
    carried,
    isFirst = false,
  }: { day: number; first: number; carried: string; isFirst?: boolean },
): Told {
  const texts = lines.map(lineText)
  const end = (day + 1) * 86_400_000
  const last = lines.filter(({ at }) => at < end).at(-1)?.number ?? first - 1
  const pool = BigInt(entryOf({ day, texts, first, last, payouts: [] }, carried).pool)
  const payouts = paidTexts(toyOrders(day), pool)
  const empty = { day: day - 1, texts: [], first, last: first - 1, payouts: [] }
  const before = isFirst ? null : { ...entryOf(empty, '0'), profit: carried, carried }
  const entry = entryOf({ day, texts, first, last, payouts }, carried)
  return { day, texts, first, last, payouts, before, entry, logged: logged(lines), market: [] }
}

/** One entry for up to five lines, a second after the last. */
export function logged(lines: readonly Line[]): DraftEntry[] {
  const entries: DraftEntry[] = []
  for (let i = 0; i < lines.length; i += 5) {
    const some = lines.slice(i, i + 5)
    entries.push(loggedLines(some.map(lineText), (some.at(-1)?.at ?? 0) + 1_000, some[0]?.number ?? 0))
  }
  return entries
}

/** The file of what is told, under one signed head of a log that also has other entries. */
export function fileOf({ texts, payouts, before, entry, logged: lines, market, day }: Told): DayFile {
  const told = [...(before ? [before] : []), ...lines, ...market, entry]
  // In the order of time; what stands later in this list comes later at the same time.
  const inOrder = told.toSorted((one, other) => one.at - other.at)
  const bodies: string[] = []
  const shown: number[] = []
  for (const [i, draft] of inOrder.entries()) {
    if (i % 3 === 0)
      bodies.push(
        entryBody({ kind: 'release', seq: bodies.length + 1, at: draft.at, verifier: NONE, script: NONE }),
      )
    bodies.push(entryBody({ ...draft, seq: bodies.length + 1 }))
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
    keys: HOUSE.keys,
  }
}
