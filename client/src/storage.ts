import { readJson } from '@tickmark/core/json'

/** Reads a stored text; null when missing or when storage is blocked. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores a text, or deletes it when null. Full or blocked storage is not an error: the value then lasts until the page
 * closes.
 */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Private mode or quota.
  }
}

/** Reads a stored JSON value; null for anything unreadable. The caller checks its shape. */
export function keptJson(key: string): unknown {
  return readJson(kept(key) ?? 'null') ?? null
}

/**
 * Reads a value that this tab keeps over a reload or an error; null when missing or unreadable. The caller checks its
 * shape.
 */
export function keptInTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown
  } catch {
    return null
  }
}

/** Stores a value for this tab, or deletes it when null. */
export function keepInTab(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is full or blocked: the value is lost when the page closes.
  }
}
