import { SILENCE_MS } from '@tickmark/core/wallet/withdrawals'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '../../db/transact.ts'
import { switchBook } from '../protection/addressBook.ts'
import { endUnpaid } from '../withdrawal/moveTo.ts'
import { lockWithdrawal } from '../withdrawal/store.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'
import {
  ETH,
  newAddress,
  openWithdrawalFixture,
  typeOf,
  USDT,
  type WithdrawalFixture,
} from '../withdrawals.testing.ts'

const HOUR_MS = 3_600_000

let fixture: WithdrawalFixture
beforeEach(async () => {
  fixture = await openWithdrawalFixture()
})
afterEach(async () => {
  expect(await fixture.findings()).toEqual([])
  await fixture.close()
})

const stateOf = async (id: string) => (await withdrawalById(fixture.deps.database.db, id))?.state

test('below the limit no operator is asked; the 24 h sum counts, including withdrawals their owner cancelled', async () => {
  const owner = await fixture.addOwner({ [USDT]: '50000' })
  const to = newAddress()
  const first = await fixture.withdraw(owner, { amount: '9000', to })
  expect(await stateOf(first)).toBe('approved')
  await fixture.answers.cancelWithdrawal({ id: first }, fixture.ask(owner))
  expect(await stateOf(await fixture.withdraw(owner, { amount: '950', to }))).toBe('approved')
  expect(await stateOf(await fixture.withdraw(owner, { amount: '51', to }))).toBe('requested')
  fixture.clock.advance(SILENCE_MS + 1)
  expect(await stateOf(await fixture.withdraw(owner, { amount: '10000', to }))).toBe('approved')
  expect(
    await stateOf(
      await fixture.withdraw(await fixture.addOwner({ [ETH]: '9' }), { currency: ETH, amount: '3.1', to }),
    ),
  ).toBe('requested')
})

test('a user’s withdrawals count towards the user’s limit for 24 h, to the millisecond', async () => {
  const owner = await fixture.addOwner({ [USDT]: '50000' })
  const withdraw = async (amount: string) =>
    stateOf(await fixture.withdraw(owner, { amount, to: newAddress() }))
  expect(await withdraw('10000')).toBe('approved')
  fixture.clock.advance(24 * 3_600_000 - 1)
  expect(await withdraw('100')).toBe('requested')
  fixture.clock.advance(1)
  expect(await withdraw('9900')).toBe('approved')
  expect(await withdraw('100')).toBe('requested')
})

test('no more than five limits of a currency leave in an hour without operators, from however many accounts', async () => {
  const take = async (amount: string, currency = USDT) => {
    const owner = await fixture.addOwner({ [currency]: '50000' })
    return fixture.withdraw(owner, { amount, currency, to: newAddress() })
  }
  const asked = async (amount: string, currency = USDT) =>
    (await stateOf(await take(amount, currency))) === 'requested'
  const first = await take('10000')
  // Withdrawals that operators were asked about count for their owner alone.
  expect(await asked('30000')).toBe(true)
  for (let i = 0; i < 3; i++) expect(await asked('10000')).toBe(false)
  expect(await asked('9900')).toBe(false)
  expect(await asked('100.1')).toBe(true)
  expect(await asked('100')).toBe(false)
  expect(await asked('3', ETH)).toBe(false)
  fixture.clock.advance(3_600_000 - 1)
  expect(await asked('100')).toBe(true)
  fixture.clock.advance(1)
  expect(await asked('100')).toBe(false)
  expect(await stateOf(first)).toBe('approved')
})

test('a withdrawal cancelled by its owner frees its part of the hourly sum for others', async () => {
  const owners = await Promise.all(Array.from({ length: 6 }, () => fixture.addOwner({ [USDT]: '20000' })))
  const ids: string[] = []
  for (const owner of owners) ids.push(await fixture.withdraw(owner, { amount: '10000', to: newAddress() }))
  expect(await Promise.all(ids.map(stateOf))).toEqual([...Array<string>(5).fill('approved'), 'requested'])
  const [owner] = owners
  if (owner) await fixture.answers.cancelWithdrawal({ id: ids[0] ?? '' }, fixture.ask(owner))
  const other = await fixture.addOwner({ [USDT]: '20000' })
  expect(await stateOf(await fixture.withdraw(other, { amount: '10000', to: newAddress() }))).toBe('approved')
})

test('withdrawals that would have failed, or that needed approval and were cancelled, no longer count', async () => {
  const owner = await fixture.addOwner({ [USDT]: '50000' })
  const take = (amount: string) => fixture.withdraw(owner, { amount, to: newAddress() })
  const failed = await take('10000')
  const asked = await take('20000')
  await fixture.answers.cancelWithdrawal({ id: asked }, fixture.ask(owner))
  const { db } = fixture.deps.database
  await transact(db, async (tx) => {
    const one = await lockWithdrawal(tx, failed)
    if (one)
      await endUnpaid(tx, one, 'cancelled', fixture.clock.nowMs(), fixture.deps, { reason: 'would_fail' })
  })
  expect(await stateOf(await take('10000'))).toBe('approved')
})

test('five accounts that cancel all their requests fill the hourly sum once a day, not all day', async () => {
  const bystander = await fixture.addOwner({ [USDT]: '10000' })
  const five = await Promise.all(Array.from({ length: 5 }, () => fixture.addOwner({ [USDT]: '10010' })))
  // Payments to new addresses wait a day, so none of these leaves, and each can be cancelled.
  for (const { id } of five) await switchBook(fixture.deps.database.db, id, true, fixture.clock.nowMs())
  let hoursFull = 0
  for (let hour = 0; hour < 25; hour++) {
    const ids: string[] = []
    for (const one of five) ids.push(await fixture.withdraw(one, { amount: '10000', to: newAddress() }))
    const offer = await fixture.answers.withdrawalIntent(
      { typeId: typeOf(USDT), destination: newAddress(), amount: '100' },
      fixture.ask(bystander),
    )
    if (offer.needsApproval) hoursFull++
    for (const [i, id] of ids.entries()) {
      const one = five[i]
      if (one) await fixture.answers.cancelWithdrawal({ id }, fixture.ask(one))
    }
    fixture.clock.advance(HOUR_MS)
  }
  // Full in the first hour, and again 24 hours later. Filling it all day takes 24 times as many: 120 accounts with 1.2 million
  // USDT.
  expect(hoursFull).toBe(2)
})
