import { expect, test } from 'vitest'
import { fragmentOf, headIn } from './linkHead.ts'

const note = 'log.example/tm\n3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n\n— log.example/tm ure85BM5\n'

test('a link carries a signed head in its fragment, and no head leaves no fragment', () => {
  expect(headIn(fragmentOf(note))).toBe(note)
  expect(fragmentOf(note)).toMatch(/^#head=[\w-]+$/)
  expect(fragmentOf('')).toBe('')
})

test.each(['', '#', '#head=', '#head=a', '#head=%20', '#other=YQ', `#head=${'a'.repeat(8_004)}`])(
  'the fragment %j carries none',
  (fragment) => {
    expect(headIn(fragment)).toBeNull()
  },
)
