import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalText, canonicalWriter, type Canonical } from './canonical.ts'

const value: fc.Arbitrary<Canonical> = fc.letrec<{ value: Canonical }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.stringMatching(/^[\x20-\x7e]{0,12}$/),
    fc.maxSafeInteger().map((one) => (one === 0 ? 0 : one)),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[\x20-\x7e]{1,8}$/), tie('value'), { maxKeys: 4 }),
  ),
})).value

test('one value has one text, whatever the order of its keys, and the text reads back as the value', () => {
  expect(canonicalText({ b: 1, a: [true, 'x"'] })).toBe('{"a":[true,"x\\""],"b":1}')
  fc.assert(
    fc.property(value, (one) => {
      const text = canonicalText(one)
      const read = JSON.parse(text) as Canonical
      expect(canonicalText(read)).toBe(text)
      expect(canonicalText(reversed(one))).toBe(text)
      expect(text).toMatch(/^[\x20-\x7e]*$/)
    }),
    { numRuns: 2_000 },
  )
})

test('different values have different texts', () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      const isSame = canonicalText(one) === canonicalText(other)
      if (isSame) expect(JSON.parse(canonicalText(one))).toEqual(JSON.parse(canonicalText(other)))
    }),
    { numRuns: 2_000 },
  )
})

test('a writer for one shape writes the canonical text of values of that shape and of any other', () => {
  const fields = ['kind', 'at', 'Z', 'a"b'] as const
  type Shape = Record<(typeof fields)[number], Canonical>
  const write = canonicalWriter<Shape>(fields)
  fc.assert(
    fc.property(fc.record({ kind: value, at: value, Z: value, 'a"b': value }), (one) => {
      expect(write(one)).toBe(canonicalText(one))
      expect(write(reversed(one) as Shape)).toBe(canonicalText(one))
    }),
    { numRuns: 1_000 },
  )
  const others = [
    {},
    { kind: 1 },
    { kind: 1, at: 2, Z: 3, other: 4 },
    { a: 1, b: 2, c: 3, d: 4 },
    { kind: 1, at: 2, Z: 3, 'a"b': 4, more: 5 },
  ]
  for (const other of others) {
    expect(write(other as unknown as Shape)).toBe(canonicalText(other as Canonical))
  }
  expect(() => write({ kind: 1, at: 1.5, Z: 1, 'a"b': 1 })).toThrow('assertion failed')
  expect(() => write({ kind: 'é', at: 1, Z: 1, 'a"b': 1 })).toThrow('assertion failed')
})

test.each<[string, unknown]>([
  ['a float', 1.5],
  ['minus zero', -0],
  ['a number beyond 2^53', 2 ** 53],
  ['NaN', NaN],
  ['infinity', Infinity],
  ['a text with an accent', 'é'],
  ['a text with a line break', 'a\nb'],
])('%s is not hashed', (_, one) => {
  expect(() => canonicalText({ one } as Canonical)).toThrow('assertion failed')
})

function reversed(one: Canonical): Canonical {
  if (typeof one !== 'object') return one
  if (Array.isArray(one)) return (one as Canonical[]).map(reversed)
  const entries = Object.entries(one as Record<string, Canonical>).map(
    ([key, inner]) => [key, reversed(inner)] as const,
  )
  return Object.fromEntries(entries.toReversed())
}
