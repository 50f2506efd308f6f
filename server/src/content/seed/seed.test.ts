import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QUOTE_SLACK_PPM, SPREAD_PPM } from '@tickmark/core/wallet/swaps'
import { ANSWER_AREAS, TEXT_TYPES } from '@tickmark/wire/schemas/content'
import { LANGUAGES, type Language } from '@tickmark/texts/languages'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cleanHtml } from '../clean.ts'
import { type SeedItem, seedItem } from '../seedContent.ts'
import { plainJpegSize } from '../../media/jpegSize.ts'

const FOLDER = import.meta.dirname
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
const ITEMS: SeedItem[] = FILES.flatMap((name) =>
  z.parse(z.array(z.strictObject(seedItem.shape)), JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))),
)
const ALLOWED = new Set(
  'p br b strong i em u ul ol li h3 h4 a table thead tbody tr th td blockquote code'.split(' '),
)
/** Pages of ours that a text may link to. */
const PATHS = new Set(
  '/order /account /recharge /record /statement /protection /settings /limits /alerts /notification /help /guide /qa /chat /share /detail'.split(
    ' ',
  ),
)
/** Expected length of a translation, in characters for each English one. */
const FAIR: Record<Language, number> = { english: 1, japanese: 0.5, korean: 0.53, arab: 0.8, chinese: 0.36 }
/** The script that must appear in each language's texts. */
const SCRIPTS: Partial<Record<Language, RegExp>> = {
  japanese: /[\p{sc=Hira}\p{sc=Kana}]/u,
  korean: /\p{sc=Hang}/u,
  arab: /\p{sc=Arab}/u,
  chinese: /\p{sc=Han}/u,
}
/** Fewest and most words of English text for each kind. */
const WORDS: Record<string, [fewest: number, most: number]> = {
  news: [170, 300],
  notice: [25, 70],
  answer: [40, 120],
  glossary: [8, 45],
  text: [60, 150],
  reply: [20, 60],
  introduction: [200, 320],
}

const EVERY = ITEMS.flatMap((item) =>
  LANGUAGES.map((language) => ({ key: item.key, language, item, ...item.texts[language] })),
)
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('what ships with the sandbox', () => {
  test('has every kind of content, and each key once', () => {
    const keys = ITEMS.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of keys) expect(key).toMatch(/^(news|notice|answer|glossary|text|reply)(\.[a-z0-9-]+)+$/)
    const count = (kind: SeedItem['kind']) => ITEMS.filter((item) => item.kind === kind).length
    expect([count('news'), count('notice'), count('answer'), count('text')]).toEqual([12, 2, 54, 4])
    expect(count('reply')).toBe(6)
  })

  test('dates its news one after the other, newest first', () => {
    const hours = ITEMS.filter(({ kind }) => kind === 'news').map(({ hoursAgo = -1 }) => hoursAgo)
    expect(hours).toEqual([...new Set(hours)].toSorted((a, b) => a - b))
    expect(hours[0]).toBeGreaterThan(0)
    for (const { kind, source } of ITEMS) expect(source !== undefined).toBe(kind === 'news')
  })

  test('gives every answer its area and a place from 1 on, without a gap', () => {
    for (const area of ANSWER_AREAS) {
      const places = ITEMS.filter((item) => item.area === area).map(({ place = 0 }) => place)
      expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, at) => at + 1))
      expect(places.length).toBeGreaterThanOrEqual(4)
    }
    for (const { kind, area } of ITEMS) expect(area !== undefined).toBe(kind === 'answer')
  })

  test('has each hint that a page asks for, once', () => {
    const hints = ITEMS.filter(({ kind }) => kind === 'text')
    expect(hints.length).toBe(Object.keys(TEXT_TYPES).length)
    for (const asked of Object.values(TEXT_TYPES)) expect(hints.some(({ type }) => type === asked)).toBe(true)
  })

  test('names pictures that are there, each plain, small and used', () => {
    const named = ITEMS.flatMap(({ picture }) => picture ?? [])
    const there = readdirSync(join(FOLDER, 'pictures'))
    expect(there.toSorted()).toEqual(named.map((name) => `${name}.jpg`).toSorted())
    for (const name of there) {
      const bytes = readFileSync(join(FOLDER, 'pictures', name))
      expect(plainJpegSize(bytes)).toEqual({ width: 800, height: 450 })
      expect(bytes.length).toBeLessThan(40_000)
    }
  })
})

/** Faults of the texts, one a line; a text is named by its key and language. */
type Findings = string[]

function say(found: Findings, name: string, faults: Record<string, boolean>): void {
  for (const [fault, isThere] of Object.entries(faults)) if (isThere) found.push(`${name}: ${fault}`)
}

