import { keep, keptJson } from '../../../state/storage.ts'

const KEY = 'noticesSeen'
/** More than this many are not kept: the oldest have long been withdrawn. */
const MOST = 200

/** Numbers of the notices that were closed here, the latest last. */
let seen: readonly number[] = seenOf(keptJson(KEY))

/** What is kept, as a list of numbers; empty for anything unreadable. */
export function seenOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((one): one is number => Number.isSafeInteger(one)) : []
}

/** The notices that were not closed before, in any tab of this browser, in their order. */
export function unseen<N extends { id: number }>(list: readonly N[]): readonly N[] {
  const known = new Set([...seenOf(keptJson(KEY)), ...seen])
  return list.filter(({ id }) => !known.has(id))
}

/** Keeps that a notice was closed: it does not come again, in no tab of this browser. */
export function markSeen(id: number): void {
  const others = [...new Set([...seenOf(keptJson(KEY)), ...seen])].filter((one) => one !== id)
  seen = [...others, id].slice(-MOST)
  keep(KEY, JSON.stringify(seen))
}
