import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalText } from '../canonical.ts'
import { consentBody } from './bundle.ts'

const printable = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
})

test('what a consent hashes is its canonical text, whatever is printed in it', () => {
  const check = (lines: string[], signature: string, delegation: string) => {
    const text = lines.join('\n')
    const canonical = canonicalText({ v: 1, kind: 'consent', text: text.split('\n'), signature, delegation })
    expect(consentBody({ text, signature }, delegation)).toBe(canonical)
  }
  fc.assert(fc.property(fc.array(printable), printable, printable, check))
})

test.each(['é', '\t', '\u2028', '\r'])('%j is in no consent', (odd) => {
  expect(() => consentBody({ text: odd, signature: '' }, '')).toThrow()
  expect(() => consentBody({ text: '', signature: odd }, '')).toThrow()
})
