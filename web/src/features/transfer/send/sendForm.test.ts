import { formatAmount, ONE, parseAmount } from '@tickmark/core/money/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  draftOf,
  initial,
  intentOf,
  isSameSend,
  largestAmount,
  problems,
  reduce,
  type SendForm,
} from './sendForm.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const form = (more: Partial<SendForm> = {}): SendForm => ({ typeId: 33, address, amount: '10', ...more })

test('a new form is empty, and a draft fills its fields', () => {
  expect(initial()).toEqual({ typeId: null, address: '', amount: '' })
  expect(initial(draftOf(form()))).toEqual(form())
})

test.each([null, 7, 'x', [], { typeId: 1.5, address: 'a b', amount: 'abc' }])(
  'a spoilt draft %j gives nothing',
  (value) => expect(draftOf(value)).toEqual({}),
)

test('[WAL-05] an address keeps only word characters, dots and slashes', () => {
  const table: [string, string][] = [
    [address, address],
    [` ${address}\n`, address],
    ['0x12-34:56', '0x123456'],
    ['a.b/c_d', 'a.b/c_d'],
    ['<script>', 'script'],
    ['地址', ''],
  ]
  for (const [typed, kept] of table) {
    expect(reduce(initial(), { field: 'address', value: typed }).address).toBe(kept)
  }
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(reduce(initial(), { field: 'address', value: typed }).address).toMatch(/^[\w./]*$/)
    }),
  )
})

test('[WAL-05] an amount is a number or stays as it was', () => {
  expect(reduce(form(), { field: 'amount', value: '12.5' }).amount).toBe('12.5')
  expect(reduce(form(), { field: 'amount', value: '٣٫٥' }).amount).toBe('3.5')
  for (const value of ['1e5', '-3', 'abc', '1.2.3']) {
    expect(reduce(form(), { field: 'amount', value }).amount).toBe('10')
  }
})

test('[WAL-05] address first, then amount: each is called out', () => {
  const facts = { available: 100n * ONE, decimals: 6 }
  const table: [Partial<SendForm>, string[]][] = [
    [{ address: '', amount: '' }, ['address_missing', 'amount_missing']],
    [{ address: '' }, ['address_missing']],
    [{ amount: '' }, ['amount_missing']],
    [{ amount: '0' }, ['amount_invalid']],
    [{ amount: '0.0000001' }, ['amount_too_precise']],
    [{ amount: '100.000001' }, ['insufficient_funds']],
    [{ amount: '100' }, []],
  ]
  for (const [more, codes] of table) {
    expect(problems(form(more), facts).map((one) => one.code)).toEqual(codes)
  }
  expect(problems(form({ amount: '999' }), { available: null, decimals: null })).toEqual([])
  expect(problems(form({ amount: '0.00000001' }), { available: null, decimals: 18 })).toEqual([])
  expect(problems(form({ amount: '0.0000001' }), facts)).toEqual([
    { code: 'amount_too_precise', decimals: 6 },
  ])
})

test('the largest amount and its fee never exceed the balance, and the amount fits the network’s decimals', () => {
  expect(largestAmount(100n * ONE, 150_000_000n, 6)).toBe('98.425')
  expect(largestAmount(ONE, 2n * ONE, 6)).toBe('0')
  // The twentieth of 39 is 1, so that 40 are kept.
  expect([40n, 41n].map((held) => largestAmount(held, 39n, 8))).toEqual(['0', '0.00000001'])
  expect(largestAmount(ONE + 5n, 0n, 18)).toBe('1.00000005')
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 17n }),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.integer({ min: 0, max: 18 }),
      (available, fee, decimals) => {
        const most = parseAmount(largestAmount(available, fee, decimals)) ?? -1n
        expect(most >= 0n && (most === 0n || most + fee <= available)).toBe(true)
        expect((formatAmount(most).split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals)
      },
    ),
  )
})

const asked = { address, amount: '10', currency: 'USDT', network: 'Ethereum', fee: '1.2' }
const fields = {
  site: 'https://tickmark.example',
  network: 'Ethereum',
  currency: 'USDT',
  amount: '10.00',
  feeCap: '1.2',
  to: address,
  nonce: 'n',
  expires: '2026-11-21T06:00:00.000Z',
}

test('only the typed terms are signed, never another address, sum, coin, network or fee', () => {
  expect(intentOf(fields, asked)).toEqual(fields)
  expect(intentOf(fields, { ...asked, address: address.toLowerCase() })).toEqual(fields)
  const wrong: Partial<typeof fields>[] = [
    { to: '0x0000000000000000000000000000000000000001' },
    { amount: '11' },
    { amount: 'ten' },
    { currency: 'ETH' },
    { network: 'Tron' },
    { feeCap: '9' },
    { nonce: '' },
  ]
  for (const one of wrong) expect(intentOf({ ...fields, ...one }, asked)).toBeNull()
  expect(intentOf({ ...fields, to: 'TXyz' }, { ...asked, address: 'txyz' })).toBeNull()
  expect(intentOf({}, asked)).toBeNull()
})

test('two withdrawals are the same when sum, currency, network and address are equal', () => {
  const one = { typeId: 33, destination: address, amount: '50' }
  const table: [Partial<typeof one>, boolean][] = [
    [{}, true],
    [{ amount: '50.0' }, true],
    [{ destination: address.toLowerCase() }, true],
    [{ destination: '0x0000000000000000000000000000000000000001' }, false],
    [{ amount: '50.00000001' }, false],
    [{ typeId: 35 }, false],
    [{ typeId: 65 }, false],
  ]
  for (const [more, isSame] of table) {
    expect([more, isSameSend(one, { ...one, ...more })]).toEqual([more, isSame])
  }
  const tron = { ...one, destination: 'TXyz' }
  expect(isSameSend(tron, { ...tron, destination: 'Txyz' })).toBe(false)
  expect(isSameSend({ ...one, amount: '' }, { ...one, amount: '' })).toBe(false)
})

test('a network is chosen, and the other fields stay', () => {
  expect(reduce(form(), { field: 'typeId', value: 34 })).toEqual(form({ typeId: 34 }))
})

test('terms that lack a field are not signed', () => {
  const fields = {
    site: 'https://tickmark.example',
    network: 'eip155:1',
    currency: 'USDT',
    amount: '10',
    feeCap: '1',
    to: address,
    nonce: '1',
    expires: '2',
  }
  const asked = { address, amount: '10', currency: 'USDT', network: 'eip155:1', fee: '1' }
  expect(intentOf(fields, asked)).toEqual(fields)
  for (const name of Object.keys(fields)) {
    expect(intentOf({ ...fields, [name]: '' }, asked)).toBeNull()
    const { [name as keyof typeof fields]: _, ...rest } = fields
    expect(intentOf(rest, asked)).toBeNull()
  }
})

test('a draft keeps each field that is right by itself', () => {
  expect(draftOf({ typeId: 33, address: 5, amount: 10 })).toEqual({ typeId: 33 })
  expect(draftOf({ typeId: '33', address, amount: '1,0' })).toEqual({ address })
  expect(draftOf({ typeId: null, address: null, amount: '10' })).toEqual({ amount: '10' })
})
