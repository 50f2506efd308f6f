import * as z from 'zod/mini'
import { ROUTES } from '@tickmark/wire/routes/all'
import { followSession, sessionNow } from '../session/session.ts'
import { keep, keptJson } from '../state/storage.ts'
import { queries } from './api.ts'

const PLACE = 'answers'
/** The most that is kept, in characters: the newest answers first. */
const MOST = 1_500_000

const answerShape = z.object({ key: z.array(z.unknown()), data: z.unknown(), atMs: z.int() })
const pagesShape = z.object({ pages: z.array(z.unknown()), pageParams: z.array(z.unknown()) })

/** An answer with its query key and its time, ms since 1970. */
export type KeptAnswer = z.output<typeof answerShape>

/**
 * Keeps the answers of the user's calls in this browser, so that a page opened without a network shows what was loaded.
 * They are gone when he leaves. The app calls this once.
 */
export function startKeptAnswers(): void {
  addEventListener('pagehide', keepAnswers)
  // A phone may end a page in the background without a further event.
  document.addEventListener('visibilitychange', () => document.hidden && keepAnswers())
  followSession(() => sessionNow().server === null && keep(PLACE, null))
}

function keepAnswers(): void {
  if (!sessionNow().server) return
  const answers = queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey, state }) => ({ key: [...queryKey], data: state.data, atMs: state.dataUpdatedAt }))
  const earlier = z.safeParse(z.array(answerShape), keptJson(PLACE))
  keep(PLACE, JSON.stringify(newestOf([...answers, ...(earlier.data ?? [])])))
}

/** The newest answers of our own calls, one for each key and as many as may be kept. */
export function newestOf(answers: readonly KeptAnswer[], most = MOST): KeptAnswer[] {
  const byKey = new Map<string, KeptAnswer>()
  for (const one of answers.toSorted((a, b) => a.atMs - b.atMs))
    if (routeOf(one.key)) byKey.set(JSON.stringify(one.key), one)
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

/** Puts the kept answers of this address back into the cache, with their times; skips what this version cannot read. */
export function showKeptAnswers(): void {
  const { address } = sessionNow()
  for (const { key, data, atMs } of readAnswers(keptJson(PLACE), address))
    if (queries.getQueryData(key) === undefined) queries.setQueryData(key, data, { updatedAt: atMs })
}

/** Parses each kept answer with its route's reply; those of another user are left out. */
export function readAnswers(kept: unknown, address: string | null): KeptAnswer[] {
  const list = z.safeParse(z.array(answerShape), kept)
  if (!list.success) return []
  return list.data.flatMap((one) => {
    const asker = z.safeParse(z.object({ address: z.nullable(z.string()) }), one.key[1])
    const data = dataOf(one)
    const isOwn = asker.success && (asker.data.address === null || asker.data.address === address)
    return isOwn && data !== undefined ? [{ ...one, data }] : []
  })
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

function routeOf(key: readonly unknown[]) {
  return Object.values(ROUTES).find(({ path }) => path === key[0])
}
