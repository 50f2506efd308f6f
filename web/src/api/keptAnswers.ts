import * as z from 'zod/mini'
import { ROUTES } from '@tickmark/wire/routes/all'
import { isSessionKept, sessionNow, whenOwnerLeaves } from '../session/session.ts'
import { keep, keptJson } from '@tickmark/client/storage.ts'
import { queries } from './api.ts'

const PLACE = 'answers'
/** Maximum size of the stored answers in characters; the newest come first. */
const MOST = 1_500_000

const answerShape = z.object({ key: z.array(z.unknown()), data: z.unknown(), atMs: z.int() })

/** An answer with its query key and its time, ms since 1970. */
export type KeptAnswer = z.output<typeof answerShape>

/**
 * Stores the answers of the user's calls in this browser, so that the page also opens offline. Deletes them when the
 * user leaves, and those in memory when another account takes over. The app calls this once.
 */
export function startKeptAnswers(): void {
  addEventListener('pagehide', keepAnswers)
  // A phone may end a page in the background without a further event.
  document.addEventListener('visibilitychange', () => document.hidden && keepAnswers())
  whenOwnerLeaves(dropAnswers)
}

/** Deletes the stored answers, and from memory those that are not this address's. */
function dropAnswers(address: string | null): void {
  keep(PLACE, null)
  queries.removeQueries({ predicate: ({ queryKey }) => (ownerOf(queryKey) ?? address) !== address })
}

function keepAnswers(): void {
  if (!isSessionKept()) return
  const { address } = sessionNow()
  const answers = queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey, state }) => ({ key: [...queryKey], data: state.data, atMs: state.dataUpdatedAt }))
  keep(PLACE, JSON.stringify(newestOf([...answers, ...storedAnswers()], address)))
}

/** The stored answers, of any user and in any shape. */
export function storedAnswers(): KeptAnswer[] {
  return z.safeParse(z.array(answerShape), keptJson(PLACE)).data ?? []
}

/**
 * The newest answers of our own calls for this address: one for each key, up to the size limit, none with personal
 * details.
 */
export function newestOf(answers: readonly KeptAnswer[], address: string | null, most = MOST): KeptAnswer[] {
  const byKey = new Map<string, KeptAnswer>()
  for (const one of answers.toSorted((a, b) => a.atMs - b.atMs))
    if (isKeptFor(one.key, address)) byKey.set(JSON.stringify(one.key), one)
  let left = most
  return [...byKey.values()]
    .toSorted((a, b) => b.atMs - a.atMs)
    .filter((one) => {
      const size = JSON.stringify(one).length
      if (size > left) return false
      left -= size
      return true
    })
}

/** Whether an answer may be kept, and is public or this address's own. */
export function isKeptFor(key: readonly unknown[], address: string | null): boolean {
  const owner = ownerOf(key)
  return routeOf(key)?.isPrivate === false && owner !== undefined && (owner === null || owner === address)
}

/** The address that an answer belongs to: null for a public one, undefined when its key names nobody. */
function ownerOf(key: readonly unknown[]): string | null | undefined {
  return z.safeParse(z.object({ address: z.nullable(z.string()) }), key[1]).data?.address
}

/** The call that a key is of; undefined when this version has no such call. */
export function routeOf(key: readonly unknown[]) {
  return Object.values(ROUTES).find(({ path }) => path === key[0])
}
