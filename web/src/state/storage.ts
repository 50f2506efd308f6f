import { readJson } from '@tickmark/core/json'

/** Reads a kept text; null when there is none or storage is closed to us. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text, or forgets it when null. A full or closed storage is no error: the value lasts as long as the page. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Private mode or quota.
  }
}

/** Reads a kept JSON value; null for anything unreadable. The caller checks its shape. */
export function keptJson(key: string): unknown {
  return readJson(kept(key) ?? '') ?? null
}

/** Reads what this tab keeps over a reload or an error; null for nothing or anything unreadable. The caller checks its shape. */
export function keptInTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown
  } catch {
    return null
  }
}

/** Keeps a value for this tab, or forgets it when null. */
export function keepInTab(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is full or closed: it lasts as long as the page.
  }
}
