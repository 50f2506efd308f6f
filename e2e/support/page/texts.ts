import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fill, type Facts, type Texts } from '@tickmark/texts/fill'
import type { Language } from '@tickmark/texts/languages'

const folder = resolve(import.meta.dirname, '../../../texts/src')

/** The page's text in a language: `textIn('arab', 'trade:addFavourite', { coin: 'Bitcoin' })`. */
export function textIn(language: Language, key: string, facts: Facts = {}): string {
  const [file = '', path = ''] = key.split(':')
  const texts = JSON.parse(readFileSync(resolve(folder, language, `${file}.json`), 'utf8')) as Texts
  const text = fill(texts, path, facts, language)
  if (text === undefined) throw new Error(`${language} has no text ${key}`)
  return text
}
