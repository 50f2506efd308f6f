import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { protectionRoutes } from './protection.ts'

test.each([
  ['savings', true],
  ['My 2nd wallet — 冷钱包 🧊', true],
  ['', true],
  ['a\u0000b', false],
  ['a\nb', false],
  ['\u0085', false],
  ['x'.repeat(41), false],
])('a label of the address book has no control characters: %j', (label, isRight) => {
  expect(z.safeParse(protectionRoutes.addAddress.input, { destination: 'x', label }).success).toBe(isRight)
})