describe('every text that ships with the sandbox', () => {
  test.each(LANGUAGES)('is whole, tidy HTML of the allowed tags in %s', (wanted) => {
    const found: Findings = []
    const texts = EVERY.filter(({ language }) => language === wanted)
    for (const { key, title, html } of texts) {
      const count = (sign: string) => `${title}${html}`.split(sign).length
      found.push(...faultsOf(html).map((fault) => `${key}: ${fault}`))
      say(found, key, {
        'a title with markup or wild spaces': title !== textOf(title),
        'no title': title.length === 0,
        'a title of more than 90 letters': title.length > 90,
        'not as it is cleaned': cleanHtml(html) !== html,
        'an isolate left open': count('\u2066') !== count('\u2069'),
        'shouts, urges, or has figures that are no Latin digits': /[!！]|[٠-٩۰-۹０-９]|https?:|www\./u.test(
          `${title} ${textOf(html)}`,
        ),
      })
    }
    expect(texts).toHaveLength(ITEMS.length)
    expect(found).toEqual([])
  })

  test('says the same in every language: the same parts, links and commands', () => {
    const shape = (html: string) =>
      JSON.stringify({
        parts: html.match(/<(h3|p|ul|ol|li|table|tr|td|th|blockquote)>/g),
        links: html.match(/href="[^"]*"/g)?.toSorted(),
        commands: html.match(/<code>[^<]*<\/code>/g)?.toSorted(),
      })
    const other = EVERY.filter(({ item, html }) => shape(html) !== shape(item.texts.english.html))
    expect(other.map(({ key, language }) => `${key} in ${language}`)).toEqual([])
  })

  test('is translated, in its language’s script and at a fair length', () => {
    const found: Findings = []
    for (const { key, language, item, title, html } of EVERY) {
      const script = SCRIPTS[language]
      if (!script) continue
      const [text, english] = [textOf(html), textOf(item.texts.english.html)]
      const titleScript = language === 'japanese' ? /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u : script
      const fair = english.length * FAIR[language]
      say(found, `${key} in ${language}`, {
        'another script': !script.test(text),
        'another script in its title': !titleScript.test(title),
        'the English title': title === item.texts.english.title,
        'the English text': text === english,
        'too short': text.length <= fair / 3,
        'too long': text.length >= fair * 3,
        'letters of a neighbour':
          language === 'chinese' && /[\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Arab}]/u.test(text),
      })
    }
    expect(found).toEqual([])
  })

  test('is as long as its kind is read', () => {
    const found: Findings = []
    for (const { kind, area, key, texts } of ITEMS) {
      const one = area === 'glossary' ? area : key === 'text.arbitrage' ? 'introduction' : kind
      const [fewest, most] = WORDS[one] ?? [0, 0]
      const words = textOf(texts.english.html).split(' ').length
      if (words < fewest || words > most) found.push(`${key}: ${words} words`)
    }
    expect(found).toEqual([])
  })

  test('every kind of fault is noticed', () => {
    const faults: [html: string, fault: RegExp][] = [
      ['<p>a<script>', /not allowed/],
      ['<p>a</b></p>', /closes what is not open/],
      ['<p>a', /left open/],
      ['<p><a href="https://evil.example">a</a></p>', /leads elsewhere/],
      ['<p>a & b</p>', /bare sign/],
      ['<p>a</p> b', /outside of a part/],
    ]
    for (const [html, fault] of faults) expect(faultsOf(html).join('\n')).toMatch(fault)
    expect(faultsOf('<p>a <b>b</b> <a href="/order">c</a></p>')).toEqual([])
  })
})

/** Faults in a piece of HTML: tags that are not allowed, unclosed or crossed, and links that lead elsewhere. */
function faultsOf(html: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  for (const [tag, slash = '', name = '', rest = ''] of html.matchAll(/<(\/?)([a-z0-9]*)([^>]*)>/gi)) {
    if (!ALLOWED.has(name)) faults.push(`not allowed: ${tag}`)
    else if (slash) {
      if (open.pop() !== name) faults.push(`closes what is not open: ${tag}`)
    } else if (name !== 'br') open.push(name)
    const path = /^ href="(\/[^"?]*)(?:\?[^"]*)?"$/.exec(rest)?.[1]
    if (name === 'a' && !slash ? !PATHS.has(path ?? '') : rest !== '') faults.push(`leads elsewhere: ${tag}`)
  }
  const bare = html.replace(/<[^>]*>/g, '')
  if (open.length > 0) faults.push(`left open: ${open.join(' ')}`)
  if (/[<>]|&(?!amp;|lt;|gt;)/.test(bare)) faults.push('a bare sign of HTML')
  if (/^[^<]|[^>]$/.test(html) || /\s{2}|\n/.test(html)) faults.push('text outside of a part, or wild spaces')
  return faults
}

test.each(EVERY.filter(({ key }) => /^(text|answer\.wallet)\.swap$/.test(key)))(
  '$key ($language) names the spread and the slack of a swap as the rules have them',
  ({ html }) => {
    const figures = [...html.matchAll(/[\d.]+%/g)].map(([figure]) => figure)
    expect(new Set(figures)).toEqual(new Set([SPREAD_PPM, QUOTE_SLACK_PPM].map((ppm) => `${ppm / 10_000}%`)))
  },
)
