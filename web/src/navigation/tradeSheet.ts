import type { Direction } from '@tickmark/core/orders/terms'
import { useSearch } from 'wouter'
import { closeNamed, openNamed, replaceNamed } from './navigate.ts'

/** The sheet over the page in the address: "?entrust=up" or "?open=<order id>". Going back closes it. */
export type TradeSheet =
  | { kind: 'order'; direction: Direction }
  | { kind: 'countdown'; orderId: string }
  | null

/** The sheet in the address. */
export function useTradeSheet(): TradeSheet {
  return sheetOf(useSearch())
}

export function sheetOf(search: string): TradeSheet {
  const params = new URLSearchParams(search)
  const orderId = params.get('open')
  if (orderId) return { kind: 'countdown', orderId }
  const direction = params.get('entrust')
  return direction === 'up' || direction === 'down' ? { kind: 'order', direction } : null
}

/** Opens a sheet over the page, in place of one that is open. */
export function openTradeSheet(sheet: NonNullable<TradeSheet>): void {
  const open = sheetOf(location.search) === null ? openNamed : replaceNamed
  open(addressWith(sheet))
}

/** Closes the sheet and returns to the page below. */
export function closeTradeSheet(): void {
  if (sheetOf(location.search) !== null) closeNamed(addressWith(null))
}

/** The current address with a sheet, or without one. */
function addressWith(sheet: TradeSheet): string {
  const url = new URL(location.href)
  url.searchParams.delete('open')
  url.searchParams.delete('entrust')
  if (sheet?.kind === 'order') url.searchParams.set('entrust', sheet.direction)
  if (sheet?.kind === 'countdown') url.searchParams.set('open', sheet.orderId)
  return url.href
}
