import { expect, test } from 'vitest'
import { LANGUAGES } from '../languages.ts'
import { textOfAnswer } from './answers.ts'

test('the text of a swap has its amounts, and differs by language', () => {
  const facts = { given: '1.5', source: 'ETH', received: '5244.75', target: 'USDT' }
  expect(textOfAnswer('swapDone', 'english', facts)).toBe('Swapped 1.5 ETH for 5244.75 USDT.')
  const texts = LANGUAGES.map((language) => textOfAnswer('swapDone', language, facts))
  expect(new Set(texts).size).toBe(LANGUAGES.length)
  for (const text of texts) for (const fact of Object.values(facts)) expect(text).toContain(fact)
})

test('the text of a requested withdrawal has its amount, and differs by language', () => {
  const facts = { amount: '250', currency: 'USDC' }
  const texts = LANGUAGES.map((language) => textOfAnswer('withdrawalRequested', language, facts))
  expect(new Set(texts).size).toBe(LANGUAGES.length)
  for (const text of texts) expect(text).toMatch(/^[^{}]*250 USDC[^{}]*$/)
})
