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
  const text = kept(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
