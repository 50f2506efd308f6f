import type { Amount } from '../money/money.ts'
import { currencyOfPid, TRADED_CURRENCIES } from './currencies.ts'
import type { MoveLine, TradeLine } from './evidence.ts'
import { OPENING } from './moves.ts'
import { PROGRAMME } from './programme.ts'
import { VENUES } from './simulated/venues.ts'

/** What the programme holds at its venues, by venue and currency. */
export type Holdings = Map<number, Map<number, Amount>>

/** The same in a log entry: by venue, then by currency, units as digits; below zero while an open trade has spent them already. */
export type HeldTable = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The opening inventory of every venue. */
export function openingHoldings(): Holdings {
  return new Map(VENUES.map(({ venue }) => [venue, new Map(OPENING)]))
}

/** Adds an amount to what a venue holds; below zero it is taken away. */
export function addHeld(holdings: Holdings, venue: number, currency: number, amount: Amount): void {
  const held = holdings.get(venue)
  held?.set(currency, (held.get(currency) ?? 0n) + amount)
}

/** Changes holdings by what a line did: its fills and their fees, or its move and what that cost. */
export function applyLine(holdings: Holdings, line: TradeLine | MoveLine): void {
  if (line.kind === 'move') {
    const { from, to, currency } = line
    const amount = BigInt(line.amount)
    addHeld(holdings, from, currency, -amount)
    addHeld(holdings, to, currency, amount)
    addHeld(holdings, from, PROGRAMME.currency, -BigInt(line.cost))
    return
  }
  const coin = currencyOfPid(line.pid)
  for (const { venue, side, filled, quote, fee } of line.legs) {
    const sign = side === 'buy' ? 1n : -1n
    addHeld(holdings, venue, coin, sign * BigInt(filled))
    addHeld(holdings, venue, PROGRAMME.currency, -sign * BigInt(quote) - BigInt(fee))
  }
}

/** As a log entry has them. */
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
 * Whether a day's holdings can be what the programme has after it: coins are flat by construction, so that all venues together
 * hold the opening amount of each, and of USDT the opening amount less what is still to be earned back.
 */
export function areWhole(table: HeldTable, carried: Amount): boolean {
  const holdings = readHeld(table)
  if (!holdings) return false
  return TRADED_CURRENCIES.every((currency) => {
    const opening = (OPENING.get(currency) ?? 0n) * BigInt(VENUES.length)
    const sum = [...holdings.values()].reduce((all, held) => all + (held.get(currency) ?? 0n), 0n)
    return sum === opening + (currency === PROGRAMME.currency ? carried : 0n)
  })
}

/** Whether holdings after a day are those before it, its lines, and less what it took from the venues' USDT. */
export function followFrom(
  before: Holdings,
  lines: readonly (TradeLine | MoveLine)[],
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

/** Holdings that can be changed without changing these. */
export function copyOf(holdings: Holdings): Holdings {
  return new Map([...holdings].map(([venue, held]) => [venue, new Map(held)]))
}
