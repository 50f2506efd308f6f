import type { BalancesFile } from '@tickmark/core/evidence/balancesFile'
import { expect, test } from 'vitest'
import { toyOwed } from '../judged/toyOwed.testing.ts'
import { keepBalances, keptDays, newestBalances } from './balancesStore.ts'

/** Without browser storage, this tab keeps it. */
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 7)
const sound = toyOwed()
/** Told apart by their heads. */
const file = (text: string): BalancesFile => ({ ...sound, head: `${sound.head}${text}` })
const newest = async (account: string) => (await newestBalances(account))?.head.slice(sound.head.length)

test('an account without a kept proof has none', async () => {
  expect(await newestBalances('nobody')).toBeNull()
})

test('the newest proof of a day stays, whatever comes after it', async () => {
  await keepBalances('a', START + 2_000, file('second'))
  await keepBalances('a', START + 1_000, file('first'))
  expect(await newest('a')).toBe('second')
  await keepBalances('a', START + 2_000, file('again'))
  expect(await newest('a')).toBe('again')
  await keepBalances('a', START - 1, file('day before'))
  expect(await newest('a')).toBe('again')
  await keepBalances('a', START + DAY_MS, file('next day'))
  expect(await newest('a')).toBe('next day')
})

test('each account has its own', async () => {
  await keepBalances('b', START, file('b'))
  await keepBalances('c', START + DAY_MS, file('c'))
  expect([await newest('b'), await newest('c')]).toEqual(['b', 'c'])
})

test('the newest 60 days of an account are kept', async () => {
  for (let day = 0; day <= 61; day++) await keepBalances('d', START + day * DAY_MS, file(String(day)))
  const days = (await keptDays('d')).map(({ untilMs }) => (untilMs - START) / DAY_MS)
  expect([days.length, days[0], days.at(-1)]).toEqual([60, 61, 2])
})
