import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SignerRefusal } from '@tickmark/core/wallet/signerRefusals'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Receipt } from '../../chains/node/blocks.ts'
import type { Chain } from '../../chains/node/network.ts'
import { transact } from '../../db/transact.ts'
import { proposeSecurityHold } from '../approval/securityHolds.ts'
import {
  CHAIN_ROW,
  ETH,
  newAddress,
  openWithdrawalFixture,
  quietChains,
  USDT,
  willingSigner,
  type WithdrawalFixture,
} from '../withdrawals.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payoutWorker.ts'
import type { SignedBytes, SignOrder } from '../../signing/signerClient.ts'
import { nextNonce, setNonce, slotOf, variantsOf } from '../withdrawal/nonceStore.ts'
import { listDue } from '../withdrawal/store.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'

type Signed = Decision<SignedBytes, { code: SignerRefusal }>

let fixture: WithdrawalFixture
let paying: PayoutWorker
/** The signer's answer to an order; a throw stands for an unreachable signer. */
let sign: (order: SignOrder) => Signed
let baseFee: bigint
let receipt: Receipt | null
/** Number of the hot wallet's mined transactions, and the nonce after the last one that the signer has signed. */
let mined: number
let nextNonceOfSigner: number
/** The tokens in the chain's table now. */
let tokens: Chain['tokens']
/** The hot wallet's dollars after a block; null means now. */
let dollars: (block: number | null) => bigint
const DAY_MS = 24 * 3_600_000

/** The receipt of a payment in a block of this number. */
function minedIn(blockNumber: number): Receipt {
  const burned = { gasUsed: 21_000n, effectiveGasPrice: 1n }
  return { transactionHash: '', from: '', logs: [], blockNumber, blockHash: '0xb', status: 1, ...burned }
}

beforeEach(async () => {
  sign = newBytes
  baseFee = 1_000_000_000n
  receipt = null
  mined = 0
  nextNonceOfSigner = 0
  tokens = CHAIN_ROW.tokens
  dollars = () => 10n ** 18n
  const quiet = quietChains()
  const node = {
    ...quiet.node(1),
    feeNow: async () => ({ baseFee, tip: 1_000_000_000n }),
    receipt: async () => receipt,
    transactionCount: async () => mined,
    tokenBalance: async (_contract: string, _address: string, block: number | null) => dollars(block),
    blockHash: async () => '0xb',
  }
  const willing = willingSigner()
  const signer = {
    ...willing,
    sign: async (order: SignOrder) => sign(order),
    publicKeys: async () => {
      const { chains, xpubs } = await willing.publicKeys()
      return { chains: chains.map((one) => ({ ...one, nextNonce: nextNonceOfSigner })), xpubs }
    },
  }
  const states = () => quiet.all().map((state) => ({ ...state, chain: { ...CHAIN_ROW, tokens } }))
  const find = (id: number) => states().find(({ chain }) => chain.id === id) ?? null
  fixture = await openWithdrawalFixture({ chains: { ...quiet, all: states, find, node: () => node }, signer })
  paying = createPayoutWorker(fixture.deps)
})
afterEach(async () => {
  await paying.stop()
  await fixture.close()
})

function newBytes({ maxFeePerGas: maxFee, maxPriorityFeePerGas: tip }: SignOrder): Signed {
  return accept({ raw: '0x02', txid: `0x${randomBytes(32).toString('hex')}`, maxFee, tip })
}

function gone(): never {
  throw new Error('gone')
}

const db = () => fixture.deps.database.db
const stateOf = async (id: string) => (await withdrawalById(db(), id))?.state

test('an earlier request with a late approval does not overtake one with a nonce, so no gap is left', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  await db()
    .insertInto('address_book')
    .values({ user_id: BigInt(owner.id), until: null })
    .execute()
  const late = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  const numbered = await fixture.withdraw(owner, { amount: '10', to: owner.address })
  sign = gone
  await paying.idle()
  expect([await stateOf(late), await stateOf(numbered)]).toEqual(['held_new_address', 'built'])
  fixture.clock.advance(DAY_MS)
  const { nonce } = (await withdrawalById(db(), numbered)) ?? {}
  sign = (order) => (order.intentNonce === nonce ? refuse({ code: 'intent_lapsed' }) : newBytes(order))
  await paying.idle()
  expect([await stateOf(late), await stateOf(numbered)]).toEqual(['broadcast', 'cancelled'])
  expect((await slotOf(db(), late))?.nonce).toBe(0)
  expect((await nextNonce(db(), 1))?.next).toBe(1)
})

