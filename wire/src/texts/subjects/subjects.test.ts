import { expect, test } from 'vitest'
import { LANGUAGES } from '../../languages.ts'
import { SUBJECT_LINES, lineNames } from './lines.ts'
import { aboutText, receiptLines, type SubjectFacts, subjectFacts } from './subjects.ts'
import { SUBJECT_WORDS, subjectWords } from './words.ts'
import { supportName } from '../supportName.ts'
import * as z from 'zod/mini'

const facts: SubjectFacts = {
  about: [{ text: 'BTC/USDT' }, { word: 'up' }, { text: '25 USDT' }],
  lines: [
    { name: 'condition', value: { range: 'up', barrierPpm: 300 } },
    { name: 'duration', value: { seconds: 300 } },
    { name: 'placed', value: { atMs: Date.parse('2026-11-21T09:08:07.654Z') } },
    { name: 'transaction', value: { text: '0xabc' } },
    { name: 'net', value: { text: '−25 USDT' } },
  ],
}

test('what a conversation is about is told in the words of whoever reads', () => {
  expect(LANGUAGES.map((language) => aboutText(facts, language))).toEqual([
    'BTC/USDT Up 25 USDT',
    'BTC/USDT 上昇 25 USDT',
    'BTC/USDT 상승 25 USDT',
    'BTC/USDT صعود \u206625 USDT\u2069',
    'BTC/USDT 看涨 25 USDT',
  ])
})

test('a receipt’s lines keep their facts in every language, a time its zone and a hash its bare form', () => {
  expect(receiptLines(facts, 'english')).toEqual([
    { name: 'Condition to win', text: 'Above +0.03%' },
    { name: 'Duration', text: '5 min' },
    { name: 'Accepted', text: '2026-11-21 09:08:07 UTC' },
    { name: 'Transaction', text: '0xabc' },
    { name: 'Net result', text: '−25 USDT' },
  ])
  for (const language of LANGUAGES) {
    const texts = receiptLines(facts, language).map((one) => one.text)
    expect(texts[2]).toContain('2026-11-21 09:08:07 UTC')
    expect(texts[3]).toBe('0xabc')
    expect(texts[4]).toContain('−25 USDT')
  }
})

test('every word and every name of a line is there in each language, and no two lines are called alike', () => {
  for (const language of LANGUAGES) {
    const names = SUBJECT_LINES.map((one) => lineNames(language)[one])
    expect(new Set(names).size, language).toBe(names.length)
    for (const text of [...names, ...SUBJECT_WORDS.map((one) => subjectWords(language)[one])])
      expect(text).toMatch(/^\S.*\S$|^\S$/)
    expect(supportName('KQWZ', language)).toContain('KQWZ')
  }
  const kinds = LANGUAGES.map((language) => subjectWords(language).deposit)
  expect(new Set(kinds).size).toBe(LANGUAGES.length)
})

test('facts come out of the tables as they went in, and nothing else does', () => {
  expect(z.parse(subjectFacts, JSON.parse(JSON.stringify(facts)))).toEqual(facts)
  for (const broken of [
    {},
    { about: [{}], lines: [] },
    { about: [{ word: 'x' }], lines: [] },
    { ...facts, more: 1 },
  ])
    expect(z.safeParse(subjectFacts, broken).success).toBe(false)
})
