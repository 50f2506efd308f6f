import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlannedCall } from '../../chains/node/node.ts'
import { RpcRefusal } from '../../chains/node/rpc.ts'
import { balances } from '../../ledger/store.ts'
import { type PaperChain, paperChain } from '../paperChain.testing.ts'
import {
  CHAIN_ROW,
  ETH,
  newAddress,
  openWithdrawalFixture,
  units,
  USDT,
  type Owner,
  type WithdrawalFixture,
} from '../withdrawals.testing.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payoutWorker.ts'

let paper: PaperChain
let fixture: WithdrawalFixture
let paying: PayoutWorker
let owner: Owner
/** Whether the signer promises never to sign; null when it does not answer. */
let promises: boolean | null
beforeEach(async () => {
  paper = paperChain()
  promises = true
  const signer = {
    ...paper.signer,
    async revoke() {
      if (promises === null) throw new Error('no answer')
      return promises
    },
  }
  fixture = await openWithdrawalFixture({ chains: paper.chains, signer })
  paying = createPayoutWorker(fixture.deps)
  owner = await fixture.addOwner({ [USDT]: '100', [ETH]: '1' })
})
afterEach(async () => {
  await paying.stop()
  expect(await fixture.findings()).toEqual([])
  await fixture.close()
})

const bad = newAddress()
const db = () => fixture.deps.database.db
const stateOf = async (id: string) => (await withdrawalById(db(), id))?.state
const free = async () => (await balances(db(), owner.id, 'real')).get(USDT) ?? 0n
const isToBad = ({ data }: PlannedCall) => data.includes(bad.slice(2).toLowerCase())

test('the signer signs exactly the call that was simulated', async () => {
  const calls: PlannedCall[] = []
  paper.wouldFail = async (call) => calls.push(call) === 0
  const to = newAddress()
  await fixture.withdraw(owner, { amount: '40.5', to })
  await fixture.withdraw(owner, { currency: ETH, amount: '0.5', to })
  await paying.idle()
  const from = paper.chains.all()[0]?.hot
  const word = to.slice(2).toLowerCase().padStart(64, '0')
  const raw = (40_500_000).toString(16).padStart(64, '0')
  expect(calls).toEqual([
    { from, to: CHAIN_ROW.tokens[0]?.contract, value: 0n, data: `0xa9059cbb${word}${raw}`, gasLimit: 90_000 },
    { from, to, value: 5n * 10n ** 17n, data: '0x', gasLimit: 40_000 },
  ])
  expect(paper.orders.map((one) => one.gasLimit)).toEqual([90_000, 40_000])
})

test('a payment that no node can simulate waits a minute, and delays no other', async () => {
  paper.wouldFail = async (call) => {
    if (isToBad(call)) throw new RpcRefusal(-32_000, 'the state is not here')
    return false
  }
  const first = await fixture.withdraw(owner, { amount: '40', to: bad })
  const second = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  await paying.idle()
  expect([await stateOf(first), await stateOf(second)]).toEqual(['approved', 'broadcast'])
  paper.wouldFail = async () => false
  await paying.idle()
  expect(await stateOf(first)).toBe('approved')
  fixture.clock.advance(60_000)
  await paying.idle()
  expect(await stateOf(first)).toBe('broadcast')
})

test('while no node answers a payment waits for an answer, and no longer', async () => {
  paper.wouldFail = () => Promise.reject(new Error('silence'))
  const id = await fixture.withdraw(owner, { amount: '40', to: newAddress() })
  await paying.idle()
  expect(await stateOf(id)).toBe('approved')
  paper.wouldFail = async () => false
  await paying.idle()
  expect(await stateOf(id)).toBe('broadcast')
})

test('a worker that is started looks around every second', () => {
  const waits: number[] = []
  const at = (ms: number) => (waits.push(ms - fixture.clock.nowMs()), () => {})
  createPayoutWorker({ ...fixture.deps, clock: { ...fixture.clock, at } }).start()
  expect(waits).toEqual([1_000])
})

test('the money of a payment that would fail returns only once the signer promises never to sign it', async () => {
  paper.wouldFail = async (call) => isToBad(call)
  const id = await fixture.withdraw(owner, { amount: '40', to: bad })
  const held = await free()
  promises = null
  await paying.idle()
  promises = false
  await paying.idle()
  expect([await stateOf(id), await free(), paper.orders]).toEqual(['approved', held, []])
  promises = true
  await paying.idle()
  expect(await stateOf(id)).toBe('approved')
  fixture.clock.advance(60_000)
  await paying.idle()
  expect([await stateOf(id), await free()]).toEqual(['cancelled', units('100')])
  expect(fixture.messages.map((one) => one.kind)).toEqual(['withdrawal_returned'])
  // Its owner may cancel at that moment too.
  await fixture.answers.cancelWithdrawal({ id }, fixture.ask(owner))
  expect(await free()).toBe(units('100'))
})
