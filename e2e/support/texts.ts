import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '@tickmark/wire/languages'

const folder = resolve(import.meta.dirname, '../../web/src/texts')

/** What the page says in a language: `said('arab', 'trade:addFavourite', { coin: 'Bitcoin' })`. */
export function said(language: Language, key: string, facts: Record<string, string> = {}): string {
  const [file = '', path = ''] = key.split(':')
  let found: unknown = JSON.parse(readFileSync(resolve(folder, language, `${file}.json`), 'utf8'))
  for (const part of path.split('.')) found = (found as Record<string, unknown>)[part]
  if (typeof found !== 'string') throw new Error(`${language} has no text ${key}`)
  return found.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => facts[name] ?? '')
}
