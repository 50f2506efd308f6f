import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '../texts/src/languages.ts'
import type { Texts } from '../texts/src/fill.ts'
import { MESSAGE_FACTS } from '../wire/src/messages/kinds.ts'
import { REFUSAL_FACTS, REFUSALS } from '../wire/src/refusalCodes.ts'
import { SUBJECT_LINES, SUBJECT_WORDS } from '../wire/src/texts/subjects/subjects.ts'
import { root } from './tool.ts'

/**
 * A language's texts by key: "home:tabs.top" for the page, "console/shell:name" for the console, "server:refusals.busy"
 * for all of the server's files.
 */
type Said = ReadonlyMap<string, string>

/** Prefix of the console's keys: an area of the console may have the name of a page's file. */
const CONSOLE = 'console/'

/** Texts that are rightly the same in several languages. */
const SAME_EVERYWHERE = new Set(['pages:title.qa', 'pages:title.nft'])

test('every language has the texts that English has, and none is empty', () => {
  const english = textsOf('english')
  expect(LANGUAGES.flatMap((one) => compare(english, textsOf(one), one))).toEqual([])
})

test('a text that is missing, left over, empty, untranslated or without its facts is noticed', () => {
  const english: Said = new Map([
    ['a:title', 'Title'],
    ['a:left_one', '{{count}} left'],
    ['a:left_other', '{{count}} left'],
    ['a:sum', '{{amount}} {{currency}}'],
    ['a:when', 'Until {{time}}'],
    ['a:range', '{{least}} to {{most}}'],
  ])
  const good: [string, string][] = [
    ['a:title', 'タイトル'],
    ['a:left_other', '残り {{count}}'],
    ['a:sum', '{{amount}} {{currency}}'],
    ['a:when', '{{time}} まで'],
    ['a:range', '{{least}} から {{most}}'],
  ]
  expect(compare(english, new Map(good), 'japanese')).toEqual([])
  const without = (key: string) => good.filter(([one]) => one !== key)
  const breaches: [texts: [string, string][], finding: string][] = [
    [without('a:title'), 'japanese lacks a:title'],
    [[...good, ['a:more', '他']], 'japanese has a:more, and English does not'],
    [[...without('a:title'), ['a:title', ' ']], 'japanese leaves a:title empty'],
    [[...without('a:title'), ['a:title', 'Title']], 'japanese leaves a:title in English'],
    [[...without('a:when'), ['a:when', '{{until}} まで']], 'japanese names other facts in a:when'],
    [[...without('a:when'), ['a:when', '{time} まで']], 'japanese names other facts in a:when'],
    [
      [...without('a:range'), ['a:range', '{{most}} から {{least}}']],
      'japanese names the most before the least in a:range',
    ],
    [[...without('a:left_other'), ['a:left_one', '残り {{count}}']], 'japanese lacks a form of a:left'],
  ]
  for (const [texts, finding] of breaches)
    expect(compare(english, new Map(texts), 'japanese')).toContain(finding)
})

