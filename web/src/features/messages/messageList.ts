import type { MessageItem } from '@tickmark/wire/routes/messages'

/** A page of messages as the server gives it. */
export const PAGE = 10

/** The messages as far as they are loaded, newest first, without a gap and none twice. */
export interface MessageList {
  items: readonly MessageItem[]
  /** The oldest message of all is among them. */
  isEnd: boolean
}

/**
 * Puts the newest messages before the known ones. `run` is without a gap; when it does not reach what is known, too much has
 * come meanwhile, and the list starts anew with it.
 */
export function takeNewest(known: MessageList | undefined, run: MessageList): MessageList {
  if (!known || !meets(known, run)) return run
  const fresh = new Map(run.items.map((one) => [one.id, one]))
  const old = known.items.filter((one) => !fresh.has(one.id))
  return { items: [...run.items, ...old], isEnd: known.isEnd || run.isEnd }
}

/** Whether the newest messages reach those that are known. */
export function meets(known: MessageList, run: MessageList): boolean {
  const ids = new Set(known.items.map((one) => one.id))
  return run.isEnd || run.items.some((one) => ids.has(one.id))
}

/** Puts a page behind the known messages, if it was asked for from their last one; another page is of an earlier list. */
export function takeOlder(known: MessageList, before: string, page: readonly MessageItem[]): MessageList {
  if (known.items.at(-1)?.id !== before) return known
  return { items: [...known.items, ...page], isEnd: page.length < PAGE }
}

/** Marks some messages as read, or all. */
export function markRead(known: MessageList, ids: readonly string[] | null): MessageList {
  const items = known.items.map((one) =>
    one.isRead || (ids && !ids.includes(one.id)) ? one : { ...one, isRead: true },
  )
  return { ...known, items }
}
