import { expect, test } from 'vitest'
import { derivedKey, newSecret, stepOfCode } from './oneTimeCode.ts'
import { codeAt } from './oneTimeCode.testing.ts'

const KEY = new Uint8Array(32).fill(7)
const STEP_MS = 30_000
/** The first moment of a step. */
const AT = 60_000_000 * STEP_MS
const { text, uri, sealed } = newSecret('user 7', 'Ann & Ben', KEY)
const stepAt = (code: string, wallMs = AT) => stepOfCode(code, sealed, 'user 7', KEY, wallMs)

test.each([
  [-STEP_MS - 1, null],
  [-STEP_MS, -1],
  [-1, -1],
  [0, 0],
  [STEP_MS - 1, 0],
  [STEP_MS, 1],
  [2 * STEP_MS - 1, 1],
  [2 * STEP_MS, null],
])('a code of %i ms after a step’s begin is of the step %s from there', (ms, step) => {
  expect(stepAt(codeAt(text, AT + ms))).toBe(step === null ? null : AT / STEP_MS + step)
  // Within the step the answer is the same.
  expect(stepAt(codeAt(text, AT + ms), AT + STEP_MS - 1)).toBe(step === null ? null : AT / STEP_MS + step)
})

test('a code has six digits and nothing else', () => {
  const code = codeAt(text, AT)
  for (const other of [` ${code}`, `${code}\n`, code.slice(1), `0${code}`, '', 'abcdef'])
    expect(stepAt(other)).toBeNull()
})

test('a secret opens for its owner and under its key alone, and is new each time', () => {
  const code = codeAt(text, AT)
  expect(() => stepOfCode(code, sealed, 'user 8', KEY, AT)).toThrow()
  expect(() => stepOfCode(code, sealed, 'user 7', new Uint8Array(32), AT)).toThrow()
  const other = newSecret('user 7', 'Ann & Ben', KEY)
  expect(other.text).not.toBe(text)
  expect(other.sealed.equals(sealed)).toBe(false)
  expect(sealed.includes(Buffer.from(text))).toBe(false)
  expect(text).toMatch(/^[A-Z2-7]{32}$/)
})

test('the code to scan names the house, the owner and the secret', () => {
  const { searchParams, pathname } = new URL(uri)
  expect(decodeURIComponent(pathname)).toContain('Tickmark:Ann & Ben')
  expect([searchParams.get('secret'), searchParams.get('issuer')]).toEqual([text, 'Tickmark'])
})

test('each purpose has a key of its own', () => {
  const keys = ['a', 'b'].map((purpose) => derivedKey(KEY, purpose).toString('hex'))
  expect(new Set([...keys, Buffer.from(KEY).toString('hex')]).size).toBe(3)
  expect(derivedKey(KEY, 'a').toString('hex')).toBe(keys[0])
})
