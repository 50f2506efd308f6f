import { beforeEach, expect, test, vi } from 'vitest'
import { readTheme, setTheme, setUpDown } from './theme.ts'

const root = { dataset: {} as Record<string, string> }
const metas = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'].map((media) => ({
  media,
  content: '',
}))
const stored = new Map<string, string>()

beforeEach(() => {
  root.dataset = {}
  stored.clear()
  vi.stubGlobal('document', { documentElement: root, querySelectorAll: () => metas })
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

const grounds = () => metas.map((one) => one.content)

test('a theme is applied and stored; that of the system again leaves nothing behind', () => {
  expect(readTheme()).toEqual({ theme: 'system', updown: 'green-red' })
  setTheme('ink')
  expect([root.dataset, [...stored], grounds()]).toEqual([
    { theme: 'ink' },
    [['theme', 'ink']],
    ['#0c0e12', '#0c0e12'],
  ])
  expect(readTheme().theme).toBe('ink')
  setTheme('paper')
  expect([root.dataset, [...stored], grounds()]).toEqual([
    { theme: 'paper' },
    [['theme', 'paper']],
    ['#f7f4ec', '#f7f4ec'],
  ])
  setTheme('system')
  expect([root.dataset, [...stored], grounds()]).toEqual([{}, [], ['#f7f4ec', '#0c0e12']])
})

test('the colours of rise and fall are applied and stored, and unknown ones are read as the first', () => {
  setUpDown('blue-orange')
  expect([readTheme().updown, [...stored]]).toEqual(['blue-orange', [['updown', 'blue-orange']]])
  root.dataset = { theme: 'pink', updown: 'pink' }
  expect(readTheme()).toEqual({ theme: 'system', updown: 'green-red' })
})

test('a choice that cannot be stored lasts until the page closes', () => {
  vi.stubGlobal('localStorage', {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  setTheme('ink')
  expect(readTheme().theme).toBe('ink')
})
