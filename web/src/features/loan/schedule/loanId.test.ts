import { expect, test } from 'vitest'
import { isId, loanIdOf } from './loanId.ts'

const ID = '01234567-89ab-4def-8123-456789abcdef'

test.each([
  [`/loandetail/${ID}`, '', ID],
  ['/loandetail', `id=${ID}`, ID],
  ['/loandetail/', `id=${ID}`, ID],
  [`/loandetail/${ID}`, 'id=7', ID],
  ['/loandetail/7', '', '7'],
  ['/loandetail', '', null],
  ['/loandetail', 'id=', null],
])('[SHELL-04] the address %s?%s names a loan', (path, search, id) => {
  expect(loanIdOf(path, search)).toBe(id)
})

test('only an id of our own format is requested', () => {
  expect([ID, '7', '', `${ID}0`, ID.toUpperCase()].map(isId)).toEqual([true, false, false, false, false])
})
