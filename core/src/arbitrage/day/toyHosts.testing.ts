import { dayName } from '../../market/simulated/prices.ts'
import type { PayoutLine } from '../evidence.ts'
import { sharedDays, type HostingExit, type HostingStatement, type HostingTicket } from '../hostings.ts'
import { lineText } from '../readLines.ts'
import { exitFeeOf, payoutOf } from '../sharing.ts'

/** An order of the toy day: its ticket was made on the day `from`, at a time within it. */
export interface ToyOrder {
  n: number
  book: PayoutLine['book']
  principal: string
  upperPpm: number
  from: number
  days: number
}

/** Number of the first statement of the day before. */
export const FIRST_HOSTING = 31

/** Orders that share in the day, some since long ago, some from that day on; in the order of their lines. */
export function toyHosts(day: number): ToyOrder[] {
  const order = (n: number, book: PayoutLine['book'], terms: Partial<ToyOrder>): ToyOrder => {
    return { n, book, principal: '10000000000', upperPpm: 300, from: day - 5, days: 30, ...terms }
  }
  return [
    order(1, 'real', {}),
    order(5, 'real', { principal: '150000000000', upperPpm: 400, from: day - 1 }),
    order(7, 'real', { principal: '12345000000', upperPpm: 9, days: 5 }),
    order(2, 'simulated', { principal: '500000000000000', upperPpm: 500 }),
    order(4, 'simulated', { principal: '700000000', from: day - 1 }),
  ]
}

/** Orders that do not share in the day: one expired, one exited on it, one exited before its first day, one begins after it. */
export function toyOthers(day: number): { over: ToyOrder; left: ToyOrder; brief: ToyOrder; next: ToyOrder } {
  const [like] = toyHosts(day) as [ToyOrder]
  return {
    over: { ...like, n: 3, days: 4 },
    left: { ...like, n: 6, book: 'simulated' },
    brief: { ...like, n: 8, from: day - 1 },
    next: { ...like, n: 9, from: day },
  }
}

export const EXIT_FEE_PPM = 5_000

function idOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

/** Ticket numbers by order; older orders have older numbers. */
const TICKETS: Readonly<Record<number, number>> = { 5: 31, 4: 32, 8: 33, 9: 35 }

export function ticketOf(one: ToyOrder): HostingTicket {
  const { n, book, principal, upperPpm, from, days } = one
  const number = TICKETS[n] ?? n
  const at = from * 86_400_000 + 3_600_000 + number
  const terms = { mid: n, version: 1, days, upperPpm, exitFeePpm: EXIT_FEE_PPM, principal }
  const shares = sharedDays(at, days)
  return { v: 1, kind: 'hosting', number, at, order: idOf(n), book, ...terms, ...shares, consent: '' }
}

export function exitOf(one: ToyOrder, number: number, at: number): HostingExit {
  const fee = exitFeeOf(BigInt(one.principal), BigInt(EXIT_FEE_PPM))
  const back = String(BigInt(one.principal) - fee)
  return { v: 1, kind: 'exit', number, at, order: idOf(one.n), back, fee: String(fee), consent: '' }
}

/** The statements of the day before and of the day. */
export function toyStatements(day: number): HostingStatement[] {
  const hosts = toyHosts(day).filter(({ from }) => from === day - 1)
  const { left, brief, next } = toyOthers(day)
  return [
    ...hosts.map(ticketOf),
    ticketOf(brief),
    exitOf(brief, 34, (day - 1) * 86_400_000 + 4_000_000),
    ticketOf(next),
    exitOf(left, 36, day * 86_400_000 + 4_000_000),
  ]
}

/** Orders that shared in the day, in the order of their lines, with payouts not yet computed. */
export function toyOrders(day: number): PayoutLine[] {
  return toyHosts(day).map((one) => lineOf(one, day))
}

/** The lines of the day before. */
export function toyEarlier(day: number): string[] {
  const { over, left } = toyOthers(day)
  const old = [...toyHosts(day).filter(({ from }) => from < day - 1), over, left]
  return old
    .toSorted((one, other) => (`${one.book} ${idOf(one.n)}` < `${other.book} ${idOf(other.n)}` ? -1 : 1))
    .map((one) => lineText(lineOf(one, day - 1)))
}

function lineOf(one: ToyOrder, day: number): PayoutLine {
  const { order, number, book, mid, version, upperPpm, principal, last } = ticketOf(one)
  const terms = { number, mid, version, upperPpm: String(upperPpm), principal, last }
  return { v: 1, kind: 'payout', day: dayName(day), book, order, ...terms, amount: '0' }
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
