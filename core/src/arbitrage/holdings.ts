import type { YieldEntry } from '../log/log.ts'
import type { Amount } from '../money/money.ts'
import { currencyOfPid, TRADED_CURRENCIES } from './currencies.ts'
import type { ProgrammeLine } from './evidence.ts'
import { OPENING } from './moves.ts'
import { PROGRAMME } from './programme.ts'
import { VENUES } from './simulated/venues.ts'

/** The programme's holdings, by venue and currency. */
export type Holdings = Map<number, Map<number, Amount>>

/**
 * Holdings as a log entry has them: by venue, then by currency, units as digits; below zero while an open trade has already spent
 * them.
 */
export type HeldTable = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Closing holdings of a day, and the moves under way then. */
export type HeldWith = Pick<YieldEntry, 'held' | 'moving'>

/** The opening inventory of every venue. */
export function openingHoldings(): Holdings {
  return new Map(VENUES.map(({ venue }) => [venue, new Map(OPENING)]))
}

/** Adds an amount to a venue's holdings; a negative amount is subtracted. */
export function addHeld(holdings: Holdings, venue: number, currency: number, amount: Amount): void {
  const held = holdings.get(venue)
  held?.set(currency, (held.get(currency) ?? 0n) + amount)
}

/** Applies a line to holdings: fills and fees, what a move takes and costs, or what arrives. */
export function applyLine(holdings: Holdings, line: ProgrammeLine): void {
  if (line.kind === 'arrival') return addHeld(holdings, line.to, line.currency, BigInt(line.amount))
  if (line.kind === 'move') {
    addHeld(holdings, line.from, line.currency, -BigInt(line.amount))
    addHeld(holdings, line.from, PROGRAMME.currency, -BigInt(line.cost))
    return
  }
  const coin = currencyOfPid(line.pid)
  for (const { venue, side, filled, quote, fee } of line.legs) {
    const sign = side === 'buy' ? 1n : -1n
    addHeld(holdings, venue, coin, sign * BigInt(filled))
    addHeld(holdings, venue, PROGRAMME.currency, -sign * BigInt(quote) - BigInt(fee))
  }
}

/** Holdings as a log entry has them. */
export function heldTable(holdings: Holdings): HeldTable {
  return Object.fromEntries(
    [...holdings].map(([venue, held]) => [
      venue,
      Object.fromEntries([...held].map(([currency, amount]) => [currency, String(amount)])),
    ]),
  )
}

/** Reads what `heldTable` writes; null unless it names every venue and every traded currency, and no others. */
export function readHeld(table: HeldTable): Holdings | null {
  const holdings: Holdings = new Map()
  for (const { venue } of VENUES) {
    const row = table[venue]
    if (!row || Object.keys(row).length !== TRADED_CURRENCIES.length) return null
    const held = TRADED_CURRENCIES.map((currency) => [currency, row[currency]] as const)
    if (held.some(([, units]) => units === undefined)) return null
    holdings.set(venue, new Map(held.map(([currency, units]) => [currency, BigInt(units ?? 0)])))
  }
  return Object.keys(table).length === VENUES.length ? holdings : null
}

/**
 * Whether these can be the programme's closing holdings. Coins are flat by construction: at all venues and under way together are
 * the opening amount of each coin, and of USDT the opening amount less the loss still to be earned back.
 */
export function areWhole({ held: table, moving }: HeldWith, carried: Amount): boolean {
  const holdings = readHeld(table)
  if (!holdings) return false
  return TRADED_CURRENCIES.every((currency) => {
    const opening = (OPENING.get(currency) ?? 0n) * BigInt(VENUES.length)
    const atVenues = [...holdings.values()].reduce((all, held) => all + (held.get(currency) ?? 0n), 0n)
    const underWay = moving.filter((one) => one.currency === currency)
    const sum = underWay.reduce((all, { amount }) => all + BigInt(amount), atVenues)
    return sum === opening + (currency === PROGRAMME.currency ? carried : 0n)
  })
}

/** Whether closing holdings are the opening ones plus the day's lines, less the USDT earnings taken from the venues. */
export function followFrom(
  before: Holdings,
  lines: readonly ProgrammeLine[],
  { after, usdt }: { after: Holdings; usdt: Readonly<Record<string, string>> },
): boolean {
  const expected = copyOf(before)
  for (const line of lines) applyLine(expected, line)
  for (const [venue, units] of Object.entries(usdt))
    addHeld(expected, Number(venue), PROGRAMME.currency, -BigInt(units))
  return [...expected].every(([venue, held]) =>
    [...held].every(([currency, amount]) => amount === after.get(venue)?.get(currency)),
  )
}

/** A deep copy. */
export function copyOf(holdings: Holdings): Holdings {
  return new Map([...holdings].map(([venue, held]) => [venue, new Map(held)]))
}
