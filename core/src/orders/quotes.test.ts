import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuote, quoteText, type Quote } from './quotes.ts'

const quote: Quote = {
  pid: 1,
  durationId: 110,
  direction: 'down',
  barrierPpm: 241,
  ratePct: 174,
  chancePpm: 350_120,
  marginPpm: 40_000,
  sigmaE12: 81_650_000,
  model: 7,
  rules: 2,
  expiresAtMs: 1_795_219_215_000,
}

test('a quote is read back as it was written', () => {
  expect(quoteText(quote)).toBe('["quote-3",1,110,"down",241,174,350120,40000,81650000,7,2,1795219215000]')
  const count = fc.nat(2 ** 31)
  const shape = {
    pid: count,
    durationId: count,
    barrierPpm: count,
    ratePct: count,
    chancePpm: count,
    marginPpm: count,
    sigmaE12: count,
    model: count,
    rules: count,
    expiresAtMs: count,
  }
  fc.assert(
    fc.property(
      fc.record({ ...shape, direction: fc.constantFrom('up' as const, 'down' as const) }),
      (one) => {
        expect(parseQuote(quoteText(one))).toEqual(one)
      },
    ),
  )
})

test.each([
  '',
  'null',
  '{}',
  '[]',
  '["quote-2"]',
  '["quote-1",1,110,"down",241,174,350120,40000,81650000,1795219215000]',
  '["quote-2",1,110,"left",241,174,350120,40000,81650000,1795219215000]',
  '["quote-2","1",110,"down",241,174,350120,40000,81650000,1795219215000]',
  '["quote-2",1,110,"down",-1,174,350120,40000,81650000,1795219215000]',
  '["quote-2",1,110,"down",2.5,174,350120,40000,81650000,1795219215000]',
  '["quote-2",1,110,"down",241,174,350120,40000,81650000,1795219215000,1]',
  ' ["quote-3",1,110,"down",241,174,350120,40000,81650000,7,2,1795219215000]',
  '["quote-2",01,110,"down",241,174,350120,40000,81650000,1795219215000]',
  '["quote-2",-0,110,"down",241,174,350120,40000,81650000,1795219215000]',
  '["quote-2",1,110,"down",241,174,350120,40000,81650000,9007199254740992]',
  '["quote-3",1,110,"down",241,174,350120,40000,81650000,7,2,1795219215000]\n',
  '["quote-2",1.0,110,"down",241,174,350120,40000,81650000,1795219215000]',
])('%s is not a quote', (text) => {
  expect(parseQuote(text)).toBeNull()
})
