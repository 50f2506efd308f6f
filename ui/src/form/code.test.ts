import { expect, test } from 'vitest'
import { cleanCode, problemOf } from './code.ts'

const typed = [
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳ ۴۵۶', '123456'],
  [' 7kq4w-0zx9m\n', '7KQ4W-0ZX9M'],
  ['12.34!', '1234'],
] as const

test.each(typed)('%j is read as %s', (text, code) => {
  expect(cleanCode(text)).toBe(code)
})

const codes = [
  ['', true, 'missing'],
  ['', false, 'missing'],
  ['12345', false, 'sixDigits'],
  ['1234567', true, 'sixDigits'],
  ['123456', false, null],
  ['7KQ4W-0ZX9M', true, null],
  ['7KQ4W0ZX9M', true, null],
  ['7KQ4W-0ZX9M', false, 'sixDigits'],
] as const

test.each(codes)(
  'the code %j, with recovery codes allowed (%j), has the problem %j',
  (code, recovery, problem) => {
    expect(problemOf(code, recovery)).toBe(problem)
  },
)
