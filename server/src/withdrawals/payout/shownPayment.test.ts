import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatAmount } from '@tickmark/core/money/money'
import { type PaperChain, paperChain, txidOf } from '../paperChain.testing.ts'
import { withdrawalSubject } from '../subject.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'
import {
  CHAIN_ROW,
  newAddress,
  openWithdrawalFixture,
  type Owner,
  units,
  USDT,
  type WithdrawalFixture,
} from '../withdrawals.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payoutWorker.ts'

/** The head of the network, as the server has read it. */
let read: number | null
let paper: PaperChain
let fixture: WithdrawalFixture
let paying: PayoutWorker
let owner: Owner
let id: string
const to = newAddress()
beforeAll(async () => {
  paper = paperChain()
  const { all } = paper.chains
  const states = () => all().map((state) => ({ ...state, head: read }))
  const chains = { ...paper.chains, all: states, find: (chain: number) => states()[chain - 1] ?? null }
  fixture = await openWithdrawalFixture({ chains, signer: paper.signer })
  paying = createPayoutWorker(fixture.deps)
  owner = await fixture.addOwner({ [USDT]: '100' })
  id = await fixture.withdraw(owner, { amount: '40', to })
})
afterAll(async () => {
  await paying.stop()
  expect(await fixture.findings()).toEqual([])
  await fixture.close()
})

async function record() {
  const asked = { pageNum: 1, pageSize: 10, currencyId: undefined }
  return (await fixture.answers.get_my_cash_out_record(asked, fixture.ask(owner))).list[0]
}

/** The lines of a chat about the withdrawal, by their names. */
async function lines(): Promise<Record<string, unknown>> {
  const facts = await withdrawalSubject(fixture.deps.chains).describe(fixture.deps.database.db, owner.id, id)
  expect(facts?.about).toEqual([{ word: 'withdrawal' }, { text: '40 USDT' }])
  return Object.fromEntries((facts?.lines ?? []).map(({ name, value }) => [name, Object.values(value)[0]]))
}

const told = () => fixture.events.splice(0).map(([, event]) => event.event)

test('an owner sees each step of a payment with its transaction, confirmations and fee, and pages are told once', async () => {
  const { db } = fixture.deps.database
  const requestedMs = fixture.clock.nowMs()
  const cap = formatAmount((await withdrawalById(db, id))?.feeCap ?? 0n)
  const same = { network: 'Ethereum', destination: to, number: id, amount: '40 USDT', requested: requestedMs }
  const open = { id, money: '40', name: 'USDT', network: 'Ethereum', address: to, fee: cap, needed: 3 }
  read = 100
  expect(await record()).toMatchObject({ ...open, txid: null, block: null, isCancellable: true, status: 0 })
  expect(await lines()).toEqual({
    ...same,
    networkFeeCap: `${cap} USDT`,
    state: 'approved',
    moved: requestedMs,
  })
  expect(told()).toEqual(['transfer_changed', 'balance_changed'])

  fixture.clock.advance(1_000)
  await paying.idle()
  expect(await record()).toMatchObject({ ...open, txid: txidOf(1), block: null, isCancellable: false })
  expect(await lines()).toMatchObject({
    transaction: txidOf(1),
    state: 'broadcast',
    moved: requestedMs + 1_000,
  })
  expect(told()).toEqual(['transfer_changed', 'transfer_changed'])

  paper.mine(txidOf(1), 101)
  paper.head = 101
  for (const [head, confirmations] of [
    [null, 0],
    [100, 0],
    [101, 1],
    [102, 2],
  ] as const) {
    read = head
    await paying.idle()
    expect(await record()).toMatchObject({ ...open, txid: txidOf(1), block: 101, confirmations, status: 0 })
  }
  expect(await lines()).toMatchObject({ block: '101', state: 'broadcast' })
  expect(told()).toEqual(['transfer_changed'])

  paper.head = 101 + CHAIN_ROW.confirmations - 1
  await paying.idle()
  const fee = formatAmount((await withdrawalById(db, id))?.end.fee ?? 0n)
  expect(units(fee)).toBeLessThan(units(cap))
  expect(await record()).toMatchObject({
    ...open,
    fee,
    txid: txidOf(1),
    block: 101,
    status: 1,
    continuesAt: null,
  })
  expect(await lines()).toMatchObject({ ...same, networkFee: `${fee} USDT`, state: 'final' })
  expect(told()).toEqual(['transfer_changed', 'balance_changed'])
})

test('nobody else can write about the withdrawal, nor anybody about one that there is not', async () => {
  const { describe } = withdrawalSubject(fixture.deps.chains)
  const other = await fixture.addOwner({})
  expect(await describe(fixture.deps.database.db, other.id, id)).toBeNull()
  expect(await describe(fixture.deps.database.db, owner.id, crypto.randomUUID())).toBeNull()
})

test('a payment that has a nonce is still shown as approved, as a nonce is nothing to its owner', async () => {
  paper.signer.sign = () => Promise.reject(new Error('no answer'))
  id = await fixture.withdraw(owner, { amount: '40', to })
  await paying.idle()
  expect((await withdrawalById(fixture.deps.database.db, id))?.state).toBe('built')
  expect((await lines())['state']).toBe('approved')
  expect((await record())?.steps.map((one) => one.step)).toEqual(['requested', 'approved'])
  expect(told()).toEqual(['transfer_changed', 'balance_changed'])
})

test('the simulated book has no withdrawals', async () => {
  const asked = { pageNum: 1, pageSize: 10, currencyId: undefined }
  const simulated = fixture.ask(owner, { book: 'simulated' })
  expect(await fixture.answers.get_my_cash_out_record(asked, simulated)).toEqual({ list: [], total: 0 })
})
