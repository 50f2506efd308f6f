import { expect, test } from 'vitest'
import type { Wallet } from '@tickmark/client/wallets/wallet.ts'
import { deepLinks } from './deepLinks.ts'
import { orderWallets } from './orderWallets.ts'

function wallet(id: string, walletType: 1 | 2): Wallet {
  const never = () => Promise.reject(new Error('not asked'))
  return {
    id,
    name: id,
    icon: null,
    walletType,
    connect: never,
    silent: never,
    sign: never,
    signTyped: never,
    watch: () => () => {},
  }
}

test('[ACC-01] Ethereum-style wallets come before Tron-style ones, whichever was found or used first', () => {
  const found = [wallet('tron', 2), wallet('a', 1), wallet('b', 1)]
  expect(orderWallets(found, null).map((one) => one.id)).toEqual(['a', 'b', 'tron'])
  expect(orderWallets(found, 'tron').map((one) => one.id)).toEqual(['a', 'b', 'tron'])
  expect(orderWallets(found, 'b').map((one) => one.id)).toEqual(['b', 'a', 'tron'])
})

test('deep links carry the page with its query, escaped where it is a parameter', () => {
  const links = new Map(
    deepLinks('https://t.example/business?pid=1&code=AB').map((one) => [one.name, one.href]),
  )
  expect(links.get('MetaMask')).toBe('https://metamask.app.link/dapp/t.example/business?pid=1&code=AB')
  expect(links.get('Trust Wallet')).toContain('url=https%3A%2F%2Ft.example%2Fbusiness%3Fpid%3D1%26code%3DAB')
  for (const href of links.values()) expect(URL.canParse(href)).toBe(true)
  const asked = (name: string) => new URL(links.get(name) ?? '').searchParams
  const url = 'https://t.example/business?pid=1&code=AB'
  const tron = { url, action: 'open', protocol: 'tronlink', version: '1.0' }
  expect(JSON.parse(asked('TronLink').get('param') ?? '')).toEqual(tron)
  expect(JSON.parse(asked('TokenPocket').get('params') ?? '')).toEqual({ url })
  const inOkx = new URL(asked('OKX Wallet').get('deeplink') ?? '')
  expect(inOkx.searchParams.get('dappUrl')).toBe(url)
})
