import type { Crypto, Sha256 } from '../crypto.ts'
import { asciiBytes, bytesOfHex } from '../bytes.ts'
import { canonicalText } from '../canonical.ts'
import { isCount, isDay, isHash, isOrigin, isSignature, isSigned, isTime, isUnits } from '../fields.ts'
import { isRecord, readJson } from '../json.ts'
import { MOST } from '../money/money.ts'
import { isAudited, type AuditedEntry } from './audited.ts'
import { isRules, type Rules } from './rules.ts'
import { leafHash } from './tree/tree.ts'
import { areEnds, type Ended } from './withdrawn.ts'

/** The index price of every product that is not paused, at one whole second. Prices by pid, in 1e-8 USDT as digits. */
export interface TickEntry {
  kind: 'tick'
  seq: number
  /** Milliseconds since 1970, a whole second. */
  at: number
  prices: Readonly<Record<string, string>>
}

/**
 * Merkle root over `count` texts with numbers `first` to `last`: refusals, trade lines of the arbitrage programme, statements
 * about hosting orders, or promises of withdrawals.
 */
export interface ListEntry {
  kind: 'refusals' | 'trades' | 'hostings' | 'withdrawals'
  seq: number
  at: number
  count: number
  first: number
  last: number
  root: string
}

/** Merkle root over the roots of ticket or receipt batches, logged before that second's tick. */
export interface BatchesEntry extends Omit<ListEntry, 'kind'> {
  kind: 'tickets' | 'receipts'
  /** Number of the oldest `model` that may price these tickets or bids (`oldestModel`). */
  model: number
}

/** Commitment to a day of the simulated index, logged before its first tick. `day` is a UTC date, 2026-11-21. */
export interface DayEntry {
  kind: 'day'
  seq: number
  at: number
  day: string
  commit: string
}

/** The facts behind the `day` entry's commitment, logged after that day. Levels as in `DayFacts` (simulated/prices.ts). */
export interface RevealEntry {
  kind: 'reveal'
  seq: number
  at: number
  day: string
  seed: string
  levels: Readonly<Record<string, readonly [string, string]>>
}

/**
 * Ed25519 public keys in hex: of the log's checkpoints, and of tickets and receipts. Valid until the next entry of this kind. The
 * previous log key signs `keysText`; the first entry is signed by its own. All entries name the same origin.
 */
export interface KeysEntry {
  kind: 'keys'
  seq: number
  at: number
  /** Name of the log and of its key in checkpoints. */
  origin: string
  log: string
  receipts: string
  /** Hex. */
  signature: string
}

/** The rules in force from `from` on, ms since 1970, until the next entry of this kind takes effect. */
export interface RulesEntry {
  kind: 'rules'
  seq: number
  at: number
  from: number
  /** Number of the `rules` entry before this one; 0 for the first. */
  before: number
  rules: Rules
}

/** The deviation of each priced product, valid until the next entry of this kind. */
export interface ModelEntry {
  kind: 'model'
  seq: number
  at: number
  /** Number of the `rules` entry in force. */
  rules: number
  /** By product id: standard deviation of one second's log return in units of 1e-12, and its relative standard error in millionths. */
  deviations: Readonly<Record<string, readonly [sigmaE12: number, errorE6: number]>>
}

/**
 * The record of a UTC day: the Merkle root over its lines (record/recordLine.ts), logged once after the day. `orders` and
 * `withdrawals` count the lines.
 */
export interface RecordEntry {
  kind: 'record'
  seq: number
  at: number
  day: string
  orders: number
  withdrawals: number
  root: string
  /** Number of the newest `rules` entry before this one, even if not in effect yet; 0 without one. */
  rules: number
}

/** A UTC day of the arbitrage programme, logged once after the day, in day order. Amounts are USDT in units, as digits. */
export interface YieldEntry {
  kind: 'yield'
  seq: number
  at: number
  day: string
  /** The trade lines that the day counts: numbers `first` to `last`, none when `last` is `first` − 1, and their Merkle root. */
  first: number
  last: number
  trades: string
  /** Sum of these lines' profits; with a minus after a day of loss. */
  profit: string
  /** The loss still to be earned back after this day: `0`, or digits with a minus. */
  carried: string
  /** The most that this day could pay out, in each book. */
  pool: string
  /** Merkle root over the payout lines of both books. */
  payouts: string
  /** Number of payout lines, principal hosted for the whole day, and the sum paid. */
  real: readonly [count: number, hosted: string, paid: string]
  simulated: readonly [count: number, hosted: string, paid: string]
  /** Numbers of this day's statements about hosting orders; none when `last` is `first` − 1. */
  hostings: readonly [first: number, last: number]
  /** Number of the previous day's `yield` entry; 0 for the first day, which is the day of the log's first entry. */
  before: number
  /** Holdings at the venues after these lines, less the earnings taken: by venue, then currency; with a minus below zero. */
  held: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Moves whose amounts are still under way after these lines, and so in no venue's holdings, by number. */
  moving: readonly Moving[]
  /**
   * Earnings taken from the venues: first those of earlier days that lines after this day may not know of, last this day's own.
   */
  taken: readonly Taken[]
}

