import { expect, test } from 'vitest'
import { payloadText } from './payloadText.ts'

test.each([
  [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  [{ b: { d: 1, c: 2 }, a: [{ z: 1, y: 2 }, 'x'] }, '{"a":[{"y":2,"z":1},"x"],"b":{"c":2,"d":1}}'],
  [[3, 1, 2], '[3,1,2]'],
  [{ a: undefined, b: null }, '{"b":null}'],
  [{ B: 1, a: 2, A: 3 }, '{"A":3,"B":1,"a":2}'],
  [null, 'null'],
  ['text', '"text"'],
  [{}, '{}'],
])('the payload %j is written one way', (payload, text) => {
  expect(payloadText(payload)).toBe(text)
})
