import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '@tickmark/core/assert'
import { type Facts, fill, type Texts } from '../fill.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../languages.ts'

/** Every language's texts of the server, from all files of its folder `server`; read once, when the process starts. */
const TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, readTexts(language)]))

/**
 * What the server says, by section and name: `serverText('refusals.stake_too_small', 'english', { least, currency })`.
 * English where a language has no such text; one that English lacks is a bug.
 */
export function serverText(path: string, language: Language, facts: Facts = {}): string {
  const text = textIn(language, path, facts) ?? textIn(DEFAULT_LANGUAGE, path, facts)
  assert(text !== undefined, `there is a text ${path}`)
  return text
}

function textIn(language: Language, path: string, facts: Facts): string | undefined {
  return fill(TEXTS[language] ?? {}, path, facts, language)
}

/** Files share sections: each adds its names to them. */
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