test.each([
  ['the signer has signed more than was mined', 40, 5, 3],
  ['more was mined than this signer has signed', 2, 5, 7],
])(
  'a new hot address begins after chain and signer, not after the former address: %s',
  async (_what, former, signed, onChain) => {
    await transact(db(), (tx) => setNonce(tx, CHAIN_ROW.id, newAddress(), former))
    const first = Math.max(signed, onChain)
    nextNonceOfSigner = signed
    mined = onChain
    const owner = await fixture.addOwner({ [USDT]: '100' })
    const ids: string[] = []
    for (let i = 0; i < 2; i++) ids.push(await fixture.withdraw(owner, { amount: '10', to: newAddress() }))
    await paying.idle()
    const slots = await Promise.all(ids.map((id) => slotOf(db(), id)))
    const sender = fixture.deps.chains.find(CHAIN_ROW.id)?.hot
    expect(slots.map((one) => one?.nonce)).toEqual([first, first + 1])
    expect(slots.map((one) => one?.sender)).toEqual([sender, sender])
    expect(await nextNonce(db(), CHAIN_ROW.id)).toEqual({ sender, next: first + 2 })
  },
)

test.each([
  ['the next one, though chain and signer know of none', 0, 0, 1],
  ['the signer’s next one', 7, 3, 7],
  ['the chain’s next one', 3, 7, 7],
])('a payment whose nonce is taken gets %s', async (_what, signed, onChain, expected) => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  sign = ({ chainNonce }) => {
    if (chainNonce > 0) return gone()
    nextNonceOfSigner = signed
    mined = onChain
    return refuse({ code: 'nonce_taken' })
  }
  await paying.idle()
  expect([await stateOf(id), (await slotOf(db(), id))?.nonce]).toEqual(['built', expected])
  expect((await nextNonce(db(), 1))?.next).toBe(expected + 1)
})

test('while a payment has another nonce and no signature yet, none behind it takes one, so that it can be given back', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const ids: string[] = []
  for (let i = 0; i < 2; i++) ids.push(await fixture.withdraw(owner, { amount: '10', to: newAddress() }))
  const [first = '', behind = ''] = ids
  const { nonce } = (await withdrawalById(db(), first)) ?? {}
  const refusing = (code: SignerRefusal) => (order: SignOrder) =>
    order.intentNonce === nonce ? refuse({ code }) : newBytes(order)
  sign = refusing('nonce_taken')
  await paying.idle()
  const numbered = await slotOf(db(), first)
  expect([await stateOf(first), await stateOf(behind)]).toEqual(['built', 'approved'])
  expect([numbered?.nonce, await slotOf(db(), behind)]).toEqual([expect.any(Number), null])
  sign = refusing('intent_lapsed')
  await paying.idle()
  expect([await stateOf(first), await stateOf(behind)]).toEqual(['cancelled', 'broadcast'])
  expect((await slotOf(db(), behind))?.nonce).toBe(numbered?.nonce)
})

test('a payment with a fee cap below the chain’s fee takes no nonce, and delays no other', async () => {
  const owner = await fixture.addOwner({ [USDT]: '200' })
  const cheap = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  baseFee = 20_000_000_000n
  const dear = await fixture.withdraw(owner, { amount: '60', to: newAddress() })
  await paying.idle()
  expect([await stateOf(cheap), await stateOf(dear)]).toEqual(['approved', 'broadcast'])
  expect(await slotOf(db(), cheap)).toBe(null)
  baseFee = 1_000_000_000n
  fixture.clock.advance(31_000)
  await paying.idle()
  expect(await stateOf(cheap)).toBe('broadcast')
  expect((await slotOf(db(), cheap))?.nonce).toBe(1)
})

test('a payment that the signer postponed has no nonce, and reserves no money of the hot wallet', async () => {
  const owner = await fixture.addOwner({ [USDT]: '200' })
  dollars = () => 100_000_000n
  const postponed = await fixture.withdraw(owner, { amount: '60', to: newAddress() })
  sign = () => refuse({ code: 'over_limit' })
  await paying.idle()
  expect([await stateOf(postponed), await slotOf(db(), postponed)]).toEqual(['built', null])
  const next = await fixture.withdraw(owner, { amount: '50', to: newAddress() })
  sign = newBytes
  await paying.idle()
  expect(await stateOf(next)).toBe('broadcast')
  // The signer is asked about it again after ten minutes.
  dollars = () => 1_000_000_000n
  fixture.clock.advance(10 * 60_000 - 1)
  await paying.idle()
  expect(await stateOf(postponed)).toBe('built')
  fixture.clock.advance(1)
  await paying.idle()
  expect(await stateOf(postponed)).toBe('broadcast')
})

test('a withdrawal that cannot be revised delays no other', async () => {
  const owner = await fixture.addOwner({ [USDT]: '30000' })
  const stuck = await fixture.withdraw(owner, { amount: '15000', to: newAddress() })
  expect(await stateOf(stuck)).toBe('requested')
  const other = await fixture.addOwner({ [USDT]: '100' })
  const paid = await fixture.withdraw(other, { amount: '10', to: newAddress() })
  fixture.clock.advance(DAY_MS)
  await sql`create function fail() returns trigger language plpgsql as $$
    begin if new.amount > 1000000000000 then raise exception 'no'; end if; return new; end $$`.execute(db())
  await sql`create trigger fails before update on withdrawal for each row execute function fail()`.execute(
    db(),
  )
  await paying.idle()
  expect([await stateOf(stuck), await stateOf(paid)]).toEqual(['requested', 'broadcast'])
})

