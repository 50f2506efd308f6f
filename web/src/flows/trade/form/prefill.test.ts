import { afterEach, expect, test, vi } from 'vitest'
import { DRAFT, followPrefill, prefill } from './prefill.ts'

afterEach(() => void vi.unstubAllGlobals())

test('the form on screen hears of a prefilled draft once it is kept, until it closes', () => {
  const tab = new Map<string, string>()
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => void tab.set(key, value) })
  const heard: string[] = []
  const stop = followPrefill(() => heard.push(tab.get(DRAFT) ?? ''))
  const draft = { amount: '5', range: 2 }
  prefill(draft)
  expect(heard).toEqual([JSON.stringify(draft)])
  stop()
  prefill({ amount: '6' })
  expect([heard.length, tab.get(DRAFT)]).toEqual([1, '{"amount":"6"}'])
})
