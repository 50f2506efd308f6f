import type { Sha256 } from '../../crypto.ts'
import { dayName } from '../../market/simulated/prices.ts'
import { DAY_MS } from '../../days.ts'
import { linesRoot } from '../../log/linesRoot.ts'
import type { DayFile } from './dayFile.ts'
import { endOf, startOf, type DayInLog } from './dayInLog.ts'
import type { PayoutLine } from '../evidence.ts'
import type { HostingExit, HostingStatement, HostingTicket } from '../hostings.ts'
import { termsInLog } from '../productTerms.ts'
import { exitOf } from '../sharing.ts'

/**
 * How long after its day's end a statement may be logged: it waits a few ticks. A later one could exploit the next day's result.
 */
const IN_TIME_MS = 3_000

/** The orders that shared in a day, according to its file. */
export interface Hosts {
  file: Pick<DayFile, 'day' | 'earlier' | 'hostings'>
  log: DayInLog
  /** All parsed statements, the day's payout lines, and the payout lines of the day before. */
  statements: readonly HostingStatement[]
  payouts: readonly PayoutLine[]
  earlier: readonly PayoutLine[]
}

/** First and last number of the statements made on the day and the day before. */
function numbersOf({ log: { entry, before } }: Hosts): [from: number, to: number] {
  return entry ? [(before ?? entry).hostings[0], entry.hostings[1]] : [1, 0]
}

/** The earlier payout lines match the previous day's entry; before the first day there are none. */
export function areEarlier({ file, earlier, log: { before } }: Hosts, sha256: Sha256): boolean {
  if (earlier.length !== file.earlier.length) return false
  return before ? linesRoot(file.earlier, sha256) === before.payouts : file.earlier.length === 0
}

/** All texts are statements, numbered without gaps, each made on the day that counts it; times never run back. */
export function areStatements(hosts: Hosts): boolean {
  const { file, statements, log } = hosts
  if (statements.length !== file.hostings.length) return false
  const [from, to] = numbersOf(hosts)
  const dayStart = startOf(file.day)
  return statements.every(({ number, at }, i) => {
    const before = statements[i - 1]
    if (before && (number !== before.number + 1 || at < before.at)) return false
    if (number > to) return at >= endOf(file.day)
    const [firstOfDay] = log.entry?.hostings ?? [from]
    if (number >= firstOfDay) return at >= dayStart && at < endOf(file.day)
    const isOfDayBefore = at >= dayStart - DAY_MS && at < dayStart
    return number >= from ? isOfDayBefore : at < dayStart - DAY_MS
  })
}

/** The `hostings` entries have exactly these statements, logged after they were made and before the day was closed. */
export function areStatementsLogged(hosts: Hosts, sha256: Sha256): boolean {
  const { file, statements, log } = hosts
  const { entry } = log
  const [from, to] = numbersOf(hosts)
  let next = 0
  for (const one of log.hostings) {
    const [first, last] = [statements[next], statements[next + one.count - 1]]
    const isNamed = first?.number === one.first && last?.number === one.last
    const texts = file.hostings.slice(next, next + one.count)
    if (!isNamed || linesRoot(texts, sha256) !== one.root || last.at > one.at) return false
    // Entries without a statement of these two days have no place in this file.
    if (!entry || one.last < from || one.first > to || one.seq > entry.seq) return false
    next += one.count
  }
  const counted = statements.filter(({ number }) => number >= from && number <= to)
  return next === file.hostings.length && entry !== null && counted.length === to - from + 1
}

/** Every statement was logged within seconds of its day's end, before anybody could know its order's payout. */
export function areInTime({ statements, log }: Hosts): boolean {
  let next = 0
  return log.hostings.every((one) => {
    const own = statements.slice(next, next + one.count)
    next += one.count
    return own.every(({ at }) => one.at <= endOf(dayName(Math.floor(at / DAY_MS))) + IN_TIME_MS)
  })
}

/** Every ticket has the terms of the version in force, which was logged before it; every line has its version's terms. */
export function haveTerms({ statements, payouts, log }: Hosts): boolean {
  const { products, hostings, entry } = log
  const terms = termsInLog(products)
  if (terms === null || !entry) return false
  let next = 0
  for (const one of hostings) {
    const own = statements.slice(next, next + one.count)
    next += one.count
    if (!own.every((ticket) => ticket.kind === 'exit' || terms.isOffered(ticket, one.seq))) return false
  }
  return payouts.every((line) => terms.isOf(line, entry.seq))
}

/** Every exit of the day ended an active order, once, and took its version's fee. */
export function areExits(hosts: Hosts): boolean {
  const { earlier, statements, log } = hosts
  const [from, to] = numbersOf(hosts)
  const own = statements.filter(({ number }) => number >= from && number <= to)
  const tickets = new Map(own.filter((one) => one.kind === 'hosting').map((one) => [one.order, one]))
  const known = new Map(earlier.map((one) => [one.order, one]))
  const [firstOfDay] = log.entry?.hostings ?? [0]
  const ended = new Set<string>()
  for (const one of own) {
    if (one.kind !== 'exit') continue
    if (ended.has(one.order)) return false
    ended.add(one.order)
    const line = known.get(one.order)
    const ticket = tickets.get(one.order)
    // An exit of the day before whose order has no line there was checked with that day's file.
    if (one.number < firstOfDay && !ticket && !line) continue
    if (one.number < firstOfDay && line) return false
    if (!isExitOf(one, line ?? ticket ?? null, hosts)) return false
  }
  return true
}

function isExitOf(
  { number, back, fee }: HostingExit,
  order: PayoutLine | HostingTicket | null,
  { file, log }: Hosts,
): boolean {
  if (order === null || order.number >= number || order.last < file.day) return false
  const product = log.products.find((one) => one.mid === order.mid && one.version === order.version)
  if (!product) return false
  const due = exitOf({ principal: BigInt(order.principal), exitFeePpm: BigInt(product.exitFeePpm) })
  return fee === String(due.fee) && back === String(due.back)
}

/**
 * The lines are the previous day's orders plus those placed on that day, less those that ended: no order is missing, and every
 * order has a ticket.
 */
export function areHosts(hosts: Hosts): boolean {
  const { file, earlier, statements, payouts } = hosts
  const [from, to] = numbersOf(hosts)
  const own = statements.filter(({ number }) => number >= from && number <= to)
  const known = new Set(earlier.map(({ order }) => order))
  const standing = new Map<string, string>()
  for (const line of earlier) if (line.last >= file.day) standing.set(line.order, termsText(line))
  for (const one of own) {
    if (one.kind !== 'hosting') continue
    if (known.has(one.order)) return false
    known.add(one.order)
    if (one.first !== file.day) continue
    standing.set(one.order, termsText({ ...one, upperPpm: String(one.upperPpm) }))
  }
  for (const one of own) if (one.kind === 'exit') standing.delete(one.order)
  return (
    standing.size === payouts.length && payouts.every((line) => standing.get(line.order) === termsText(line))
  )
}

/** The terms that a line keeps from its order's ticket. */
function termsText(
  one: Pick<PayoutLine, 'number' | 'book' | 'mid' | 'version' | 'upperPpm' | 'principal' | 'last'>,
): string {
  const { number, book, mid, version, upperPpm, principal, last } = one
  return [number, book, mid, version, upperPpm, principal, last].join(' ')
}
