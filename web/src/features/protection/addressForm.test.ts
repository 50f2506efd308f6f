import { expect, test } from 'vitest'
import { draftOf, initial, problemOf, reduce } from './addressForm.ts'

const EVM = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

test('an address keeps word characters, dots and slashes alone', () => {
  expect(reduce(initial(), { address: ` ${EVM}\n` }).address).toBe(EVM)
  expect(reduce(initial(), { address: 'a-b c/d.e_f!' }).address).toBe('abc/d.e_f')
})

test('a typed address is cut after 128 characters', () => {
  expect(reduce(initial(), { address: '0'.repeat(129) }).address).toBe('0'.repeat(128))
})

test('typing one field keeps the other, and a label stays short', () => {
  const form = reduce({ address: EVM, label: 'Cold' }, { label: 'x'.repeat(60) })
  expect(form).toEqual({ address: EVM, label: 'x'.repeat(40) })
})

const addresses = [
  ['', 'missing'],
  ['0x71C7', 'invalid'],
  [`${EVM}0`, 'invalid'],
  [EVM.slice(0, -1), 'invalid'],
  [`x${EVM}`, 'invalid'],
  [`${TRON}8`, 'invalid'],
  [TRON.slice(0, -1), 'invalid'],
  [`x${TRON}`, 'invalid'],
  ['T0OIl', 'invalid'],
  [EVM, null],
  [TRON, null],
] as const

test.each(addresses)('the address %j has the problem %j', (address, problem) => {
  expect(problemOf({ address, label: '' })).toBe(problem)
})

test('an invalid draft is ignored', () => {
  expect(draftOf({ address: EVM, label: 'Cold' })).toEqual({ address: EVM, label: 'Cold' })
  expect(draftOf({ address: 5 })).toEqual({ address: '', label: '' })
  expect(draftOf(null)).toEqual({})
})
