import { expect, test } from 'vitest'
import { chatAddress } from './chatAddress.ts'

const ID = '01234567-89ab-7def-8123-456789abcdef'

test.each([
  ['', { kind: 'list' }],
  [`thread=${ID}`, { kind: 'thread', threadId: ID }],
  [`thread=${ID.toUpperCase()}`, { kind: 'thread', threadId: ID }],
  [`subject=order&id=${ID}`, { kind: 'about', subject: 'order', subjectId: ID }],
  [`subject=swap&id=${ID.toUpperCase()}`, { kind: 'about', subject: 'swap', subjectId: ID }],
  [`subject=withdrawal&id=${ID}`, { kind: 'about', subject: 'withdrawal', subjectId: ID }],
  [`subject=general&id=${ID}`, { kind: 'list' }],
  [`subject=price&id=${ID}`, { kind: 'list' }],
  ['subject=order', { kind: 'list' }],
  ['subject=order&id=1', { kind: 'list' }],
  ['thread=../x', { kind: 'list' }],
  [`thread=x${ID}`, { kind: 'list' }],
  [`thread=${ID}0`, { kind: 'list' }],
])('"?%s" leads there', (search, place) => {
  expect(chatAddress(search)).toEqual(place)
})
