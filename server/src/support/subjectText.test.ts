import { LANGUAGES } from '@tickmark/texts/languages'
import { supportName } from '@tickmark/texts/server/supportName'
import { SUBJECT_LINES, type SubjectFacts } from '@tickmark/wire/texts/subjects/subjects'
import { expect, test } from 'vitest'
import { aboutText, receiptLines } from './view.ts'

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

test('the subject of a conversation is written in the reader’s language', () => {
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

test('no two lines are called alike in a language', () => {
  for (const language of LANGUAGES) {
    const lines = SUBJECT_LINES.map((name) => ({ name, value: { text: '1' } }))
    const names = receiptLines({ about: [], lines }, language).map((one) => one.name)
    expect(new Set(names).size, language).toBe(names.length)
    expect(supportName('KQWZ', language)).toContain('KQWZ')
  }
})
