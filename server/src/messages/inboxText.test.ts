import { LANGUAGES } from '@tickmark/texts/languages'
import { categoryOf, linkOf, MESSAGE_FACTS, MESSAGE_KINDS } from '@tickmark/wire/messages/kinds'
import { MESSAGE_CATEGORIES } from '@tickmark/wire/schemas/messages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inboxText } from './inboxText.ts'

const cases = MESSAGE_KINDS.flatMap((kind) => LANGUAGES.map((language) => ({ kind, language })))
const marks = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `«${name}»`]))

describe('the texts of messages', () => {
  test('each shows its facts, every one of them, and nothing else', () => {
    const findings = cases.filter(({ kind, language }) => {
      const names: readonly string[] = MESSAGE_FACTS[kind]
      const { title, text, html } = inboxText(kind, language, marks(names))
      const shown = new Set((title + text).match(/«\w+»/g))
      const isWhole = shown.size === names.length && names.every((name) => shown.has(`«${name}»`))
      return !isWhole || title.length >= 90 || /[{}]|undefined/.test(title + text + html)
    })
    expect(findings).toEqual([])
  })

  test('none lets a fact become markup', () => {
    const evil = `<img src=x onerror="alert('1')">&`
    const findings = cases.filter(({ kind, language }) => {
      const facts = Object.fromEntries(MESSAGE_FACTS[kind].map((name) => [name, evil]))
      const { html } = inboxText(kind, language, facts)
      return (
        /[<>"']/.test(html.replace(/<\/?p>/g, '')) || html.split('<p>').length !== html.split('</p>').length
      )
    })
    expect(findings).toEqual([])
  })

  test('every language says something of its own for every kind', () => {
    for (const kind of MESSAGE_KINDS) {
      const texts = LANGUAGES.map((language) => inboxText(kind, language, {}).text)
      expect(new Set(texts).size, kind).toBe(LANGUAGES.length)
    }
  })

  test('Arabic keeps every figure between isolates, and closes each', () => {
    for (const kind of MESSAGE_KINDS) {
      const { title, text } = inboxText(kind, 'arab', marks(MESSAGE_FACTS[kind]))
      for (const one of [title, text]) {
        const open = one.match(/\u2066[^\u2066\u2069]*\u2069/g) ?? []
        expect(one.split('\u2066').length - 1).toBe(open.length)
        // A reason is a sentence of either direction, in an isolate that finds out which.
        const words = /«(side|book|rule)»|\u2068«reason»\u2069/g
        const outside = one.replace(/\u2066[^\u2069]*\u2069/g, '').replace(words, '')
        expect(outside, kind).not.toMatch(/«|[A-Za-z0-9]/)
      }
    }
  })

  test('a reason is an operator’s words as they are, or a rule in the language', () => {
    const shown = (reason: string) => inboxText('loan_rejected', 'japanese', { amount: '1200', reason })
    const broken = (rule: string) => inboxText('loan_rule_broken', 'japanese', { amount: '1200', rule })
    expect(shown('rule:phone').text).toContain('理由：rule:phone')
    expect(broken('of tomorrow').text).toContain('理由：of tomorrow')
    expect(broken('phone').text).toContain('電話番号が7桁から15桁ではありません。')
    expect(shown('Phone <b>').html).toContain('Phone &lt;b&gt;')
  })

  test('figures are grouped, sides and books are words of the language', () => {
    const facts = { pair: 'BTC/USDT', side: 'down', net: '−12345.5', currency: 'USDT', book: 'simulated' }
    expect(inboxText('order_settled', 'english', facts)).toMatchObject({
      title: 'BTC/USDT Down: −12,345.5 USDT',
      text: expect.stringContaining('simulated account') as unknown,
    })
    expect(inboxText('order_settled', 'japanese', facts).title).toBe('BTC/USDT 下落：−12,345.5 USDT')
    const level = { coin: 'TRX', price: '0.123456', level: '1234567.000001' }
    expect(inboxText('alert_fired', 'english', level).title).toBe('TRX has reached 1,234,567.000001 USDT')
  })

  test.each(MESSAGE_KINDS)('in %s sums, prices and counts are grouped, and no other figure', (kind) => {
    const grouped = MESSAGE_FACTS[kind].filter((name) => {
      const { title, text } = inboxText(kind, 'english', { [name]: '1234567.5' })
      return (title + text).includes('1,234,567.5')
    })
    const figures = ['amount', 'net', 'price', 'level', 'count', 'first', 'fee']
    expect(grouped).toEqual(MESSAGE_FACTS[kind].filter((name) => figures.includes(name)))
  })

  test('no fact throws or is taken for a pattern', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.string(), ({ kind, language }, value) => {
        const facts = Object.fromEntries(MESSAGE_FACTS[kind].map((name) => [name, value]))
        const { html } = inboxText(kind, language, facts)
        return !/<(?!\/?p>)/.test(html)
      }),
      { numRuns: 200 },
    )
  })
})

test('every kind has a category and a path of ours', () => {
  for (const kind of MESSAGE_KINDS) {
    expect(MESSAGE_CATEGORIES).toContain(categoryOf(kind))
    expect(linkOf(kind, {})).toMatch(/^\/\w+$/)
  }
  expect(linkOf('alert_fired', { coin: 'ETH' })).toBe('/business?pid=2')
  expect(linkOf('alert_fired', { coin: 'gone' })).toBe('/alerts')
})
