import { expect, test } from 'vitest'
import { asUser, atTime, drawn } from '../../app/drawn.testing.tsx'
import { AddressBook, type ProtectionState } from './AddressBook.tsx'
import { AddressRow } from './AddressRow.tsx'

const NOW = new Date(2026, 10, 7, 21, 4, 9).getTime()
const DAY = 86_400_000
const ADDRESS = '0x12a4c3e5f6071829304152637485960718293a4b'
type Item = ProtectionState['addresses'][number]
const item = (given: Partial<Item> = {}): Item => ({
  id: '01a21e00-d6a7-7000-bfdb-b8dbb0969ace',
  address: ADDRESS,
  label: 'Savings',
  addedAt: NOW - DAY,
  usableAt: NOW,
  ...given,
})
const state = (given: Partial<ProtectionState> = {}): ProtectionState => ({
  authenticator: false,
  authenticatorUntil: null,
  recoveryCodesLeft: 0,
  addressBook: true,
  addressBookUntil: null,
  addresses: [],
  ...given,
})

test('an address is ready from its time on, and tells it until then', async () => {
  asUser()
  atTime(NOW)
  const row = (given: Partial<Item> = {}) => drawn(<AddressRow item={item(given)} />)
  expect(await row()).toBe(`Savings | ${ADDRESS} | Ready · added Nov 6, 2026, 21:04 | Remove Savings`)
  expect(await row({ usableAt: NOW + 1, label: '' })).toBe(
    `${ADDRESS} | Ready from Nov 7, 2026, 21:04 | Remove ${ADDRESS}`,
  )
})

test('the address book tells whether new addresses wait, and until when after it was turned off', async () => {
  asUser()
  atTime(NOW)
  const book = (given: Partial<ProtectionState>) => drawn(<AddressBook state={state(given)} />)
  expect(await book({})).toContain('New addresses wait 24 hours')
  expect(await book({})).toContain('No addresses yet')
  const ending = await book({ addressBookUntil: NOW + DAY, addresses: [item()] })
  expect(ending).toContain('Turned off. New addresses still wait until Nov 8, 2026, 21:04.')
  expect(ending).not.toContain('No addresses yet')
  expect(ending).toContain('Savings')
})
