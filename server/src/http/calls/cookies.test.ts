import { expect, test } from 'vitest'
import type { FastifyReply } from 'fastify'
import { networkOf, readCookie, writeCookie } from './cookies.ts'
import type { SiteOrigin } from './site.ts'

const site = (secure: boolean): SiteOrigin => ({ publicUrl: '', origins: [], secure })

test.each<[header: string | undefined, secure: boolean, value: string | null]>([
  ['sid=abc', false, 'abc'],
  ['a=1; sid=abc; b=2', false, 'abc'],
  ['sid=first; sid=second', false, 'first'],
  ['xsid=abc', false, null],
  ['__Host-sid=abc', true, 'abc'],
  ['sid=abc', true, null],
  ['__Host-sid=abc', false, null],
  [`sid=${'a'.repeat(128)}`, false, 'a'.repeat(128)],
  [`sid=${'a'.repeat(129)}`, false, null],
  ['sid=', false, null],
  ['sid=a b', false, null],
  ['sid=a%20b', false, null],
  ['', false, null],
  [undefined, false, null],
])('of the cookies %s on a secure site %s, ours is %s', (header, secure, value) => {
  expect(readCookie(header, site(secure), 'sid')).toBe(value)
})

test.each([
  [true, '__Host-sid=abc; Path=/; Max-Age=5; HttpOnly; SameSite=Lax; Secure'],
  [false, 'sid=abc; Path=/; Max-Age=5; HttpOnly; SameSite=Lax'],
])('on a secure site %s, scripts cannot read the cookie %s', (secure, cookie) => {
  const headers: unknown[] = []
  const reply = { header: (...given: unknown[]) => headers.push(...given) } as unknown as FastifyReply
  writeCookie(reply, site(secure), 'sid', 'abc', 5)
  expect(headers).toEqual(['set-cookie', cookie])
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:0:0:0:0:0:6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::', 'fe80:0:0:0'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf({ ip })).toBe(network)
})
