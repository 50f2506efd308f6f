import { expect, test } from 'vitest'
import { WriterFull } from '../ledger/batchWriter.ts'
import { isTransient } from './isTransient.ts'

const failed = (code: string) => Object.assign(new Error('failed'), { code })

test.each([
  ['a full writer', new WriterFull(), true],
  ['a lost connection', failed('ECONNRESET'), true],
  ['a conflict of two transactions', failed('40001'), true],
  ['a broken constraint', failed('23514'), false],
  ['a bug', new TypeError('undefined is not a function'), false],
])('%s makes a call busy, and not wrong: %s', (_, thrown, expected) => {
  expect(isTransient(thrown)).toBe(expected)
})
