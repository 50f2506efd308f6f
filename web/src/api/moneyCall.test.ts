import { afterEach, expect, test, vi } from 'vitest'
import { setAddressHint, setBook } from '../session/session.ts'
import type { Given } from './api.ts'
import { dropKeptCall, keptCalls } from './moneyCall.ts'

afterEach(() => vi.unstubAllGlobals())

const swap = (money: string): Given<'currencyExchange'> => ({
  currencyId: 1,
  toCurrencyId: 3,
  amount: money,
  quote: `quote for ${money}`,
})

test('each account and book keeps its own call, and finds it after switching back', () => {
  vi.stubGlobal('sessionStorage', tabStorage())
  const kept: [string, 0 | 1][] = [
    ['0xA', 0],
    ['0xA', 1],
    ['0xB', 0],
  ]
  const here = ([address, book]: [string, 0 | 1]) => {
    setAddressHint(address, 1)
    setBook(book)
    return keptCalls('currencyExchange')
  }
  for (const one of kept) {
    const world = here(one)
    expect([one, world.kept()]).toEqual([one, null])
    world.keep({ key: 'k', body: swap(one.join(' ')) })
  }
  for (const one of kept) expect(here(one).kept()?.body).toEqual(swap(one.join(' ')))
  expect(keptCalls('createLimitOrder').kept()).toBeNull()
})

test('only the call whose outcome is known otherwise is forgotten', () => {
  vi.stubGlobal('sessionStorage', tabStorage())
  const world = keptCalls('currencyExchange')
  const pending = { key: 'k', body: swap('5') }
  world.keep(pending)
  dropKeptCall('currencyExchange', ({ amount }) => amount === '6')
  expect(world.kept()).toEqual(pending)
  dropKeptCall('currencyExchange', ({ amount }) => amount === '5')
  expect(world.kept()).toBeNull()
})

test('an unreadable stored call counts as none', () => {
  const { kept } = keptCalls('currencyExchange')
  for (const text of [
    '',
    'null',
    '7',
    '{}',
    '{"key":"k"}',
    '{"key":1,"body":{}}',
    '{"key":"k","body":null}',
  ]) {
    vi.stubGlobal('sessionStorage', { getItem: () => text })
    expect([text, kept()]).toEqual([text, null])
  }
  vi.stubGlobal('sessionStorage', undefined)
  expect(kept()).toBeNull()
})

function tabStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
