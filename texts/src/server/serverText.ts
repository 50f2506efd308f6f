import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '@tickmark/core/assert'
import { type Facts, fill, type Texts } from '../fill.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../languages.ts'

/** The server's texts in every language, from all files in its folder `server`; read once at the start. */
const TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, readTexts(language)]))

/**
 * A text of the server, by section and name: `serverText('refusals.stake_too_small', 'english', { least, currency })`.
 * Falls back to English; a text that English lacks is a bug.
 */
export function serverText(path: string, language: Language, facts: Facts = {}): string {
  const text = textIn(language, path, facts) ?? textIn(DEFAULT_LANGUAGE, path, facts)
  assert(text !== undefined, `there is a text ${path}`)
  return text
}

function textIn(language: Language, path: string, facts: Facts): string | undefined {
  return fill(TEXTS[language] ?? {}, path, facts, language)
}

/** Several files may add names to one section. */
function readTexts(language: Language): Texts {
  const folder = join(import.meta.dirname, '..', language, 'server')
  const sections: Record<string, Record<string, string | Texts>> = {}
  for (const file of readdirSync(folder)) {
    const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Texts>
    for (const [section, named] of Object.entries(texts)) {
      Object.assign((sections[section] ??= {}), named)
    }
  }
  return sections
}
