import { expect, test } from 'vitest'
import { coinsOf, decimalsOf, findCoin, parseChains } from './network.ts'

const USDT = { currency: 1, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 }
const good = {
  id: 2,
  name: 'Ethereum',
  kind: 'evm',
  rpc: ['https://node.example/'],
  chainId: 1,
  confirmations: 32,
  coinType: 60,
  blockSeconds: 12,
  native: { currency: 3, decimals: 18 },
  tokens: [USDT],
  firstBlock: 21_000_000,
}

test('the table of networks is read', () => {
  expect(parseChains(JSON.stringify([good]))).toEqual({
    ok: true,
    chains: [{ ...good, traces: false, isTest: false }],
  })
  const tron = {
    ...good,
    id: 3,
    name: 'Tron',
    kind: 'tron',
    tokens: [{ ...USDT, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
  }
  expect(parseChains(JSON.stringify([good, tron])).ok).toBe(true)
  expect(parseChains('[]')).toEqual({ ok: true, chains: [] })
})

test.each([
  ['no JSON', 'x'],
  ['no list', '{}'],
  ['no first block', [{ ...good, firstBlock: undefined }]],
  ['no node', [{ ...good, rpc: [] }]],
  ['a node that is no http address', [{ ...good, rpc: ['ftp://x'] }]],
  ['a word that is not known', [{ ...good, confirmation: 1 }]],
  ['no confirmations', [{ ...good, confirmations: 0 }]],
  [
    'a contract with a wrong checksum',
    [{ ...good, tokens: [{ ...USDT, contract: USDT.contract.replace('dAC', 'dac') }] }],
  ],
  ['a contract in one case', [{ ...good, tokens: [{ ...USDT, contract: USDT.contract.toLowerCase() }] }]],
  ['an Ethereum contract on Tron', [{ ...good, kind: 'tron' }]],
  ['a contract twice', [{ ...good, tokens: [USDT, { ...USDT, currency: 2 }] }]],
  ['a currency twice', [{ ...good, tokens: [{ ...USDT, currency: 3 }] }]],
  ['an id twice', [good, { ...good, name: 'Another' }]],
  ['a name twice', [good, { ...good, id: 3 }]],
  ['a name that is not ASCII', [{ ...good, name: 'Ethéreum' }]],
  ['a number that is too low', [{ ...good, id: 0 }]],
  ['a number that is too high', [{ ...good, id: 1_001 }]],
  ['no chain', [{ ...good, chainId: 0 }]],
  ['more confirmations than are kept', [{ ...good, confirmations: 513 }]],
  ['blocks too fast', [{ ...good, blockSeconds: 0.09 }]],
  ['blocks too slow', [{ ...good, blockSeconds: 3_601 }]],
  ['a coin of no currency', [{ ...good, native: { currency: 0, decimals: 18 } }]],
  ['a token of no currency', [{ ...good, tokens: [{ ...USDT, currency: 32 }] }]],
  ['too many decimals', [{ ...good, native: { currency: 3, decimals: 33 } }]],
  ['decimals below none', [{ ...good, tokens: [{ ...USDT, decimals: -1 }] }]],
  ['a first block before all', [{ ...good, firstBlock: -1 }]],
  ['a coin type below all', [{ ...good, coinType: -1 }]],
  ['no name', [{ ...good, name: '' }]],
  ['a name too long', [{ ...good, name: 'x'.repeat(41) }]],
])('and refused with %s', (_, table) => {
  const parsed = parseChains(typeof table === 'string' ? table : JSON.stringify(table))
  expect(parsed).toMatchObject({ ok: false, faults: [expect.any(String)] })
})

test('values at the bounds are read', () => {
  const least = { id: 1, confirmations: 1, blockSeconds: 0.1, chainId: 1, coinType: 0, firstBlock: 0 }
  const most = { id: 1_000, name: 'x'.repeat(40), confirmations: 512, blockSeconds: 3_600 }
  const coins = { native: { currency: 31, decimals: 32 }, tokens: [{ ...USDT, decimals: 0 }] }
  const table = [
    { ...good, ...least },
    { ...good, ...most, ...coins, traces: true },
  ]
  expect(parseChains(JSON.stringify(table))).toMatchObject({
    ok: true,
    chains: [least, { ...most, ...coins, traces: true }],
  })
})

test('a chain has its own coin and its tokens, and of another currency nothing is known', () => {
  const coins = [{ currency: 3, contract: null, decimals: 18 }, USDT]
  expect(coinsOf(good)).toEqual(coins)
  expect([3, 1, 2].map((currency) => findCoin(good, currency))).toEqual([...coins, null])
  expect([3, 1].map((currency) => decimalsOf(good, currency))).toEqual([18, 6])
  expect(() => decimalsOf(good, 2)).toThrow('assertion failed')
})
