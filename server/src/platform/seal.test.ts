import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSealed, sealText } from './seal.ts'

const key = randomBytes(32)
const id = sealText('a.b=1', key)

test('an id has its text, and opens under its own key alone', () => {
  expect(Buffer.from(id.split('.')[0] ?? '', 'base64url').toString()).toBe('a.b=1')
  expect([openSealed(id, key), openSealed(id, randomBytes(32))]).toEqual(['a.b=1', null])
  expect(openSealed(sealText('أ', key), key)).toBe('أ')
})

test('no other spelling of an id opens, nor a part of it or more', () => {
  const [text = '', mac = ''] = id.split('.')
  for (const other of [
    '',
    '.',
    text,
    `.${mac}`,
    `${text}.`,
    `${text}=.${mac}`,
    `${text}.${mac}=`,
    `${text}.${mac}x`,
    `${text}.${mac.slice(1)}`,
    `${text}x.${mac}`,
    `${Buffer.from('a.b=2').toString('base64url')}.${mac}`,
  ])
    expect(openSealed(other, key), other).toBeNull()
})

test('an id of more than 512 characters is not checked', () => {
  // 351 bytes are 468 characters; with the point and 43 of the proof 512.
  const longest = sealText('x'.repeat(351), key)
  expect([longest.length, openSealed(longest, key)?.length]).toEqual([512, 351])
  expect(openSealed(sealText('x'.repeat(352), key), key)).toBeNull()
})
