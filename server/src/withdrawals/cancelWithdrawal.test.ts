import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { balances } from '../ledger/store.ts'
import {
  newAddress,
  openWithdrawalFixture,
  units,
  USDT,
  type WithdrawalFixture,
  type Owner,
} from './withdrawals.testing.ts'
import type { Fault } from './payout/faultProxy.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payout/payoutWorker.ts'
import { slotOf } from './withdrawal/nonceStore.ts'
import { withdrawalById } from './withdrawal/store.testing.ts'
import { openTestPayout, type TestPayout } from './payout.testing.ts'

let payout: TestPayout
let fixture: WithdrawalFixture
let paying: PayoutWorker
let owner: Owner
const to = newAddress()
beforeAll(async () => {
  payout = await openTestPayout({ limits: { USDT: { payment: '80', day: '100' } } })
})
afterAll(() => payout.close())
beforeEach(async () => {
  fixture = await openWithdrawalFixture({ chains: payout.chains, signer: payout.signer })
  paying = createPayoutWorker(fixture.deps)
  owner = await fixture.addOwner({ [USDT]: '500' })
})
afterEach(async () => {
  payout.signerLine.judge = () => null
  fixture.deps.signer = payout.signer
  await paying.stop()
  const found = await fixture.findings()
  await fixture.close()
  expect(found).toEqual([])
})

const db = () => fixture.deps.database.db
const find = async (id: string) => withdrawalById(db(), id)
const stateOf = async (id: string) => (await find(id))?.state
const order = (amount: string) => fixture.withdraw(owner, { amount, to })
const callBack = (id: string) => fixture.answers.cancelWithdrawal({ id }, fixture.ask(owner))
const free = async () => (await balances(db(), owner.id, 'real')).get(USDT) ?? 0n
const CANCELLED = { cancelled: true }

/** Cuts the connection to the signer at this path until the next call. */
function cutAt(path: string, when: 'before' | 'after'): void {
  const fault: Fault = { kind: 'reset', when }
  payout.signerLine.judge = (asked) => (asked === path ? fault : null)
}

async function settle(id: string): Promise<string | undefined> {
  for (let i = 0; i < 10; i++) {
    await paying.idle()
    await payout.mine(1)
    fixture.clock.advance(1_000)
  }
  return stateOf(id)
}

test('a withdrawal with a nonce and no request to the signer is cancelled, and the next one gets its nonce', async () => {
  const id = await order('5')
  cutAt('/sign', 'before')
  await paying.idle()
  expect(await stateOf(id)).toBe('built')
  const nonce = (await slotOf(db(), id))?.nonce
  expect(nonce).toBeTypeOf('number')
  payout.signerLine.judge = () => null
  expect(await callBack(id)).toEqual(CANCELLED)
  expect(await free()).toBe(units('500'))
  const next = await order('5')
  expect(await settle(next)).toBe('final')
  expect((await slotOf(db(), next))?.nonce).toBe(nonce)
  expect(await stateOf(id)).toBe('cancelled')
})

test('a signed withdrawal is paid, even when the signer’s answer was lost', async () => {
  const id = await order('5')
  cutAt('/sign', 'after')
  await paying.idle()
  expect(await stateOf(id)).toBe('built')
  payout.signerLine.judge = () => null
  await expect(callBack(id)).rejects.toMatchObject({ code: 'withdrawal_under_way' })
  expect(await settle(id)).toBe('final')
})

test('a withdrawal that the signer postponed can be cancelled while it waits', async () => {
  const first = await order('60')
  const second = await order('60')
  expect(await settle(first)).toBe('final')
  expect([await stateOf(second), await slotOf(db(), second)]).toEqual(['built', null])
  const { list } = await fixture.answers.get_my_cash_out_record(
    { pageNum: 1, pageSize: 1, currencyId: undefined },
    fixture.ask(owner),
  )
  expect(list[0]).toMatchObject({ id: second, isCancellable: true })
  const whole = units('60') + ((await find(second))?.feeCap ?? 0n)
  const had = await free()
  expect(await callBack(second)).toEqual(CANCELLED)
  expect(await free()).toBe(had + whole)
})

test('a worker whose signature is refused before the owner’s call commits also cancels the withdrawal', async () => {
  const id = await order('5')
  const { signer } = fixture.deps
  fixture.deps.signer = {
    ...signer,
    async revoke(nonce) {
      const isRevoked = await signer.revoke(nonce)
      await paying.idle()
      expect(await stateOf(id)).toBe('cancelled')
      return isRevoked
    },
  }
  expect(await callBack(id)).toEqual(CANCELLED)
  expect((await find(id))?.reason).toBe('intent_revoked')
  expect(await free()).toBe(units('500'))
})

test('when the signer’s promise was lost in transit, a second call reports the cancellation', async () => {
  const id = await order('5')
  cutAt('/revoke', 'after')
  const context = fixture.ask(owner)
  await expect(fixture.answers.cancelWithdrawal({ id }, context)).rejects.toMatchObject({ code: 'busy' })
  expect(await stateOf(id)).toBe('approved')
  payout.signerLine.judge = () => null
  await paying.idle()
  expect(await stateOf(id)).toBe('cancelled')
  expect(await fixture.answers.cancelWithdrawal({ id }, context)).toEqual(CANCELLED)
  expect(await free()).toBe(units('500'))
})
