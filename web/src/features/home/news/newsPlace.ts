import { useSearch } from 'wouter'
import { closeNamed, openNamed, replaceNamed } from '../../../navigation/navigate.ts'

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
  const open = articleOf(location.search) === null ? openNamed : replaceNamed
  open(articleHref(id))
}

/** Closes the article: goes back, or removes it from the address when the page was opened with it. */
export function closeArticle(): void {
  if (articleOf(location.search) !== null) closeNamed(articleHref(null))
}
