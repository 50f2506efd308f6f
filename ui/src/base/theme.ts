export type Theme = 'system' | 'paper' | 'ink'
export type UpDown = 'green-red' | 'red-green' | 'blue-orange'

export const THEMES: readonly Theme[] = ['system', 'paper', 'ink']
export const UPDOWNS: readonly UpDown[] = ['green-red', 'red-green', 'blue-orange']

const KEYS = { theme: 'theme', updown: 'updown' }
const GROUND = { paper: '#f7f4ec', ink: '#0c0e12' }

/** What public/look.js has put on <html> before the first paint. */
export function readTheme(): { theme: Theme; updown: UpDown } {
  const { theme, updown } = document.documentElement.dataset
  return {
    theme: THEMES.find((one) => one === theme) ?? 'system',
    updown: UPDOWNS.find((one) => one === updown) ?? 'green-red',
  }
}

/** Applies a theme at once and remembers it; 'system' forgets it. */
export function setTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  remember(KEYS.theme, theme === 'system' ? null : theme)
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const system = meta.media.includes('dark') ? GROUND.ink : GROUND.paper
    meta.content = theme === 'system' ? system : GROUND[theme]
  }
}

/** Applies the colours of rising and falling at once and remembers them. */
export function setUpDown(updown: UpDown): void {
  document.documentElement.dataset['updown'] = updown
  remember(KEYS.updown, updown)
}

/** Puts a language (BCP 47, such as "ar") and its direction on <html>; the session keeps it for the next first paint. */
export function setPageLanguage(lang: string): void {
  document.documentElement.lang = lang
  document.documentElement.dir = /^(ar|he|fa|ur)\b/.test(lang) ? 'rtl' : 'ltr'
}

function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is full or closed: the choice lasts as long as the page.
  }
}
