import type { Page } from 'playwright-core'
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '@tickmark/texts/languages'
import { textIn } from '../page/texts.ts'
import { type NoFigure, plain } from './judge.ts'

/**
 * Everything that a person reads on a page, also in its fields and in text that only a screen reader says. Left out are parts whose
 * numbers are no figures: round prices along a chart, keys of a number pad, lists to choose from, the explainer's drawn
 * example, and what editors wrote (news, articles, hints).
 */
export function readPage(page: Page, language: Language): Promise<string> {
  const names = ['arbitrage:keypad', 'news:title'].map((key) => `[aria-label="${textIn(language, key)}"]`)
  const out = [
    ...names,
    '[data-scale]',
    '.prose',
    'select',
    'script',
    'style',
    'title',
    'figure:has([type=range])',
  ]
  return page.evaluate((left) => {
    const isOut = (node: Element) => node.closest(left) !== null
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    let block: Element | null = null
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof HTMLInputElement) {
        if (/^(text|search|)$/.test(node.type) && node.getClientRects().length > 0)
          texts.push(' ', node.value, ' ')
      } else if (node instanceof Text && node.parentElement && !isOut(node.parentElement)) {
        const owner = node.parentElement
        if (!owner.checkVisibility({ visibilityProperty: true })) continue
        let next: Element | null = owner
        while (next && getComputedStyle(next).display === 'inline') next = next.parentElement
        if (next !== block) texts.push('\n')
        block = next
        texts.push(node.data)
      }
    }
    return texts.join('')
  }, out.join(', '))
}

const folder = resolve(import.meta.dirname, '../../../texts/src')

/** Kinds of numbers that are no figures of the user. Whatever else has a digit needs a figure in its page's row. */
export function noFigures(language: Language): NoFigure[] {
  const known = made.get(language) ?? makeKinds(language)
  made.set(language, known)
  return known
}

const made = new Map<Language, NoFigure[]>()

function makeKinds(language: Language): NoFigure[] {
  return [
    { name: 'a number in a text that never changes', pattern: anyOf(fixedTexts(language)) },
    {
      name: 'an address, a hash or a key',
      pattern: /0x[\da-fA-F…]+|\b[\da-f]{4}…[\da-f]{4}\b|\b[\da-f]{64}\b/g,
    },
    { name: 'the number of an order', pattern: /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g },
    { name: 'a period of a chart', pattern: /\b(5M|15M|1H|4H|1D|1W|1M)\b/g },
    { name: 'a place in the public log, in the check of a receipt', pattern: anyFilled(language, LOG_TEXTS) },
    { name: 'the version', pattern: /\b\d+\.\d+\.\d+\b/g },
  ]
}

/** Texts that count entries of the public log. */
const LOG_TEXTS = [
  'receipt:step.ticket_logged',
  'receipt:step.entries',
  'receipt:step.close_logged',
  'watch:line',
]

/** The texts, with anything in place of their facts. */
function anyFilled(language: Language, keys: readonly string[]): RegExp {
  const facts = new Proxy({}, { get: () => FACT, has: () => true })
  const sources = keys.map((key) =>
    escaped(plain(textIn(language, key, facts))).replaceAll(FACT, String.raw`(?:[\d,]+|[^.]{1,40}?)`),
  )
  return new RegExp(sources.join('|'), 'g')
}

const FACT = 'FACT'

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s*`)
}

function fixedTexts(language: Language): string[] {
  const files = readdirSync(resolve(folder, language)).filter((one) => one.endsWith('.json'))
  const texts = files.flatMap((file) =>
    textsIn(JSON.parse(readFileSync(resolve(folder, language, file), 'utf8'))),
  )
  return texts.map(plain).filter((one) => /\d/.test(one) && /\p{L}{2}/u.test(one) && !one.includes('{{'))
}

function textsIn(given: unknown): string[] {
  if (typeof given === 'string') return [given]
  return given !== null && typeof given === 'object' ? Object.values(given).flatMap(textsIn) : []
}

function anyOf(texts: readonly string[]): RegExp {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map(escaped).join('|'), 'g')
}
