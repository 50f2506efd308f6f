import * as z from 'zod/mini'
import { sessionNow } from '../session/session.ts'
import { queries } from './api.ts'
import { isKeptFor, type KeptAnswer, routeOf, storedAnswers } from './keptAnswers.ts'

const pagesShape = z.object({ pages: z.array(z.unknown()), pageParams: z.array(z.unknown()) })

/**
 * Restores this address's stored answers into the cache, with their times; skips answers that this version cannot
 * read.
 */
export function showKeptAnswers(): void {
  const { address } = sessionNow()
  for (const { key, data, atMs } of readAnswers(storedAnswers(), address))
    if (queries.getQueryData(key) === undefined) queries.setQueryData(key, data, { updatedAt: atMs })
}

/** Parses each stored answer with its route's reply schema. Omits other users' answers, and private ones. */
export function readAnswers(kept: readonly KeptAnswer[], address: string | null): KeptAnswer[] {
  return kept.flatMap((one) => {
    const data = isKeptFor(one.key, address) ? dataOf(one) : undefined
    return data === undefined ? [] : [{ ...one, data }]
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
