import { DELIVERY, type ChatMessage, type ThreadItem } from '@tickmark/wire/schemas/support'

/** What is known of a conversation: a run of its messages without a gap, up to the latest; oldest first. */
export interface ChatLog {
  thread: ThreadItem
  list: ChatMessage[]
  /** Whether there are older ones. */
  hasMore: boolean
}

/**
 * Puts the latest page after what is known. When the two do not meet, what is known is let go: older ones are fetched again
 * as they are scrolled to, so that none is missing in between.
 */
export function withLatest(known: ChatLog | undefined, page: ChatLog): ChatLog {
  const inPage = new Set(page.list.map((one) => one.id))
  const last = known?.list.findLastIndex((one) => inPage.has(one.id)) ?? -1
  if (!known || last < 0) return page
  const first = known.list.findIndex((one) => inPage.has(one.id))
  const meets = known.list[first]?.id === page.list[0]?.id
  // What was said since the page was asked for.
  const newer = known.list.slice(last + 1)
  const older = meets ? known.list.slice(0, first) : []
  return {
    thread: page.thread,
    list: [...older, ...page.list, ...newer],
    hasMore: older.length > 0 ? known.hasMore : page.hasMore,
  }
}

/** Puts an older page before what is known, unless something else came before it meanwhile. */
export function withOlder(known: ChatLog, page: ChatLog, before: string): ChatLog {
  if (known.list[0]?.id !== before) return known
  return { ...known, list: [...page.list, ...known.list], hasMore: page.hasMore }
}

/** Puts a message that was just sent at the end; one that is there already stays where it is. */
export function withSent(known: ChatLog, message: ChatMessage): ChatLog {
  if (known.list.some((one) => one.id === message.id)) return known
  return { ...known, list: [...known.list, message] }
}

/** Whether support said something that was not read yet. */
export function hasUnread({ list }: ChatLog): boolean {
  return list.some((one) => one.from === 'support' && one.delivery !== 'read')
}

/** Something on its way, as far as rows need to know it. */
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
 * What is drawn, from top to bottom: a line for each day, what was said, and what is on its way and has not arrived. What
 * came far carries what was said before it: the other side reads in order.
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
    // A message and its pending row are one row: the key stays, and nothing on screen is made anew.
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

/** How far each own message came is never less than how far a later one did. */
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
