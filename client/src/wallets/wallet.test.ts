import { expect, test } from 'vitest'
import { evmWallet } from './evm.ts'
import { tronWallet } from './tron.ts'
import { firstAddress, isProvider, ownIcon, walletProblem } from './wallet.ts'

const problems: [unknown, string][] = [
  [{ code: 4001 }, 'rejected'],
  [Object.assign(new Error('no'), { code: 4001 }), 'rejected'],
  [{ code: 'ACTION_REJECTED' }, 'rejected'],
  [{ code: -32002 }, 'pending'],
  [{ code: 4000 }, 'pending'],
  [{ code: 4200 }, 'failed'],
  [new Error('boom'), 'failed'],
  [null, 'failed'],
]

for (const [failure, problem] of problems) {
  test(`a wallet that throws ${JSON.stringify(failure)} has ${problem}`, () => {
    expect(walletProblem(failure)).toBe(problem)
  })
}

test('the first address is read from a list or a single text, and from nothing else', () => {
  expect(firstAddress(['0xa', '0xb'])).toBe('0xa')
  expect(firstAddress('Tabc')).toBe('Tabc')
  for (const none of [[], '', null, undefined, 5, [5], {}]) expect(firstAddress(none)).toBeNull()
})

test('an icon with a remote address is not shown', () => {
  expect(ownIcon('data:image/png;base64,AA')).toBe('data:image/png;base64,AA')
  for (const icon of ['https://x.example/i.png', 'javascript:1', 'data:text/html,x', '', null]) {
    expect(ownIcon(icon)).toBeNull()
  }
})

test('an Ethereum-style wallet is given typed data as JSON, a Tron-style one the same content as text', async () => {
  const asked: unknown[] = []
  const info = { name: 'W', icon: '', rdns: 'w.example' }
  const evm = evmWallet(info, { request: async (ask) => asked.push(ask) })
  await evm.signTyped('0xa', { primaryType: 'Withdrawal' }, 'text')
  const trx = { signMessageV2: async (text: string) => `signed ${text}` }
  const tron = tronWallet(info, { tronWeb: { trx } })
  expect(asked).toEqual([{ method: 'eth_signTypedData_v4', params: ['0xa', '{"primaryType":"Withdrawal"}'] }])
  expect(await tron.signTyped('Ta', {}, 'text')).toBe('signed text')
  await expect(async () => tronWallet(info, {}).signTyped('Ta', {}, 'text')).rejects.toThrow()
})

test('an Ethereum-style wallet is given a text as hexadecimal, before the address that signs it', async () => {
  const asked: unknown[] = []
  const info = { name: 'W', icon: '', rdns: 'w.example' }
  const wallet = evmWallet(info, { request: async (ask) => (asked.push(ask), '0x5') })
  expect(await wallet.sign('0xa', 'né')).toBe('0x5')
  expect(asked).toEqual([{ method: 'personal_sign', params: ['0x6ec3a9', '0xa'] }])
})

test('a provider is an object or a function that takes requests', () => {
  const request = () => Promise.resolve(null)
  expect([{ request }, Object.assign(() => {}, { request })].map(isProvider)).toEqual([true, true])
  for (const none of [null, undefined, 'request', {}, { request: true }, () => {}]) {
    expect(isProvider(none)).toBe(false)
  }
})

test('an Ethereum-style wallet without an address does not connect', async () => {
  const wallet = (answer: unknown) =>
    evmWallet({ name: 'W', icon: '', rdns: 'w.example' }, { request: async () => answer })
  await expect(wallet([]).connect()).rejects.toThrow('no address')
  expect([await wallet(['0xa']).connect(), await wallet([]).silent()]).toEqual(['0xa', null])
})

test('an Ethereum-style wallet tells of its account and chain until it is left alone', () => {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const of = (name: string) => listeners.get(name) ?? new Set()
  const provider = {
    request: async () => null,
    on: (name: string, run: (value: unknown) => void) => void listeners.set(name, of(name).add(run)),
    removeListener: (name: string, run: (value: unknown) => void) => void of(name).delete(run),
  }
  const told: unknown[] = []
  const stop = evmWallet({ name: 'W', icon: '', rdns: 'w.example' }, provider).watch({
    account: (address) => told.push(address),
    chain: (id) => told.push(id),
  })
  const tell = (name: string, value: unknown) => of(name).forEach((run) => run(value))
  tell('accountsChanged', ['0xa', '0xb'])
  tell('accountsChanged', [])
  tell('chainChanged', 1)
  expect(told).toEqual(['0xa', null, '1'])
  stop()
  tell('accountsChanged', ['0xb'])
  tell('chainChanged', 2)
  expect(told).toHaveLength(3)
})
