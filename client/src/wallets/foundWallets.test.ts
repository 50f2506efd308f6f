import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const request = async () => null
/** What wallets put on the window of a page. */
let page: Record<string, unknown> = {}

beforeEach(() => {
  page = {}
  const events = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A page that listens for wallets; `names` are those that it has found. */
async function listen() {
  const { listenForWallets, walletsNow } = await import('./foundWallets.ts')
  listenForWallets()
  return { walletsNow, names: () => walletsNow().map(({ name, walletType }) => `${name} ${walletType}`) }
}

function announce(standard: 'eip6963' | 'TIP6963', name: string, provider: object = { request }): void {
  const info = { uuid: `${standard} ${name}`, name, icon: '', rdns: `${name}.example` }
  const event = new Event(`${standard}:announceProvider`)
  dispatchEvent(Object.assign(event, { detail: { info, provider } }))
}

test('wallets that announce themselves are found by both standards, Ethereum-style ones first', async () => {
  const { names } = await listen()
  announce('TIP6963', 'tron')
  announce('eip6963', 'one')
  announce('eip6963', 'two')
  expect(names()).toEqual(['one 1', 'two 1', 'tron 2'])
})

test('the page asks for announcements by both standards', async () => {
  for (const [standard, name] of [
    ['eip6963', 'one'],
    ['TIP6963', 'tron'],
  ] as const)
    addEventListener(`${standard}:requestProvider`, () => announce(standard, name))
  expect((await listen()).names()).toEqual(['one 1', 'tron 2'])
})

test('a wallet is found once, however often and where it shows itself', async () => {
  const provider = { request }
  page['ethereum'] = provider
  const { names } = await listen()
  expect(names()).toEqual(['Ethereum 1'])
  announce('eip6963', 'one', provider)
  announce('eip6963', 'one')
  announce('eip6963', 'again', provider)
  expect(names()).toEqual(['one 1'])
})

test('a wallet on the window that has announced itself as a Tron-style one is no other', async () => {
  const provider = { request }
  const { names } = await listen()
  announce('TIP6963', 'tron', provider)
  page['ethereum'] = provider
  dispatchEvent(new Event('ethereum#initialized'))
  expect(names()).toEqual(['tron 2'])
})

test('no later wallet takes the place of one that has announced itself', async () => {
  const { walletsNow } = await listen()
  announce('eip6963', 'one', { request: async () => ['0xa'] })
  announce('eip6963', 'one', { request: async () => ['0xb'] })
  expect(await walletsNow()[0]?.connect()).toBe('0xa')
})

test('an object that is no wallet, or announces too little, is ignored', async () => {
  const { names } = await listen()
  announce('eip6963', 'unable', {})
  dispatchEvent(new Event('eip6963:announceProvider'))
  const unnamed = { info: { uuid: 'u', rdns: 'r' }, provider: { request } }
  dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail: unnamed }))
  expect(names()).toEqual([])
})

const web = (base58: string) => ({ trx: {}, defaultAddress: { base58 } })

test.each<[what: string, on: Record<string, object>, found: string[], address: string | null]>([
  ['TronLink’s own object', { tronLink: { tronWeb: web('Ta') } }, ['TronLink 2'], 'Ta'],
  ['the older object alone', { tronWeb: web('Tb') }, ['TronLink 2'], 'Tb'],
  [
    'the newer one before the older',
    { tron: { isTron: true, tronWeb: web('Ta') }, tronWeb: web('Tb') },
    ['TronLink 2'],
    'Ta',
  ],
  [
    'another wallet’s object before the older',
    { iTron: { tronWeb: web('Ta') }, tronWeb: web('Tb') },
    ['TronLink 2'],
    'Ta',
  ],
  ['another object of that name', { tron: { tronWeb: web('Ta') } }, [], null],
  ['one that is also Ethereum’s', { ethereum: { request, isTronLink: true } }, [], null],
  ['both', { tronLink: { tronWeb: web('Ta') }, ethereum: { request } }, ['Ethereum 1', 'TronLink 2'], 'Ta'],
])('a Tron-style wallet on the window is found by %s', async (_, on, found, address) => {
  Object.assign(page, on)
  const { names, walletsNow } = await listen()
  expect(names()).toEqual(found)
  expect((await walletsNow().at(-1)?.silent()) ?? null).toBe(address)
  const before = walletsNow()
  dispatchEvent(new Event('ethereum#initialized'))
  expect(walletsNow()).toBe(before)
})

test('a Tron-style wallet that has announced itself leaves no place for the window’s', async () => {
  page['tronLink'] = { tronWeb: web('Ta') }
  const { names } = await listen()
  announce('TIP6963', 'tron')
  expect(names()).toEqual(['tron 2'])
})

test.each([
  [{ isMetaMask: true }, 'MetaMask'],
  [{ isMetaMask: true, isCoinbaseWallet: true }, 'Coinbase Wallet'],
  [{ isMetaMask: true, isTrust: true }, 'Trust Wallet'],
  [{ isMetaMask: 'yes' }, 'Ethereum'],
])('a wallet on the window with the marks %o is called %s', async (marks, name) => {
  page['ethereum'] = { request, ...marks }
  expect((await listen()).names()).toEqual([`${name} 1`])
})

test('a wallet that comes late to the window is found', async () => {
  const { names } = await listen()
  page['ethereum'] = { request, isMetaMask: true, isRabby: true }
  dispatchEvent(new Event('ethereum#initialized'))
  expect(names()).toEqual(['Rabby 1'])
})