test('English texts have the apostrophe of print', () => {
  const straight = (texts: Said) => [...texts].filter(([, text]) => /\w'/.test(text)).map(([key]) => key)
  expect(straight(textsOf('english'))).toEqual([])
  const planted: Said = new Map([
    ['a:title', "The house's record"],
    ['a:note', 'The house’s record'],
  ])
  expect(straight(planted)).toEqual(['a:title'])
})

test('files of the server that share a section add different names to it', () => {
  expect(LANGUAGES.flatMap((one) => saidTwice(serverFiles(one), one))).toEqual([])
  const planted = [{ refusals: { busy: 'a' } }, { refusals: { busy: 'b' } }]
  expect(saidTwice(planted, 'korean')).toEqual(['korean says refusals.busy twice'])
})

test('every refusal and message has a text that uses exactly its facts', () => {
  const english = textsOf('english')
  const wanted = new Map<string, readonly string[]>([
    ...Object.keys(REFUSALS).map((code) => [`refusals.${code}`, factsOfRefusal(code)] as const),
    ...Object.entries(MESSAGE_FACTS).map(([kind, facts]) => [`messages.${kind}`, facts] as const),
    ...SUBJECT_LINES.map((name) => [`lines.${name}`, []] as const),
    ...SUBJECT_WORDS.filter((word) => word !== 'up' && word !== 'down').map(
      (word) => [`words.${word}`, []] as const,
    ),
  ])
  expect(contradictions(english, wanted)).toEqual([])
  const planted: Said = new Map([
    ['server:refusals.busy', 'Wait {{seconds}}'],
    ['server:refusals.gone', 'Gone'],
  ])
  const few = new Map([
    ['refusals.busy', []],
    ['refusals.failed', []],
  ])
  expect(contradictions(planted, few)).toEqual([
    'refusals.busy names seconds and is given nothing',
    'refusals.failed has no text',
    'refusals.gone is the text of nothing',
  ])
})

test('every text is used: by its key, or by a key composed from its prefix', () => {
  const keys = [...new Set([...textsOf('english').keys()].map(stem))]
  const isConsole = (key: string) => key.startsWith(CONSOLE)
  const own = keys.filter((key) => !isConsole(key))
  const ofConsole = keys.filter(isConsole).map((key) => key.slice(CONSOLE.length))
  expect(unused(own, sources(['web/src', 'client/src', 'server/src', 'texts/src']))).toEqual([])
  expect(unused(ofConsole, sources(['console/src', 'client/src']))).toEqual([])
  const planted = "t('title') + t(`tabs.${tab}`) + t('home:join')"
  const some = ['home:title', 'home:tabs.top', 'home:join', 'home:titl', 'home:other.top', 'server:tab']
  expect(unused(some, planted)).toEqual(['home:titl', 'home:other.top', 'server:tab'])
})

function compare(english: Said, own: Said, language: Language): string[] {
  const wanted = new Set([...english.keys()].map(stem))
  const there = new Set([...own.keys()].map(stem))
  const findings = [
    ...[...wanted].filter((key) => !there.has(key)).map((key) => `${language} lacks ${key}`),
    ...[...there]
      .filter((key) => !wanted.has(key))
      .map((key) => `${language} has ${key}, and English does not`),
    ...[...there]
      .filter((key) => lacksForm(key, own, language))
      .map((key) => `${language} lacks a form of ${key}`),
  ]
  for (const [key, text] of own) {
    const model = english.get(key) ?? english.get(`${stem(key)}_other`) ?? english.get(stem(key))
    if (text.trim() === '') findings.push(`${language} leaves ${key} empty`)
    if (model === undefined) continue
    if (!namesSame(key, text, model)) findings.push(`${language} names other facts in ${key}`)
    if (isTurned(text)) findings.push(`${language} names the most before the least in ${key}`)
    if (language !== 'english' && text === model && hasWords(text) && !SAME_EVERYWHERE.has(key))
      findings.push(`${language} leaves ${key} in English`)
  }
  return findings
}

/** Whether a text with plural forms lacks a form that the language distinguishes. */
function lacksForm(key: string, own: Said, language: Language): boolean {
  const forms = new Intl.PluralRules(LANGUAGE_TAGS[language]).resolvedOptions().pluralCategories
  return !own.has(key) && forms.some((form) => !own.has(`${key}_${form}`))
}

/** Compares the placeholders of two texts. Only the forms for zero, one and two may omit the number. */
function namesSame(key: string, text: string, model: string): boolean {
  const spared = /_(zero|one|two)$/.test(key) ? ['count'] : []
  const names = (one: string) => placeholders(one).filter((name) => !spared.includes(name))
  return names(text).join() === names(model).join() && !/(?<!\{)\{\w+\}(?!\})/.test(text)
}

/** Whether a range begins with its end. All our languages write the smaller number first. */
function isTurned(text: string): boolean {
  const [least, most] = [text.indexOf('{{least}}'), text.indexOf('{{most}}')]
  return least >= 0 && most >= 0 && most < least
}

function contradictions(english: Said, wanted: ReadonlyMap<string, readonly string[]>): string[] {
  const sections = new Set([...wanted.keys()].map((name) => name.split('.')[0]))
  const named = new Map<string, Set<string>>()
  for (const [key, text] of english) {
    const name = /^server:(\w+\.\w+)/.exec(key)?.[1] ?? ''
    if (!sections.has(name.split('.')[0])) continue
    const facts = named.get(name) ?? new Set()
    for (const fact of placeholders(text)) facts.add(fact)
    named.set(name, facts)
  }
  const list = (facts: Iterable<string>) => [...facts].toSorted().join(', ') || 'nothing'
  const differing = [...wanted].flatMap(([name, facts]) => {
    const own = named.get(name)
    if (!own) return [`${name} has no text`]
    return list(own) === list(facts) ? [] : [`${name} names ${list(own)} and is given ${list(facts)}`]
  })
  const left = [...named.keys()].filter((name) => !wanted.has(name))
  return [...differing, ...left.map((name) => `${name} is the text of nothing`)]
}

function factsOfRefusal(code: string): readonly string[] {
  return (REFUSAL_FACTS as Readonly<Record<string, readonly string[]>>)[code] ?? []
}

function unused(keys: readonly string[], code: string): string[] {
  const found = (pattern: RegExp) => new Set(Array.from(code.matchAll(pattern), (one) => one[1] ?? ''))
  const quoted = found(/(?<=['"`])((?:\w+:)?[\w.]+)(?=['"`])/g)
  const begun = found(/[`:]([\w.]+\.)\$\{/g)
  return keys.filter((key) => {
    const path = key.slice(key.indexOf(':') + 1)
    return !quoted.has(path) && !quoted.has(key) && !beginnings(path).some((one) => begun.has(one))
  })
}

/** The prefixes of a dotted key: "tabs.", "tabs.top." */
function beginnings(path: string): string[] {
  const parts = path.split('.')
  return parts.slice(1).map((_, at) => `${parts.slice(0, at + 1).join('.')}.`)
}

function saidTwice(files: readonly Readonly<Record<string, Texts>>[], language: Language): string[] {
  const names = files.flatMap((texts) =>
    Object.entries(texts).flatMap(([section, own]) => Object.keys(own).map((name) => `${section}.${name}`)),
  )
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  return twice.map((name) => `${language} says ${name} twice`)
}

function textsOf(language: Language): Said {
  const folder = join(root, 'texts/src', language)
  const said = new Map<string, string>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')))
    walk(readTexts(join(folder, file)), `${file.replace('.json', '')}:`, said)
  for (const file of readdirSync(join(folder, 'console')))
    walk(readTexts(join(folder, 'console', file)), `${CONSOLE}${file.replace('.json', '')}:`, said)
  for (const texts of serverFiles(language)) walk(texts, 'server:', said)
  return said
}

function serverFiles(language: Language): Record<string, Texts>[] {
  const folder = join(root, 'texts/src', language, 'server')
  return readdirSync(folder).map((file) => readTexts(join(folder, file)) as Record<string, Texts>)
}

function readTexts(path: string): Texts {
  return JSON.parse(readFileSync(path, 'utf8')) as Texts
}

function walk(texts: Texts, prefix: string, into: Map<string, string>): void {
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === 'string') into.set(prefix + name, value)
    else walk(value, `${prefix}${name}.`, into)
  }
}

/** Strips the plural suffix: languages have different numbers of plural forms, but they share the key. */
function stem(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}

function placeholders(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), (found) => found[1] ?? ''))].toSorted()
}

/** Whether words remain to translate once placeholders and punctuation are removed. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, ''))
}

/** The source of everything in these folders that may use a text. */
function sources(folders: readonly string[]): string {
  const parameters = ['ls-files', '--cached', '--others', '--exclude-standard', ...folders]
  return execFileSync('git', parameters, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && existsSync(join(root, name)))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n')
}
