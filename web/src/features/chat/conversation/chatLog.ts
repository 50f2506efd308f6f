import { DELIVERY, type ChatMessage, type ThreadItem } from '@tickmark/wire/schemas/support'

/** The loaded part of a conversation: messages without a gap, up to the latest; oldest first. */
export interface ChatLog {
  thread: ThreadItem
  list: ChatMessage[]
  /** Whether older messages exist. */
  hasMore: boolean
}

/** `none`: there are no older messages; `failed`: the last attempt to load them did. */
export type Older = 'none' | 'idle' | 'loading' | 'failed'

/** Whether older messages load when the top is near. After a failure only its button loads them, or the page would ask without end. */
export function loadsByScrolling(older: Older): boolean {
  return older === 'idle'
}

/**
 * Appends the latest page to the loaded messages. When there is a gap between them, drops the loaded ones: scrolling up
 * loads them again, so that none is missing.
 */
export function withLatest(known: ChatLog | undefined, page: ChatLog): ChatLog {
  const inPage = new Set(page.list.map((one) => one.id))
  const last = known?.list.findLastIndex((one) => inPage.has(one.id)) ?? -1
  if (!known || last < 0) return page
  const first = known.list.findIndex((one) => inPage.has(one.id))
  const meets = known.list[first]?.id === page.list[0]?.id
  // Messages sent after the page was requested.
  const newer = known.list.slice(last + 1)
  const older = meets ? known.list.slice(0, first) : []
  return {
    thread: page.thread,
    list: [...older, ...page.list, ...newer],
    hasMore: older.length > 0 ? known.hasMore : page.hasMore,
  }
}

/** Prepends an older page, unless other messages were prepended meanwhile. */
export function withOlder(known: ChatLog, page: ChatLog, before: string): ChatLog {
  if (known.list[0]?.id !== before) return known
  return { ...known, list: [...page.list, ...known.list], hasMore: page.hasMore }
}

/** Appends a message that was just sent; one that is already there keeps its place. */
export function withSent(known: ChatLog, message: ChatMessage): ChatLog {
  if (known.list.some((one) => one.id === message.id)) return known
  return { ...known, list: [...known.list, message] }
}

/** Whether there are unread messages of support. */
export function hasUnread({ list }: ChatLog): boolean {
  return list.some((one) => one.from === 'support' && one.delivery !== 'read')
}

/** A pending message, as far as the rows need it. */
export interface Pending {
  key: string
  /** Ms since 1970. */
  atMs: number
}

export type Row<P extends Pending> =
  | { kind: 'day'; key: string; atMs: number }
  | { kind: 'said'; key: string; message: ChatMessage; opensRun: boolean }
  | { kind: 'pending'; key: string; pending: P }

/**
 * The rows from top to bottom: a line for each day, messages, and pending messages. A message counts as delivered or
 * read when a later one does, because the other side reads in order.
 */
export function rowsOf<P extends Pending>(
  list: readonly ChatMessage[],
  onTheirWay: readonly P[],
  dayOf: (ms: number) => string,
): Row<P>[] {
  const carried = carryDelivery(list)
  const rows: Row<P>[] = []
  let day = ''
  let before: ChatMessage | null = null
  const open = (atMs: number) => {
    const next = dayOf(atMs)
    if (next === day) return false
    day = next
    rows.push({ kind: 'day', key: `day ${next}`, atMs })
    return true
  }
  for (const message of carried) {
    const isNewDay = open(message.at)
    const opensRun = isNewDay || before?.from !== message.from || before.name !== message.name
    // A message and its pending form are one row: they share a key, so that nothing on screen is mounted anew.
    rows.push({ kind: 'said', key: message.key ?? message.id, message, opensRun })
    before = message
  }
  const arrived = new Set(list.map((one) => one.key))
  for (const pending of onTheirWay) {
    if (arrived.has(pending.key)) continue
    open(Math.max(pending.atMs, before?.at ?? 0))
    rows.push({ kind: 'pending', key: pending.key, pending })
  }
  return rows
}

/** Raises each own message's delivery state to at least that of every later one. */
function carryDelivery(list: readonly ChatMessage[]): ChatMessage[] {
  let furthest = 0
  return list
    .toReversed()
    .map((message) => {
      if (message.from !== 'user') return message
      furthest = Math.max(furthest, DELIVERY.indexOf(message.delivery))
      return { ...message, delivery: DELIVERY[furthest] ?? message.delivery }
    })
    .toReversed()
}