test('a waiting withdrawal is processed when its wait ends, and not before', async () => {
  const owner = await fixture.addOwner({ [USDT]: '50000' })
  const due = () => listDue(db(), fixture.clock.nowMs())
  await fixture.answers.cancelWithdrawal(
    { id: await fixture.withdraw(owner, { amount: '10', to: newAddress() }) },
    fixture.ask(owner),
  )
  const big = await fixture.withdraw(owner, { amount: '15000', to: newAddress() })
  fixture.clock.advance(DAY_MS / 2)
  await db()
    .insertInto('address_book')
    .values({ user_id: BigInt(owner.id), until: null })
    .execute()
  const held = await fixture.withdraw(owner, { amount: '16000', to: newAddress() })
  expect(await due()).toEqual([])
  fixture.clock.advance(DAY_MS / 2)
  expect(await due()).toEqual([big])
  fixture.clock.advance(DAY_MS / 2)
  expect(new Set(await due())).toEqual(new Set([big, held]))
  await paying.idle()
  expect(await due()).toEqual([])
  expect([await stateOf(big), await stateOf(held)]).toEqual(['broadcast', 'broadcast'])
})

test('a node without a payment’s status neither ends the payment nor releases its hold', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  await paying.idle()
  expect(await variantsOf(db(), id)).toHaveLength(1)
  receipt = { ...minedIn(1), status: null }
  await paying.idle()
  expect(await stateOf(id)).toBe('broadcast')
  receipt = minedIn(1)
  await paying.idle()
  expect(await stateOf(id)).toBe('final')
})

test.each([
  ['the newest block', 100],
  ['a block that not all nodes know', 101],
])('a payment in %s is not counted again while it waits for its confirmations', async (_, blockNumber) => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  dollars = (block) => (block !== null && block < blockNumber ? 20_000_000n : 10_000_000n)
  const first = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  await paying.idle()
  expect(await stateOf(first)).toBe('broadcast')
  receipt = minedIn(blockNumber)
  await paying.idle()
  const second = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  await paying.idle()
  expect([await stateOf(first), await stateOf(second)]).toEqual(['broadcast', 'broadcast'])
  const third = await fixture.withdraw(owner, { amount: '10.5', to: newAddress() })
  receipt = null
  await paying.idle()
  expect(await stateOf(third)).toBe('approved')
})

test('a withdrawal from before a security hold waits for the hold’s end, delays no other, and can be cancelled', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const held = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  const recalled = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  const other = await fixture.addOwner({ [USDT]: '100' })
  const paid = await fixture.withdraw(other, { amount: '10', to: newAddress() })
  const until = { reason: 'account_takeover', untilMs: fixture.clock.nowMs() + 2 * DAY_MS } as const
  for (const operator of ['ann', 'ben']) {
    const hold = { caseId: 'C-1', userId: owner.id, operator, ...until }
    expect(
      await proposeSecurityHold({ db: db(), clock: fixture.clock, events: fixture.deps.events }, hold),
    ).toMatchObject({
      ok: true,
    })
  }
  await paying.idle()
  expect([await stateOf(held), await stateOf(paid)]).toEqual(['approved', 'broadcast'])
  expect(await slotOf(db(), held)).toBe(null)
  await fixture.answers.cancelWithdrawal({ id: recalled }, fixture.ask(owner))
  fixture.clock.advance(2 * DAY_MS - 1)
  await paying.idle()
  expect(await stateOf(held)).toBe('approved')
  fixture.clock.advance(1)
  await paying.idle()
  expect([await stateOf(held), await stateOf(recalled)]).toEqual(['broadcast', 'cancelled'])
})

test('payments of a token removed from the table wait, but one with a nonce is paid, and no other waits', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100', [ETH]: '1' })
  const waiting = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  const coin = await fixture.withdraw(owner, { currency: ETH, amount: '0.1', to: newAddress() })
  tokens = []
  await paying.idle()
  expect([await stateOf(waiting), await stateOf(coin)]).toEqual(['approved', 'broadcast'])
  tokens = CHAIN_ROW.tokens
  const numbered = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  sign = gone
  await paying.idle()
  expect([await stateOf(waiting), await stateOf(numbered)]).toEqual(['approved', 'built'])
  tokens = []
  sign = newBytes
  await paying.idle()
  expect(await stateOf(numbered)).toBe('broadcast')
  tokens = CHAIN_ROW.tokens
  fixture.clock.advance(10 * 60_000)
  await paying.idle()
  expect(await stateOf(waiting)).toBe('broadcast')
  const nonces = await Promise.all([coin, numbered, waiting].map((id) => slotOf(db(), id)))
  expect(nonces.map((slot) => slot?.nonce)).toEqual([0, 1, 2])
})

test('the note that another transaction took the nonce is cleared when the payment is mined after all', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  await paying.idle()
  mined = 1
  await paying.idle()
  expect((await slotOf(db(), id))?.takenAtBlock).toBe(100)
  receipt = minedIn(100)
  await paying.idle()
  expect((await slotOf(db(), id))?.takenAtBlock).toBe(null)
})
