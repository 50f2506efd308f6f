import type { MessageItem } from '@tickmark/wire/routes/messages'

/** A page of messages as the server returns it. */
export const PAGE = 10

/** The loaded messages, newest first, without gaps or duplicates. */
export interface MessageList {
  items: readonly MessageItem[]
  /** Whether the oldest message of all is loaded. */
  isEnd: boolean
}

/**
 * Prepends the newest messages, a run without gaps. When the run does not reach the loaded messages, too many have
 * arrived: the list starts anew with the run.
 */
export function takeNewest(known: MessageList | undefined, run: MessageList): MessageList {
  if (!known || !meets(known, run)) return run
  const fresh = new Map(run.items.map((one) => [one.id, one]))
  const old = known.items.filter((one) => !fresh.has(one.id))
  return { items: [...run.items, ...old], isEnd: known.isEnd || run.isEnd }
}

/** Whether the newest messages reach the loaded ones. */
export function meets(known: MessageList, run: MessageList): boolean {
  const ids = new Set(known.items.map((one) => one.id))
  return run.isEnd || run.items.some((one) => ids.has(one.id))
}

/**
 * Appends an older page if it was requested from the current last message; any other page belongs to an earlier list.
 */
export function takeOlder(known: MessageList, before: string, page: readonly MessageItem[]): MessageList {
  if (known.items.at(-1)?.id !== before) return known
  return { items: [...known.items, ...page], isEnd: page.length < PAGE }
}

/** Marks some or all messages as read. */
export function markRead(known: MessageList, ids: readonly string[] | null): MessageList {
  const items = known.items.map((one) =>
    one.isRead || (ids && !ids.includes(one.id)) ? one : { ...one, isRead: true },
  )
  return { ...known, items }
}
