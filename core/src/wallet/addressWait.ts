import { DAY_MS } from '../days.ts'

/** Waiting time of a new address, for owners who turned it on. */
export const NEW_ADDRESS_MS = DAY_MS

/** The wait for new addresses: null when it was never on; `untilMs` is null while it is on indefinitely. */
export type BookSwitch = { untilMs: number | null } | null

export function isBookOn(book: BookSwitch, nowMs: number): boolean {
  return book !== null && (book.untilMs === null || nowMs < book.untilMs)
}

/**
 * When payments to an address may begin: now, or, if the owner lets new addresses wait, 24 h after it was added (`usableAtMs`,
 * null if never added). His own address never waits.
 */
export function payableFromMs(
  { isOwn, book, usableAtMs }: { isOwn: boolean; book: BookSwitch; usableAtMs: number | null },
  nowMs: number,
): number {
  if (isOwn || !isBookOn(book, nowMs)) return nowMs
  return usableAtMs ?? nowMs + NEW_ADDRESS_MS
}
