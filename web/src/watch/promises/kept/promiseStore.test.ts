import { expect, test } from 'vitest'
import { keepPromise, promiseOf, type KeptPromise } from './promiseStore.ts'

/** Without browser storage, this tab keeps it. */
const sound = (order: string): KeptPromise => ({
  order,
  file: {} as KeptPromise['file'],
  ticket: 'aa',
  problem: null,
  keptAtMs: 1_795_219_200_250,
  isLogged: false,
  owner: '0x1',
  isSettled: false,
})

test.each<[string, Partial<KeptPromise>]>([
  ['another sound one', { ticket: 'bb' }],
  ['a false one', { ticket: 'bb', problem: 'other_terms' }],
  ['one that is not yet checked', { problem: 'unchecked' }],
])('a sound promise is not replaced by %s', async (name, change) => {
  const first = sound(name)
  await keepPromise(first)
  expect(await keepPromise({ ...first, ...change })).toEqual(first)
  expect(await promiseOf(name)).toEqual(first)
})

test('a promise is kept with its findings', async () => {
  const judged = sound('known')
  await keepPromise({ ...judged, problem: 'unchecked' })
  await keepPromise(judged)
  const logged = { ...judged, isLogged: true }
  expect(await keepPromise(logged)).toEqual(logged)
  expect(await promiseOf('known')).toEqual(logged)
})
