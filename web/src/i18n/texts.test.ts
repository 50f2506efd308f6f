import { LANGUAGES } from '@tickmark/wire/languages'
import { expect, test } from 'vitest'

type Texts = Record<string, unknown>

const files = import.meta.glob<Texts>('../texts/*/*.json', { eager: true, import: 'default' })
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const code = Object.values(sources).join('\n')

/** "home:tabs.top" and its text, for every text of a language. */
function textsOf(language: string): Map<string, string> {
  const all = new Map<string, string>()
  for (const [path, texts] of Object.entries(files)) {
    const [, folder, name] = /\/(\w+)\/(\w+)\.json$/.exec(path) ?? []
    if (folder === language) walk(texts, `${name}:`, all)
  }
  return all
}

function walk(node: Texts, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') into.set(prefix + key, value)
    else walk(value as Texts, `${prefix}${key}.`, into)
  }
}

/** Plural forms belong to one key: languages have different numbers of them. */
function stem(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}

function placeholders(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{\{\s*(\w+)/g), (found) => found[1] ?? ''))].toSorted()
}

const english = textsOf('english')
const keys = [...new Set([...english.keys()].map(stem))].toSorted()

for (const language of LANGUAGES) {
  test(`${language} has every text that English has, and no other`, () => {
    expect([...new Set([...textsOf(language).keys()].map(stem))].toSorted()).toEqual(keys)
  })

  test(`${language} names the same facts in every text as English does`, () => {
    for (const [key, text] of textsOf(language)) {
      const same = english.get(key) ?? english.get(`${stem(key)}_other`) ?? ''
      expect([key, placeholders(text)]).toEqual([key, placeholders(same)])
    }
  })

  test(`${language} leaves no text empty`, () => {
    expect([...textsOf(language)].filter(([, text]) => text.trim() === '')).toEqual([])
  })
}

test('every text is used somewhere: by its key, or by a key that is put together from its beginning', () => {
  const unused = keys.filter((key) => {
    const path = key.slice(key.indexOf(':') + 1)
    const quoted = ["'", '"', '`'].some(
      (mark) => code.includes(`${mark}${path}${mark}`) || code.includes(`${mark}${key}${mark}`),
    )
    return (
      !quoted &&
      !starts(path).some((start) => code.includes(`\`${start}\${`) || code.includes(`:${start}\${`))
    )
  })
  expect(unused).toEqual([])
})

/** The beginnings of a dotted key: "tabs.", "tabs.top." */
function starts(path: string): string[] {
  const parts = path.split('.')
  return parts.slice(1).map((_, at) => `${parts.slice(0, at + 1).join('.')}.`)
}
