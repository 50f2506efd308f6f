import { useSearch } from 'wouter'
import { back, go } from '../../../navigation/navigate.ts'

/** Whether the open article has its own history entry. */
let pushed = false

/** The article's id from "?news=7". */
export function useOpenArticle(): number | null {
  return articleOf(useSearch())
}

/** A whole number from 1; null for anything else. */
export function articleOf(search: string): number | null {
  const named = new URLSearchParams(search).get('news') ?? ''
  return /^[1-9]\d{0,8}$/.test(named) ? Number(named) : null
}

/** The current address with an article, or without one. */
export function articleHref(id: number | null): string {
  const url = new URL(location.href)
  url.searchParams.delete('news')
  if (id !== null) url.searchParams.set('news', String(id))
  return url.pathname + url.search + url.hash
}

export function openArticle(id: number): void {
  pushed = articleOf(location.search) === null
  go(articleHref(id), { replace: !pushed })
}

/** Closes the article: goes back, or removes it from the address when the page was opened with it. */
export function closeArticle(): void {
  if (articleOf(location.search) === null) return
  const rest = articleHref(null)
  if (!pushed) return go(rest, { replace: true })
  pushed = false
  back(rest)
}
