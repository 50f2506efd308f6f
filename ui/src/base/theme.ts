export type Theme = 'system' | 'paper' | 'ink'
export type UpDown = 'green-red' | 'red-green' | 'blue-orange'

export const THEMES: readonly Theme[] = ['system', 'paper', 'ink']
export const UPDOWNS: readonly UpDown[] = ['green-red', 'red-green', 'blue-orange']

const KEYS = { theme: 'theme', updown: 'updown' }
const GROUND = { paper: '#f7f4ec', ink: '#0c0e12' }

/** The settings that public/look.js put on <html> before the first paint. */
export function readTheme(): { theme: Theme; updown: UpDown } {
  const { theme, updown } = document.documentElement.dataset
  return {
    theme: THEMES.find((one) => one === theme) ?? 'system',
    updown: UPDOWNS.find((one) => one === updown) ?? 'green-red',
  }
}

/** Applies and stores a theme; 'system' deletes the stored one. */
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

/** Applies and stores the colours of rising and falling prices. */
export function setUpDown(updown: UpDown): void {
  document.documentElement.dataset['updown'] = updown
  remember(KEYS.updown, updown)
}

function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is full or blocked: the choice lasts until the page closes.
  }
}
