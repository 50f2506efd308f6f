import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { bearerOf, checkOrigin, originOf } from './origin.ts'
import { Refused } from './refused.ts'

const OURS = 'https://tickmark.example'
const site = { publicUrl: OURS, origins: [OURS, 'https://m.tickmark.example'], secure: true }
const OWN = { 'x-app': '1', origin: OURS, 'sec-fetch-site': 'same-origin' } as const
const BEARER = { 'x-app': '1', authorization: 'Bearer abc' } as const

test.each<[string, string, IncomingHttpHeaders, boolean]>([
  ['our page', 'POST', OWN, true],
  ['our page on another origin of ours', 'POST', { ...OWN, origin: 'https://m.tickmark.example' }, true],
  ['our page in a browser without Sec-Fetch-Site', 'POST', { 'x-app': '1', origin: OURS }, true],
  ['our page without our header', 'POST', { origin: OURS, 'sec-fetch-site': 'same-origin' }, false],
  ['our page with another value of it', 'POST', { ...OWN, 'x-app': '2' }, false],
  ['another site', 'POST', { ...OWN, origin: 'https://evil.example' }, false],
  ['a site whose name begins with ours', 'POST', { ...OWN, origin: `${OURS}.evil.example` }, false],
  ['another site, as its browser says', 'POST', { ...OWN, 'sec-fetch-site': 'cross-site' }, false],
  ['another host of our site', 'POST', { ...OWN, 'sec-fetch-site': 'same-site' }, false],
  ['nowhere, as a browser says of a typed address', 'POST', { ...OWN, 'sec-fetch-site': 'none' }, false],
  ['a sandboxed frame', 'POST', { ...OWN, origin: 'null' }, false],
  ['a program with a token', 'POST', BEARER, true],
  ['a program with a token that reads', 'GET', BEARER, true],
  ['a program without a token', 'POST', { 'x-app': '1' }, false],
  ['a program with a password', 'POST', { 'x-app': '1', authorization: 'Basic abc' }, false],
  ['another site with a token', 'POST', { ...BEARER, origin: 'https://evil.example' }, false],
  ['our page that reads, without an origin', 'GET', { 'x-app': '1', 'sec-fetch-site': 'same-origin' }, true],
  [
    'our page that writes, without an origin',
    'POST',
    { 'x-app': '1', 'sec-fetch-site': 'same-origin' },
    false,
  ],
  ['our page that reads, by its referer', 'GET', { 'x-app': '1', referer: `${OURS}/order` }, true],
  ['our page that writes, by its referer', 'POST', { 'x-app': '1', referer: `${OURS}/order` }, false],
  ['another site that reads', 'GET', { 'x-app': '1', referer: 'https://evil.example/' }, false],
])('a call of %s by %s is taken as it should be', (_, method, headers, isTaken) => {
  const check = () => checkOrigin(method, headers, site)
  if (isTaken) expect(check).not.toThrow()
  else expect(check).toThrow(Refused)
})

test.each([
  ['GET', { origin: 'a', referer: `${OURS}/x` }, 'a'],
  ['GET', { referer: `${OURS}/x?y#z` }, OURS],
  ['GET', { referer: 'x' }, null],
  ['GET', {}, null],
  ['POST', { referer: `${OURS}/x` }, null],
])('of a %s with %j the origin is %s', (method, headers, origin) => {
  expect(originOf(method, headers)).toBe(origin)
})

test.each([
  ['Bearer abc', 'abc'],
  ['bearer a-b_C9', 'a-b_C9'],
  [`Bearer ${'a'.repeat(128)}`, 'a'.repeat(128)],
  [`Bearer ${'a'.repeat(129)}`, null],
  ['Bearer ', null],
  ['Bearer a b', null],
  ['xBearer abc', null],
  ['Basic abc', null],
  [undefined, null],
])('the token of %s is %s', (authorization, token) => {
  expect(bearerOf(authorization === undefined ? {} : { authorization })).toBe(token)
})
