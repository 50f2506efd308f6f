import { afterEach, expect, test, vi } from 'vitest'
import { tronWallet } from './tron.ts'

const INFO = { name: 'W', icon: '', rdns: 'w.example' }
const trx = { signMessageV2: async (text: string) => `signed ${text}` }
const older = (base58: string | false) => ({ tronWeb: { trx, defaultAddress: { base58 } } })

afterEach(() => vi.unstubAllGlobals())

/** A wallet that gives these answers in turn, and fails with those that are errors; notes what it was asked. */
function walletOf(answers: unknown[], beside: object = {}) {
  const asked: string[] = []
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  vi.stubGlobal('window', {})
  return { asked, wallet: tronWallet(INFO, { request, ...beside }) }
}
const failing = (code: number) => Object.assign(new Error('no'), { code })

test.each([
  ['it has the newer method', [['Ta']], ['eth_requestAccounts'], 'Ta'],
  [
    'it knows only the older one',
    [failing(4200), 'Tb'],
    ['eth_requestAccounts', 'tron_requestAccounts'],
    'Tb',
  ],
  ['it finds no newer one', [failing(-32601), ['Tb']], ['eth_requestAccounts', 'tron_requestAccounts'], 'Tb'],
])('a wallet tells its address when %s', async (_, answers, methods, address) => {
  const { wallet, asked } = walletOf([...answers], older('Told'))
  expect(await wallet.connect()).toBe(address)
  expect(asked).toEqual(methods)
})

test.each([
  ['the newer method is refused', [failing(4001), ['Ta']], 4001],
  ['the older method is pending', [failing(4200), { code: 4000 }], 4000],
  ['the older method is refused', [failing(4200), { code: 4001 }], 4001],
  ['it is locked', [[]], -32002],
])('a wallet does not connect when %s', async (_, answers, code) => {
  const { wallet } = walletOf([...answers])
  await expect(wallet.connect()).rejects.toMatchObject({ code })
})

test('without an answer the address is that of the injected or the page’s own object', async () => {
  const { wallet } = walletOf([{ code: 200 }, failing(4200), { code: 200 }], older('Told'))
  expect([await wallet.connect(), await wallet.connect(), await wallet.silent()]).toEqual([
    'Told',
    'Told',
    'Told',
  ])
  vi.stubGlobal('window', older('Tpage'))
  const plain = tronWallet(INFO, {})
  expect([await plain.connect(), await plain.silent(), await plain.sign('', 'text')]).toEqual([
    'Tpage',
    'Tpage',
    'signed text',
  ])
  vi.stubGlobal('window', older(false))
  expect(await plain.silent()).toBeNull()
})

test('changes come from the wallet’s own events and from messages of this page, until the watch ends', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const listeners = new Map<string, (value: unknown) => void>()
  const provider = {
    request: async () => [],
    on: (name: string, listener: (value: unknown) => void) => void listeners.set(name, listener),
    removeListener: (name: string) => void listeners.delete(name),
  }
  const seen: unknown[] = []
  const end = tronWallet(INFO, provider).watch({
    account: (address) => seen.push(address),
    chain: (chain) => seen.push(chain),
  })
  const post = (message: unknown, source: unknown = page) =>
    page.dispatchEvent(Object.assign(new Event('message'), { source, data: { message } }))
  listeners.get('accountsChanged')?.(['Ta'])
  listeners.get('chainChanged')?.('0x2b6653dc')
  listeners.get('chainChanged')?.({ chainId: '0xcd8690dc' })
  post({ action: 'accountsChanged', data: { address: 'Tb' } })
  post({ action: 'disconnect' })
  expect(seen).toEqual(['Ta', '0x2b6653dc', '0xcd8690dc', 'Tb', null])
  post({ action: 'accountsChanged', data: { address: 'Tc' } }, new EventTarget())
  post({ action: 'setNode', data: { address: 'Tc' } })
  post('accountsChanged')
  page.dispatchEvent(Object.assign(new Event('message'), { source: page, data: 'disconnect' }))
  end()
  post({ action: 'disconnect' })
  expect([seen.length, listeners.size]).toEqual([5, 0])
})
