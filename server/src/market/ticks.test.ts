import { expect, test } from 'vitest'
import { createTickWindow } from './ticks.ts'

const AT = 1_795_219_200_000

test('the window keeps two hours, and answers from memory', async () => {
  const window = createTickWindow()
  for (let i = 0; i < 12_000; i++) {
    window.push({ seq: i + 1, atMs: AT + i * 1000, prices: new Map([[i % 2, BigInt(i + 1)]]) })
  }
  const noDatabase = null as never
  const last = AT + 11_999_000
  expect(window.latest()?.seq).toBe(12_000)
  expect(await window.between(noDatabase, 1, last - 3_000, last)).toEqual([
    { seq: 11_998, atMs: last - 2_000, price: 11_998n },
    { seq: 12_000, atMs: last, price: 12_000n },
  ])
  expect(await window.between(noDatabase, 0, last - 7_200_000, last)).toHaveLength(3_600)
  expect(await window.between(noDatabase, 7, last - 7_200_000, last)).toEqual([])
  await expect(window.between(noDatabase, 1, AT, AT + 1000)).rejects.toThrow()
})

test('a tick that is not later than the last one throws', () => {
  const window = createTickWindow()
  window.push({ seq: 1, atMs: AT, prices: new Map() })
  expect(() => window.push({ seq: 2, atMs: AT, prices: new Map() })).toThrow('order of time')
})