/** A move under way: the number of its line, and what it takes where. `amount` is in units of the currency. */
export type Moving = Readonly<{
  number: number
  from: number
  to: number
  currency: number
  amount: string
}>

/** A day's earnings taken at a time, by venue. `next` is the number of the first line after that. */
export type Taken = Readonly<{
  at: number
  next: number
  usdt: Readonly<Record<string, string>>
}>

/**
 * A version of a product of the arbitrage programme, for orders from here on. Each product counts its versions from 1 on. Amounts
 * are USDT in units, as digits; the upper yield and the fee of an early exit are in millionths.
 */
export interface ProductEntry {
  kind: 'product'
  seq: number
  at: number
  mid: number
  version: number
  days: number
  least: string
  most: string
  upperPpm: number
  exitFeePpm: number
}

/** SHA-256 in hex of the verifier files that the house hands out, logged when they change. */
export interface ReleaseEntry {
  kind: 'release'
  seq: number
  at: number
  /** Of `/verify.mjs`. */
  verifier: string
  /** Of the script in HTML receipts. */
  script: string
}

/**
 * Number of recorded operator actions, and the hash of the newest, which commits to all earlier ones. Logged within about a minute
 * of an action; the actions themselves stay private to the house.
 */
export interface ActionsEntry {
  kind: 'actions'
  seq: number
  at: number
  count: number
  head: string
}

/** How promised withdrawals ended. The ends of all these entries are numbered, this one's from `first` on. */
export interface WithdrawnEntry {
  kind: 'withdrawn'
  seq: number
  at: number
  first: number
  ends: readonly Ended[]
}

export type LogEntry =
  | TickEntry
  | ListEntry
  | BatchesEntry
  | DayEntry
  | RevealEntry
  | KeysEntry
  | RulesEntry
  | ModelEntry
  | RecordEntry
  | YieldEntry
  | ProductEntry
  | ReleaseEntry
  | ActionsEntry
  | AuditedEntry
  | WithdrawnEntry

/** Number of the first entry. Entry `seq` is leaf number `seq` − 1 of the log's tree. */
export const FIRST_SEQ = 1

/** The canonical text of an entry, which is hashed. */
export function entryBody(entry: LogEntry): string {
  return canonicalText(entry.kind === 'rules' ? { ...entry, rules: { ...entry.rules } } : { ...entry })
}

/** Leaf hash of an entry in the log's tree: SHA-256(00 ‖ text). */
export function entryLeaf(body: string, sha256: Sha256): Uint8Array {
  return leafHash(asciiBytes(body), sha256)
}

/** The text that the log key before a `keys` entry signs: the entry without its signature. */
export function keysText({ kind, seq, at, origin, log, receipts }: Omit<KeysEntry, 'signature'>): string {
  return canonicalText({ kind, seq, at, origin, log, receipts })
}

/** Whether a `keys` entry follows from the previous one; the first (`before` is null) signs itself. */
export function followsKeys(before: KeysEntry | null, entry: KeysEntry, crypto: Crypto): boolean {
  const [signature, key] = [bytesOfHex(entry.signature), bytesOfHex((before ?? entry).log)]
  const isSame = before === null || before.origin === entry.origin
  return (
    isSame &&
    signature !== null &&
    key !== null &&
    crypto.verifyEd25519(signature, asciiBytes(keysText(entry)), key)
  )
}

/** Parses an entry; null unless the text is exactly what `entryBody` writes for an entry with plausible fields. */
export function parseEntry(body: string): LogEntry | null {
  if (!/^[\x20-\x7e]*$/.test(body)) return null
  const value = readJson(body)
  if (!isRecord(value) || !isCount(value.seq) || value.seq < FIRST_SEQ || !isTime(value.at)) return null
  const shape =
    typeof value.kind === 'string' && Object.hasOwn(SHAPES, value.kind) ? SHAPES[value.kind] : undefined
  if (!shape?.(value) || Object.keys(value).length !== FIELDS[value.kind as LogEntry['kind']]) return null
  const entry = value as unknown as LogEntry
  return entryBody(entry) === body ? entry : null
}

