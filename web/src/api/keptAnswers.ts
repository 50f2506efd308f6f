import * as z from 'zod/mini'
import { ROUTES } from '@tickmark/wire/routes/all'
import { followSession, isSessionKept, sessionNow } from '../session/session.ts'
import { keep, keptJson } from '@tickmark/client/storage.ts'
import { queries } from './api.ts'

const PLACE = 'answers'
/** Maximum size of the stored answers in characters; the newest come first. */
const MOST = 1_500_000

const answerShape = z.object({ key: z.array(z.unknown()), data: z.unknown(), atMs: z.int() })
const pagesShape = z.object({ pages: z.array(z.unknown()), pageParams: z.array(z.unknown()) })

/** An answer with its query key and its time, ms since 1970. */
export type KeptAnswer = z.output<typeof answerShape>

/**
 * Stores the answers of the user's calls in this browser, so that the page also opens offline. Deletes them when the
 * user leaves, and those in memory when another account takes over. The app calls this once, with the address that its
 * visit began with.
 */
export function startKeptAnswers(first: string | null): void {
  addEventListener('pagehide', keepAnswers)
  // A phone may end a page in the background without a further event.
  document.addEventListener('visibilitychange', () => document.hidden && keepAnswers())
  let owner = first
  followSession(followOwner)
  followOwner()

  function followOwner() {
    const { address, server } = sessionNow()
    if (server === null || address !== owner) dropAnswers(address)
    owner = address
  }
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
  const earlier = z.safeParse(z.array(answerShape), keptJson(PLACE))
  keep(PLACE, JSON.stringify(newestOf([...answers, ...(earlier.data ?? [])], address)))
}

/**
 * The newest answers of our own calls for this address: one for each key, up to the size limit, none with personal
 * details.
 */
export function newestOf(answers: readonly KeptAnswer[], address: string | null, most = MOST): KeptAnswer[] {
  const byKey = new Map<string, KeptAnswer>()
  for (const one of answers.toSorted((a, b) => a.atMs - b.atMs))
    if (mayBeKept(one.key) && isFor(one.key, address)) byKey.set(JSON.stringify(one.key), one)
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

/**
 * Restores this address's stored answers into the cache, with their times; skips answers that this version cannot
 * read.
 */
export function showKeptAnswers(): void {
  const { address } = sessionNow()
  for (const { key, data, atMs } of readAnswers(keptJson(PLACE), address))
    if (queries.getQueryData(key) === undefined) queries.setQueryData(key, data, { updatedAt: atMs })
}

/** Parses each stored answer with its route's reply schema. Omits other users' answers, and private ones. */
export function readAnswers(kept: unknown, address: string | null): KeptAnswer[] {
  const list = z.safeParse(z.array(answerShape), kept)
  if (!list.success) return []
  return list.data.flatMap((one) => {
    const data = mayBeKept(one.key) && isFor(one.key, address) ? dataOf(one) : undefined
    return data === undefined ? [] : [{ ...one, data }]
  })
}

/** Whether an answer is public, or this address's own. */
function isFor(key: readonly unknown[], address: string | null): boolean {
  const owner = ownerOf(key)
  return owner !== undefined && (owner === null || owner === address)
}

/** The address that an answer belongs to: null for a public one, undefined when its key names nobody. */
function ownerOf(key: readonly unknown[]): string | null | undefined {
  return z.safeParse(z.object({ address: z.nullable(z.string()) }), key[1]).data?.address
}

function dataOf({ key, data }: KeptAnswer): unknown {
  const reply = routeOf(key)?.reply
  if (!reply) return undefined
  if (key.at(-1) !== 'pages') return z.safeParse(reply, data).data
  const parsed = z.safeParse(pagesShape, data)
  const pages = parsed.success ? z.safeParse(z.array(reply), parsed.data.pages) : null
  // JSON writes the undefined position of a first page as null.
  const params = parsed.data?.pageParams.map((one) => one ?? undefined)
  return pages?.success ? { pages: pages.data, pageParams: params } : undefined
}

function mayBeKept(key: readonly unknown[]): boolean {
  return routeOf(key)?.isPrivate === false
}

function routeOf(key: readonly unknown[]) {
  return Object.values(ROUTES).find(({ path }) => path === key[0])
}
