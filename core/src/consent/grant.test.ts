import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { CURRENCIES } from '../money/currencies.ts'
import { MOST } from '../money/money.ts'
import { grantOf, keyBytes, mostOf, resourcesOf, shortKeyId, STATEMENTS, widestGrant } from './grant.ts'
import { readDelegation } from './delegation.ts'
import { testOwner } from './owner.testing.ts'

const START_MS = 1_795_219_200_000
const owner = testOwner(1, START_MS)
const delegation = readDelegation(owner.delegation.text, (data) => hash('sha256', data, 'buffer'))
if (!delegation) throw new Error('the owner delegates')
const { grant, key, session } = delegation

test('the widest grant names every currency that orders can be paid in, and ends at a whole minute', () => {
  const wide = widestGrant(key, START_MS + 59_999)
  expect(wide.untilS * 1000).toBe(START_MS)
  const payable = CURRENCIES.filter((one) => one.stake)
  expect(wide.most.map((one) => one.currency)).toEqual(payable.map((one) => one.code))
  for (const { code, stake } of CURRENCIES) expect(mostOf(wide, code)).toBe(stake?.most ?? 0n)
})

test('the sentence names the key, every amount and the end, in characters that EIP-4361 allows', () => {
  const sentences = STATEMENTS.map((statement) => statement(grant, session))
  // Signed texts are stored and stand in receipts: never change a text here, put a new one before it.
  expect(sentences).toEqual([
    `This signature proves that the wallet is yours, and lets this browser's key ${shortKeyId(session)} place and ` +
      'close orders of up to 5000 USDT, 5000 USDC, 1.5 ETH or 0.075 BTC each and host any amount, and end that early for fees of up to 5000 USDT in all, until 2026-11-28 00:00 UTC. ' +
      'It cannot withdraw. It costs no fee and makes no transfer.',
    `This signature proves that the wallet is yours, and lets this browser's key ${shortKeyId(session)} place and ` +
      'close orders of up to 5000 USDT, 5000 USDC, 1.5 ETH or 0.075 BTC each and host any amount until 2026-11-28 00:00 UTC. ' +
      'It cannot withdraw. It costs no fee and makes no transfer.',
  ])
  for (const sentence of sentences) expect(sentence).toMatch(/^[\w\-.~:/?#[\]@!$&'()*+,;= ]+$/)
  const one = { ...grant, most: grant.most.slice(0, 1) }
  for (const statement of STATEMENTS)
    expect(statement(one, session)).toContain('orders of up to 5000 USDT each and host')
})

test('a grant comes back from its resources', () => {
  expect(grantOf(resourcesOf(grant))).toEqual(grant)
  const widest = { ...grant, most: [{ currency: 'USDT', units: MOST }] }
  expect(grantOf(resourcesOf(widest))).toEqual(widest)
  const last = { ...grant, untilS: Date.parse('9999-12-31T23:59:00Z') / 1000 }
  expect(grantOf(resourcesOf(last))).toEqual(last)
})

const [named = '', may = ''] = resourcesOf(grant)
test.each<[string, string[]]>([
  ['no resource', []],
  ['a key alone', [named]],
  ['a third one', [named, may, 'urn:tickmark:may:withdraw']],
  ['another order', [may, named]],
  ['more actions', [named, may.replace('order,close,host', 'order,close,host,withdraw')]],
  ['an end off the minute', [named, may.replace(/until=(\d+)\d;/, 'until=$11;')]],
  ['no end', [named, may.replace(/until=\d+/, 'until=')]],
  ['an end after the year 9999', [named, may.replace(/until=\d+/, 'until=253402300800')]],
  ['an amount of zero', [named, may.replace(/USDT:\d+/, 'USDT:0')]],
  ['an amount beyond every column', [named, may.replace(/USDT:\d+/, 'USDT:9223372036854775808')]],
  ['an amount with a sign', [named, may.replace('USDT:', 'USDT:-')]],
  ['an unknown currency', [named, may.replace('USDT:', 'DOGE:')]],
  ['a currency twice', [named, may.replace('USDC:', 'USDT:')]],
  ['another curve', [named.replace('p256', 'ed25519'), may]],
  ['a key that is no point', [`urn:tickmark:key:p256:${'A'.repeat(44)}`, may]],
  ['a key in another spelling', [`${named}=`, may]],
])('%s is no grant', (_, resources) => {
  expect(grantOf(resources)).toBeNull()
})

test('a key is 33 bytes on the curve', () => {
  expect(keyBytes(grant.key)).toEqual(key)
  expect(keyBytes('')).toBeNull()
  expect(keyBytes(grant.key.slice(1))).toBeNull()
})