const FIELDS: Record<LogEntry['kind'], number> = {
  tick: 4,
  tickets: 8,
  receipts: 8,
  refusals: 7,
  trades: 7,
  hostings: 7,
  withdrawals: 7,
  day: 5,
  reveal: 6,
  keys: 7,
  rules: 6,
  model: 5,
  record: 8,
  yield: 18,
  product: 10,
  release: 5,
  actions: 5,
  audited: 8,
  withdrawn: 5,
}

const SHAPES: Record<string, (value: Record<string, unknown>) => boolean> = {
  tick: (value) => (value.at as number) % 1000 === 0 && isTable(value.prices, isPrice),
  tickets: (value) => isList(value) && isCount(value.model),
  receipts: (value) => isList(value) && isCount(value.model),
  refusals: isList,
  trades: isList,
  hostings: isList,
  withdrawals: isList,
  day: (value) => isDay(value.day) && isHash(value.commit),
  reveal: (value) => isDay(value.day) && isHash(value.seed) && isTable(value.levels, isLevels),
  keys: (value) =>
    isOrigin(value.origin) && isHash(value.log) && isHash(value.receipts) && isSignature(value.signature),
  rules: (value) => isTime(value.from) && isCount(value.before) && isRules(value.rules),
  model: (value) => isCount(value.rules) && isTable(value.deviations, isDeviation),
  record: (value) =>
    isDay(value.day) && [value.orders, value.withdrawals, value.rules].every(isCount) && isHash(value.root),
  yield: (value) =>
    isDay(value.day) &&
    isSpan(value) &&
    [value.trades, value.payouts].every(isHash) &&
    [value.profit, value.carried].every(isSigned) &&
    isUnits(value.pool) &&
    [value.real, value.simulated].every(isShared) &&
    isNumbers(value.hostings) &&
    isCount(value.before) &&
    isTable(value.held, (row) => isTable(row, isSigned)) &&
    Array.isArray(value.moving) &&
    value.moving.every(isMoving) &&
    Array.isArray(value.taken) &&
    value.taken.every(isTaken),
  product: (value) =>
    [value.mid, value.version, value.days, value.upperPpm].every((one) => isCount(one) && one > 0) &&
    isCount(value.exitFeePpm) &&
    isUnits(value.least) &&
    isUnits(value.most),
  release: (value) => isHash(value.verifier) && isHash(value.script),
  actions: ({ count, head }) => isCount(count) && count > 0 && isHash(head),
  audited: isAudited,
  withdrawn: ({ first, ends }) => isCount(first) && first > 0 && areEnds(ends),
}

function isList(value: Record<string, unknown>): boolean {
  const { count, first, last, root } = value
  return isCount(count) && isCount(first) && isCount(last) && count > 0 && first <= last && isHash(root)
}

/** Numbers from 1 on; the span is empty when `last` is `first` − 1. */
function isSpan({ first, last }: Record<string, unknown>): boolean {
  return isCount(first) && isCount(last) && first > 0 && last >= first - 1
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && isSpan({ first: value[0], last: value[1] })
}

/** A table by product id. */
function isTable(value: unknown, isCell: (cell: unknown) => boolean): boolean {
  return (
    isRecord(value) &&
    Object.entries(value).every(([pid, cell]) => /^[1-9]\d{0,5}$/.test(pid) && isCell(cell))
  )
}

function isPrice(value: unknown): boolean {
  return typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value) && BigInt(value) <= MOST
}

/** Above this relative standard error, in millionths, no deviation prices anything. */
export const MOST_ERROR_E6 = 50_000

/** A deviation above zero, precise enough to price with. */
function isDeviation(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isCount)) return false
  const [sigma, error] = value as [number, number]
  return sigma > 0 && sigma < 1e12 && error <= MOST_ERROR_E6
}

/** A book's shares of a day. */
function isShared(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length === 3 && isCount(value[0]) && isUnits(value[1]) && isUnits(value[2])
  )
}

function isMoving(value: unknown): boolean {
  if (!isRecord(value) || Object.keys(value).length !== 5) return false
  const places = [value['number'], value['from'], value['to'], value['currency']]
  return places.every((one) => isCount(one) && one > 0) && isUnits(value['amount'])
}

function isTaken(value: unknown): boolean {
  if (!isRecord(value) || Object.keys(value).length !== 3) return false
  return isTime(value['at']) && isCount(value['next']) && isTable(value['usdt'], isUnits)
}

function isLevels(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isLevel)
}

function isLevel(value: unknown): boolean {
  return typeof value === 'string' && /^(0|-?[1-9]\d{0,14})$/.test(value)
}
