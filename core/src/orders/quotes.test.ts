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

/** The quote's text with other fields. */
const textWith = (change: (fields: string[]) => string[]) =>
  `[${change(quoteText(quote).slice(1, -1).split(',')).join(',')}]`

test.each([
  '',
  'null',
  '{}',
  '[]',
  '["quote-3"]',
  ` ${quoteText(quote)}`,
  `${quoteText(quote)}\n`,
  `${quoteText(quote)}1`,
])('%j is not a quote', (text) => {
  expect(parseQuote(textWith((fields) => fields))).toEqual(quote)
  expect(parseQuote(text)).toBeNull()
})

test.each(Array.from({ length: 12 }, (_, place) => place))(
  'a text with field %d spoilt or left out, or one more beside it, is not a quote',
  (place) => {
    const own = quoteText(quote).slice(1, -1).split(',')[place] ?? ''
    const spoilt = [
      '',
      'null',
      `${own} `,
      ` ${own}`,
      `"${own}"`,
      `0${own}`,
      `-${own}`,
      '-0',
      '1.0',
      '2.5',
      '1e3',
    ]
    const words = ['"up ', '"left"', '"quote-2"', '9007199254740992', '10000000000000000']
    const texts = [...spoilt, ...words].map((other) => textWith((fields) => fields.with(place, other)))
    const lengths = [
      textWith((fields) => fields.toSpliced(place, 1)),
      textWith((fields) => fields.toSpliced(place, 0, '1')),
    ]
    expect([...texts, ...lengths].filter((text) => parseQuote(text) !== null)).toEqual([])
  },
)

test('a quote’s figures may be as large as exact numbers', () => {
  const most = Number.MAX_SAFE_INTEGER
  expect(parseQuote(quoteText({ ...quote, pid: 0, expiresAtMs: most }))).toEqual({
    ...quote,
    pid: 0,
    expiresAtMs: most,
  })
})
