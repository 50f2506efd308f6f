import { expect, test } from 'vitest'
import { fragmentOf, readFragment } from './linkFragment.ts'

const head = 'log.example/tm\n3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n\n— log.example/tm ure85BM5\n'
const ticket = 'ab'.repeat(32)

test.each([
  ['both', { ticket, head }, /^#ticket=[\w-]{43}&head=[\w-]+$/],
  ['a ticket alone', { ticket, head: '' }, /^#ticket=[\w-]{43}$/],
  ['a head alone', { ticket: '', head }, /^#head=[\w-]+$/],
  ['nothing', { ticket: '', head: '' }, /^$/],
])('a link carries %s in its fragment', (_, said, form) => {
  expect(fragmentOf(said)).toMatch(form)
  expect(readFragment(fragmentOf(said))).toEqual(said)
})

test.each(['', '#', '#head=', '#head=a', '#head=%20', '#other=YQ', `#head=${'a'.repeat(8_004)}`])(
  'the fragment %j says nothing',
  (fragment) => {
    expect(readFragment(fragment)).toEqual({ ticket: '', head: '' })
  },
)

test.each(['#ticket=', '#ticket=a', '#ticket=%20&head=YQ', `#ticket=${'a'.repeat(8_004)}`])(
  'the damaged ticket of %j fits no receipt, rather than any',
  (fragment) => {
    expect(readFragment(fragment).ticket).not.toMatch(/^([0-9a-f]{64})?$/)
  },
)
