import { keep, keptJson } from '@tickmark/client/storage.ts'

const KEY = 'noticesSeen'
/** Maximum number of stored ids; the oldest notices have long been withdrawn. */
const MOST = 200

/** Ids of the notices closed in this browser, the latest last. */
let seen: readonly number[] = seenOf(keptJson(KEY))

/** Parses the stored list of ids; empty for anything unreadable. */
export function seenOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((one): one is number => Number.isSafeInteger(one)) : []
}

/** Notices that no tab of this browser has closed, in their order. */
export function unseen<N extends { id: number }>(list: readonly N[]): readonly N[] {
  const known = new Set([...seenOf(keptJson(KEY)), ...seen])
  return list.filter(({ id }) => !known.has(id))
}

/** Stores that a notice was closed: no tab of this browser shows it again. */
export function markSeen(id: number): void {
  const others = [...new Set([...seenOf(keptJson(KEY)), ...seen])].filter((one) => one !== id)
  seen = [...others, id].slice(-MOST)
  keep(KEY, JSON.stringify(seen))
}

export function markAllSeen(list: readonly { id: number }[]): void {
  for (const { id } of list) markSeen(id)
}
