import { typeIdOf } from '@tickmark/core/wallet/networkTypes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PaperChain, paperChain } from '../paperChain.testing.ts'
import type { PayingChains } from '../withdrawal/ports.ts'
import { slotOf } from '../withdrawal/nonceStore.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'
import {
  CHAIN_ROW,
  newAddress,
  openWithdrawalFixture,
  type Owner,
  quietChains,
  signIntent,
  USDT,
  type WithdrawalFixture,
} from '../withdrawals.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payoutWorker.ts'

/** Two networks with the same paying address. */
const [FIRST, SECOND] = [CHAIN_ROW, { ...CHAIN_ROW, id: 2, name: 'Second' }]
let papers: [PaperChain, PaperChain]
let fixture: WithdrawalFixture
let paying: PayoutWorker
let owner: Owner
/** Whether the first network's nodes answer. */
let isSilent: boolean
beforeEach(async () => {
  isSilent = false
  papers = [paperChain(), paperChain()]
  const [first, second] = papers
  const quiet = quietChains()
  const states = [FIRST, SECOND].flatMap((chain) => quiet.all().map((state) => ({ ...state, chain })))
  const chains: PayingChains = {
    ...quiet,
    all: () => states,
    find: (id) => states.find(({ chain }) => chain.id === id) ?? null,
    node: (id) => ({
      ...(id === FIRST.id ? first : second).chains.node(id),
      ...(isSilent && id === FIRST.id && { headNumber: () => Promise.reject(new Error('silence')) }),
    }),
  }
  const keys = await first.signer.publicKeys()
  const signer = {
    ...first.signer,
    publicKeys: async () => ({
      ...keys,
      chains: keys.chains.flatMap((one) => [one, { ...one, id: SECOND.id, nextNonce: 5 }]),
    }),
  }
  fixture = await openWithdrawalFixture({ chains, signer })
  paying = createPayoutWorker(fixture.deps)
  owner = await fixture.addOwner({ [USDT]: '1000' })
})
afterEach(async () => {
  await paying.stop()
  expect(await fixture.findings()).toEqual([])
  await fixture.close()
})

const db = () => fixture.deps.database.db
const stateOf = async (id: string) => (await withdrawalById(db(), id))?.state

async function withdraw(chain: typeof FIRST, amount = '10'): Promise<string> {
  const wish = { typeId: typeIdOf({ chain: chain.id, currency: USDT }), destination: newAddress(), amount }
  const { intent, fields } = await fixture.answers.withdrawalIntent(wish, fixture.ask(owner))
  const signature = signIntent(fields as unknown as Parameters<typeof signIntent>[0], owner.key)
  const input = { ...wish, intent, signature, code: '' }
  return (await fixture.answers.cash_out(input, fixture.ask(owner))).id
}

test('each network pays by itself, with nonces of its own', async () => {
  const ids = [await withdraw(FIRST), await withdraw(SECOND), await withdraw(SECOND)]
  await paying.idle()
  expect(await Promise.all(ids.map(stateOf))).toEqual(['broadcast', 'broadcast', 'broadcast'])
  expect(papers.map(({ sent }) => sent.length)).toEqual([1, 2])
  const slots = await Promise.all(ids.map((id) => slotOf(db(), id)))
  expect(slots.map((slot) => [slot?.chainId, slot?.nonce])).toEqual([
    [1, 0],
    [2, 5],
    [2, 6],
  ])
})

test('a network whose nodes are silent delays no other, and pays once they answer', async () => {
  const ids = [await withdraw(FIRST), await withdraw(SECOND)]
  isSilent = true
  await paying.idle()
  expect(await Promise.all(ids.map(stateOf))).toEqual(['approved', 'broadcast'])
  isSilent = false
  await paying.idle()
  expect(await Promise.all(ids.map(stateOf))).toEqual(['broadcast', 'broadcast'])
})

test('money that is under way on one network is not missing on another', async () => {
  for (const paper of papers) paper.tokens = 10_000_000n
  const ids = [await withdraw(FIRST), await withdraw(SECOND)]
  await paying.idle()
  expect(await Promise.all(ids.map(stateOf))).toEqual(['broadcast', 'broadcast'])
})
