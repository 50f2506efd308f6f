import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressOf, proxyList } from './clientAddress.ts'

const isProxy = proxyList(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', 'fd00::1'])

test.each([
  ['10.0.0.0', true],
  ['10.255.255.255', true],
  ['11.0.0.0', false],
  ['9.255.255.255', false],
  ['192.0.2.1', true],
  ['192.0.2.2', false],
  ['::ffff:10.1.2.3', true],
  ['::ffff:11.1.2.3', false],
  ['2001:db8:ffff::1', true],
  ['2001:db9::1', false],
  ['fd00::1', true],
  ['fd00::2', false],
])('%s is one of our proxies: %s', (address, is) => {
  expect(isProxy(address)).toBe(is)
})

test.each([
  ['without a header', undefined, '203.0.113.9', '203.0.113.9'],
  ['from a stranger who names another', '198.51.100.1', '203.0.113.9', '203.0.113.9'],
  ['through our proxy', '198.51.100.1', '10.0.0.1', '198.51.100.1'],
  ['through two of our proxies', '198.51.100.1, 192.0.2.1', '10.0.0.1', '198.51.100.1'],
  ['with a name that the client made up', '1.2.3.4, 198.51.100.1', '10.0.0.1', '198.51.100.1'],
  ['with something that is no address', 'unknown, 198.51.100.1', '10.0.0.1', '198.51.100.1'],
  ['with nothing but our own proxies', '10.0.0.3, 10.0.0.2', '10.0.0.1', '10.0.0.3'],
  ['with an empty header', '', '10.0.0.1', '10.0.0.1'],
])('a request %s came from the last forwarder that is not ours', (_, header, remoteAddress, from) => {
  const headers = header === undefined ? {} : { 'x-forwarded-for': header }
  expect(addressOf({ headers, socket: { remoteAddress } } as unknown as IncomingMessage, isProxy)).toBe(from)
})
