import { expect, test } from 'vitest'
import { inviteLink, sharedPath } from './sharedPath.ts'

const ours = 'https://tickmark.example'

test.each([
  ['/', '/'],
  ['/business?pid=1', '/business?pid=1'],
  ['/share', '/share'],
  ['/receipt/01234567-89ab-7def-8123-456789abcdef', '/receipt/01234567-89ab-7def-8123-456789abcdef'],
  ['/?news=7#top', '/?news=7#top'],
  ['/a/../order', '/order'],
  ['/?next=https://evil.example', '/?next=https://evil.example'],
  ['/@evil.example', '/@evil.example'],
  [`/${'a'.repeat(511)}`, `/${'a'.repeat(511)}`],
  ['/行情', '/%E8%A1%8C%E6%83%85'],
])('%s is a place of ours', (path, place) => {
  expect(sharedPath(encodeURIComponent(path), ours)).toBe(place)
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\\b',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\u0000',
  '/\u0085/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'friend',
  'business?pid=1',
  '?code=other',
  '@evil.example',
  '',
  `/${'a'.repeat(512)}`,
])('%j is none', (path) => {
  expect(sharedPath(encodeURIComponent(path), ours)).toBeNull()
})

test.each(['%', '%2', '%E0%A4%A', '%2Fa%'])('%s, with an invalid encoding, is no path', (part) => {
  expect(sharedPath(part, ours)).toBeNull()
})

test('it is decoded once: a doubly encoded path keeps a percent sign', () => {
  expect(sharedPath('%2F%252F%252Fevil.example', ours)).toBe('/%2F%2Fevil.example')
})

test('a missing path gives null', () => {
  expect(sharedPath(undefined, ours)).toBeNull()
})

test.each([
  [null, `${ours}/?code=AB12`],
  ['/business?pid=1', `${ours}/business?pid=1&code=AB12`],
  ['/?code=OTHER#top', `${ours}/?code=AB12#top`],
])('the link for %s carries the own code and no other', (path, link) => {
  expect(inviteLink('AB12', path, ours)).toBe(link)
})
