import { useSearch } from 'wouter'
import { back, go } from '../../../navigation/navigate.ts'

/** Whether the open article has a place of its own in the history. */
let pushed = false

/** The article that the address names by "?news=7". */
export function useOpenArticle(): number | null {
  return articleOf(useSearch())
}

/** A whole number from 1, or null. */
export function articleOf(search: string): number | null {
  const named = new URLSearchParams(search).get('news') ?? ''
  return /^[1-9]\d{0,8}$/.test(named) ? Number(named) : null
}

/** This page's address with an article, or without any. */
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

/** Closes it: back to the page as it was, or the page without it when it was opened by its address. */
export function closeArticle(): void {
  if (articleOf(location.search) === null) return
  const rest = articleHref(null)
  if (!pushed) return go(rest, { replace: true })
  pushed = false
  back(rest)
}
