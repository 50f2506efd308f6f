import type { ChainState } from '../../chains/node/chainStates.ts'
import { intentText, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { formatAmount } from '@tickmark/core/money/money'
import { parseTransaction } from 'viem'
import * as z from 'zod/mini'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { tronWallet } from '../../accounts/signIn.testing.ts'
import { transact } from '../../db/transact.ts'
import { balances } from '../../ledger/store.ts'
import {
  ETH,
  newAddress,
  openWithdrawalFixture,
  typeOf,
  units,
  USDT,
  type WithdrawalFixture,
  type Owner,
} from '../withdrawals.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payoutWorker.ts'
import { stepsOf } from '../withdrawal/store.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'
import { CHAIN, openTestPayout, type TestPayout } from '../payout.testing.ts'
import { setNonce, variantsOf } from '../withdrawal/nonceStore.ts'

let payout: TestPayout
let fixture: WithdrawalFixture
let paying: PayoutWorker
beforeAll(async () => {
  payout = await openTestPayout()
})
afterAll(() => payout.close())
beforeEach(async () => {
  fixture = await openWithdrawalFixture({ chains: payout.chains, signer: payout.signer })
  paying = createPayoutWorker(fixture.deps)
})
afterEach(async () => {
  payout.nodeLine.judge = () => null
  payout.signerLine.judge = () => null
  payout.state.haltedBecause = null
  await paying.stop()
  await fixture.close()
})

const db = () => fixture.deps.database.db
const USDT_CONTRACT = CHAIN.tokens[0]?.contract ?? ''

async function settle(id: string): Promise<string> {
  for (let i = 0; i < 30; i++) {
    await paying.idle()
    const now = await withdrawalById(db(), id)
    if (now && ['final', 'dead', 'cancelled', 'rejected'].includes(now.state)) return now.state
    await payout.mine(1)
    fixture.clock.advance(1_000)
  }
  return (await withdrawalById(db(), id))?.state ?? 'gone'
}

async function free(owner: Owner, currency = USDT): Promise<bigint> {
  return (await balances(db(), owner.id, 'real')).get(currency) ?? 0n
}

const paidIn = (to: string) => payout.honest.tokenBalance(USDT_CONTRACT, to, null)

test('a token withdrawal arrives, its fee stays within the cap, and the rest of the cap returns', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const to = newAddress()
  const id = await fixture.withdraw(owner, { amount: '40.5', to })
  const before = await free(owner)
  expect(await settle(id)).toBe('final')
  expect(await paidIn(to)).toBe(40_500_000n)
  const ended = await withdrawalById(db(), id)
  const fee = ended?.end.fee ?? -1n
  expect(fee).toBeGreaterThan(0n)
  expect(fee % 100n).toBe(0n)
  expect(fee).toBeLessThan(ended?.feeCap ?? 0n)
  expect(await free(owner)).toBe(before + (ended?.feeCap ?? 0n) - fee)
  expect(await free(owner)).toBe(units('59.5') - fee)
  const steps = (await stepsOf(db(), [id])).map((one) => one.state)
  expect(steps).toEqual(['requested', 'approved', 'built', 'signed', 'broadcast', 'final'])
  expect(fixture.events.filter(([, event]) => event.event === 'balance_changed')).toHaveLength(2)
  const facts = { amount: '40.5', currency: 'USDT', network: payout.chains.find(1)?.chain.name }
  expect(fixture.messages).toMatchObject([
    { userId: owner.id, kind: 'withdrawal_sent', ref: `withdrawal_sent:${id}`, facts },
    { userId: owner.id, kind: 'withdrawal_final', ref: `withdrawal_final:${id}`, facts },
  ])
  expect(await fixture.findings()).toEqual([])
})

test('a withdrawal of the coin itself arrives, and the books show exactly what leaves the hot wallet', async () => {
  const owner = await fixture.addOwner({ [ETH]: '2' })
  const to = newAddress()
  const before = await payout.honest.balance(payout.hot, null)
  const id = await fixture.withdraw(owner, { currency: ETH, amount: '1.25', to })
  expect(await settle(id)).toBe('final')
  expect(await payout.honest.balance(to, null)).toBe(1_250_000_000_000_000_000n)
  const fee = (await withdrawalById(db(), id))?.end.fee ?? 0n
  const left = before - (await payout.honest.balance(payout.hot, null))
  expect(left - 125_000_000n * 10n ** 10n).toBeLessThanOrEqual(fee * 10n ** 10n)
  expect(await free(owner, ETH)).toBe(units('0.75') - fee)
  expect(await fixture.findings()).toEqual([])
})

test('many withdrawals at once are paid in order, one nonce each', async () => {
  const owner = await fixture.addOwner({ [USDT]: '1000', [ETH]: '5' })
  const orders = Array.from({ length: 8 }, (_, i) => ({
    currency: i % 2 === 0 ? USDT : ETH,
    amount: i % 2 === 0 ? '10' : '0.1',
    to: newAddress(),
  }))
  const ids: string[] = []
  for (const order of orders) ids.push(await fixture.withdraw(owner, order))
  for (const id of ids) expect(await settle(id)).toBe('final')
  for (const { currency, to } of orders) {
    const got = currency === USDT ? await paidIn(to) : await payout.honest.balance(to, null)
    expect(got).toBe(currency === USDT ? 10_000_000n : 10n ** 17n)
  }
  expect(await fixture.findings()).toEqual([])
})

test('an unmined payment gets a higher fee on the same nonce, within the cap, and is paid once', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const to = newAddress()
  await payout.rpc.call(z.unknown(), 'evm_setAutomine', false)
  const id = await fixture.withdraw(owner, { amount: '10', to })
  await paying.idle()
  fixture.clock.advance(61_000)
  await paying.idle()
  const variants = await variantsOf(db(), id)
  expect(variants).toHaveLength(2)
  expect((variants[1]?.maxFee ?? 0n) * 8n).toBeGreaterThanOrEqual((variants[0]?.maxFee ?? 0n) * 9n)
  for (let i = 0; i < 10; i++) {
    fixture.clock.advance(61_000)
    await paying.idle()
  }
  const all = await variantsOf(db(), id)
  const most = ((await withdrawalById(db(), id))?.gasCap ?? 0n) / 90_000n
  expect(all.every((one) => one.maxFee <= most)).toBe(true)
  await payout.rpc.call(z.unknown(), 'evm_setAutomine', true)
  expect(await settle(id)).toBe('final')
  expect(await paidIn(to)).toBe(10_000_000n)
  expect(await fixture.findings()).toEqual([])
})

test('a payment signed before its answer was lost keeps its first fees, whatever fees a later request offers', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  let tip = 300_000_000n
  const node = { ...payout.chains.node(CHAIN.id), feeNow: async () => ({ baseFee: 2n * tip, tip }) }
  const ours = createPayoutWorker({ ...fixture.deps, chains: { ...payout.chains, node: () => node } })
  try {
    payout.signerLine.judge = (path) => (path === '/sign' ? { kind: 'reset', when: 'after' } : null)
    await ours.idle()
    expect((await withdrawalById(db(), id))?.state).toBe('built')
    payout.signerLine.judge = () => null
    tip = 250_000_000n
    await ours.idle()
  } finally {
    await ours.stop()
  }
  const [variant] = await variantsOf(db(), id)
  const { maxFeePerGas, maxPriorityFeePerGas } = parseTransaction((variant?.raw ?? '0x') as `0x02${string}`)
  expect([maxPriorityFeePerGas, maxFeePerGas]).toEqual([300_000_000n, 1_500_000_000n])
  expect(variant).toMatchObject({ tip: maxPriorityFeePerGas, maxFee: maxFeePerGas })
  expect(await settle(id)).toBe('final')
})

/** Code that reverts, that takes more gas than a payment has, and that stores nothing and stops. */
const REVERTS = '0x60006000fd'
const LOOPS = '0x5b600056'
const TAKES = '0x00'
const setCode = (to: string, code: string) => payout.rpc.call(z.unknown(), 'anvil_setCode', to, code)

test.each([
  ['reverts', REVERTS],
  ['takes more gas than a payment has', LOOPS],
])(
  'a payment to a contract that %s is not signed: it ends with the money back, and burns nothing',
  async (_what, code) => {
    const owner = await fixture.addOwner({ [ETH]: '2' })
    const to = newAddress()
    await setCode(to, code)
    const before = await payout.honest.balance(payout.hot, null)
    const id = await fixture.withdraw(owner, { currency: ETH, amount: '1', to })
    const next = await fixture.withdraw(owner, { currency: ETH, amount: '0.1', to: newAddress() })
    expect(await settle(id)).toBe('cancelled')
    expect(await withdrawalById(db(), id)).toMatchObject({ reason: 'would_fail', end: {} })
    expect(await variantsOf(db(), id)).toEqual([])
    expect(await settle(next)).toBe('final')
    const fee = (await withdrawalById(db(), next))?.end.fee ?? 0n
    expect(await free(owner, ETH)).toBe(units('1.9') - fee)
    expect(before - (await payout.honest.balance(payout.hot, null))).toBeLessThanOrEqual(
      (units('0.1') + fee) * 10n ** 10n,
    )
    expect(fixture.messages[0]).toMatchObject({
      kind: 'withdrawal_returned',
      ref: `withdrawal_returned:${id}`,
    })
    expect(await fixture.findings()).toEqual([])
  },
)

test('a payment to a contract that takes coins is made', async () => {
  const owner = await fixture.addOwner({ [ETH]: '2' })
  const to = newAddress()
  await setCode(to, TAKES)
  expect(await settle(await fixture.withdraw(owner, { currency: ETH, amount: '1', to }))).toBe('final')
})

test('a payment that reverts on the chain after all is dead: the amount returns, the signed fee cap pays the gas', async () => {
  const owner = await fixture.addOwner({ [ETH]: '2' })
  const to = newAddress()
  const id = await fixture.withdraw(owner, { currency: ETH, amount: '1', to })
  const before = await payout.honest.balance(payout.hot, null)
  // Simulated while the address is empty, mined once the contract is there.
  await payout.rpc.call(z.unknown(), 'evm_setAutomine', false)
  await paying.idle()
  await setCode(to, REVERTS)
  await payout.rpc.call(z.unknown(), 'evm_setAutomine', true)
  expect(await settle(id)).toBe('dead')
  const ended = await withdrawalById(db(), id)
  const fee = ended?.end.fee ?? 0n
  expect(ended).toMatchObject({ reason: 'reverted', end: { gas: 0n } })
  expect(fee).toBeGreaterThan(0n)
  expect(fee).toBeLessThanOrEqual(ended?.feeCap ?? 0n)
  expect(await free(owner, ETH)).toBe(units('2') - fee)
  expect(before - (await payout.honest.balance(payout.hot, null))).toBeLessThanOrEqual(fee * 10n ** 10n)
  expect(fixture.messages.map((one) => one.kind)).toEqual(['withdrawal_sent', 'withdrawal_reverted'])
  const facts = { amount: '1', currency: 'ETH', fee: formatAmount(fee) }
  expect(fixture.messages[1]).toMatchObject({ ref: `withdrawal_reverted:${id}`, facts })
  expect(await fixture.findings()).toEqual([])
})

test('while the hot wallet is short of a currency, its payments wait in order; none is refused, others proceed', async () => {
  const owner = await fixture.addOwner({ [USDT]: '5000000' })
  const rich = await fixture.addOwner({ [USDT]: '100', [ETH]: '1' })
  const big = await fixture
    .withdraw(owner, { amount: '2000000', to: newAddress() })
    .catch((thrown: unknown) => thrown)
  // The signer's own limit is lower, and its refusal reaches the owner at once.
  expect(String(big)).toContain('withdrawal_above_limit')
  const had = await payout.honest.tokenBalance(USDT_CONTRACT, payout.hot, null)
  await payout.rpc.call(z.unknown(), 'anvil_impersonateAccount', payout.hot)
  const sink = newAddress()
  const data = `0xa9059cbb${sink.slice(2).toLowerCase().padStart(64, '0')}${(had - 5_000_000n).toString(16).padStart(64, '0')}`
  await payout.rpc.call(z.unknown(), 'eth_sendTransaction', { from: payout.hot, to: USDT_CONTRACT, data })
  await payout.rpc.call(z.unknown(), 'anvil_stopImpersonatingAccount', payout.hot)
  const to = newAddress()
  const first = await fixture.withdraw(rich, { amount: '40', to })
  const second = await fixture.withdraw(rich, { amount: '1', to })
  const other = await fixture.withdraw(rich, { currency: ETH, amount: '0.5', to })
  expect(await settle(other)).toBe('final')
  expect((await withdrawalById(db(), first))?.state).toBe('approved')
  expect((await withdrawalById(db(), second))?.state).toBe('approved')
  await payout.faucet.pay(USDT, payout.hot, had)
  expect(await settle(first)).toBe('final')
  expect(await settle(second)).toBe('final')
  expect(await paidIn(to)).toBe(41_000_000n)
  expect(await fixture.findings()).toEqual([])
})

test('a halted chain pays nothing; afterwards it goes on', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  payout.state.haltedBecause = 'reorganised'
  expect(await settle(id)).toBe('approved')
  payout.state.haltedBecause = null
  expect(await settle(id)).toBe('final')
})

test('with two workers on one database one pays, and the other takes over when it stops', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const other = createPayoutWorker(fixture.deps)
  await paying.idle()
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  await other.idle()
  expect((await withdrawalById(db(), id))?.state).toBe('approved')
  await paying.stop()
  paying = other
  expect(await settle(id)).toBe('final')
})

test('a worker whose chain halts leaves it to a worker that can reach it', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  let haltedBecause: ChainState['haltedBecause'] = null
  const all = () => payout.chains.all().map((state) => ({ ...state, haltedBecause }))
  const blind = createPayoutWorker({ ...fixture.deps, chains: { ...payout.chains, all } })
  try {
    await blind.idle()
    const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
    await paying.idle()
    expect((await withdrawalById(db(), id))?.state).toBe('approved')
    haltedBecause = 'elsewhere'
    await blind.idle()
    expect(await settle(id)).toBe('final')
  } finally {
    await blind.stop()
  }
})

test('the owner cancels an unsigned payment and gets all of it back; a signed one is paid', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  const context = fixture.ask(owner)
  expect(await fixture.answers.cancelWithdrawal({ id }, context)).toEqual({ cancelled: true })
  expect(await fixture.answers.cancelWithdrawal({ id }, context)).toEqual({ cancelled: true })
  expect(await free(owner)).toBe(units('100'))
  const gone = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  await paying.idle()
  const refused = fixture.answers.cancelWithdrawal({ id: gone }, fixture.ask(owner))
  await expect(refused).rejects.toMatchObject({ code: 'withdrawal_under_way' })
  expect(await settle(gone)).toBe('final')
  expect(await settle(id)).toBe('cancelled')
  expect(fixture.messages.filter((one) => one.kind === 'withdrawal_returned')).toEqual([])
  expect(await fixture.findings()).toEqual([])
})

test('an intent revoked at the signer is never paid: the hold is released, the nonce is reused', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const to = newAddress()
  const revoked = await fixture.withdraw(owner, { amount: '10', to })
  const paid = await fixture.withdraw(owner, { amount: '20', to })
  // The server dies between the signer's promise and its own commit.
  await payout.signer.revoke((await withdrawalById(db(), revoked))?.nonce ?? '')
  expect(await settle(revoked)).toBe('cancelled')
  expect((await withdrawalById(db(), revoked))?.reason).toBe('intent_revoked')
  expect(await settle(paid)).toBe('final')
  expect(await paidIn(to)).toBe(20_000_000n)
  const fee = (await withdrawalById(db(), paid))?.end.fee ?? 0n
  expect(await free(owner)).toBe(units('80') - fee)
  expect(await fixture.findings()).toEqual([])
})

test('cancelling during the payment ends in a cancellation or a payment, never in both', async () => {
  const owner = await fixture.addOwner({ [USDT]: '1000' })
  const seen = new Set<string>()
  for (let i = 0; i < 12; i++) {
    const to = newAddress()
    const id = await fixture.withdraw(owner, { amount: '10', to })
    const had = await free(owner)
    const cancelNow = () =>
      fixture.answers.cancelWithdrawal({ id }, fixture.ask(owner)).then(
        () => true,
        () => false,
      )
    let left = i
    let answer: Promise<boolean> | null = null
    // The cancellation arrives during the worker's request number i, to the node or the signer.
    payout.nodeLine.judge = payout.signerLine.judge = async () => {
      if (left-- === 0) await (answer = cancelNow())
      return null
    }
    await paying.idle()
    payout.nodeLine.judge = payout.signerLine.judge = () => null
    const isCancelled = await (answer ?? cancelNow())
    const state = await settle(id)
    const { feeCap = 0n, end } = (await withdrawalById(db(), id)) ?? {}
    if (state === 'final') expect(await free(owner)).toBe(had + feeCap - (end?.fee ?? 0n))
    else expect(await free(owner)).toBe(had + units('10') + feeCap)
    expect([state, await paidIn(to)]).toEqual(state === 'final' ? ['final', 10_000_000n] : ['cancelled', 0n])
    if (isCancelled) expect(state).toBe('cancelled')
    seen.add(state)
  }
  expect([...seen].toSorted()).toEqual(['cancelled', 'final'])
  expect(await fixture.findings()).toEqual([])
})

test('signer and chain correct a database that lost its newest nonces', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  expect(await settle(await fixture.withdraw(owner, { amount: '10', to: newAddress() }))).toBe('final')
  await transact(db(), (tx) => setNonce(tx, CHAIN.id, payout.hot, 0))
  await transact(db(), async (tx) => void (await tx.deleteFrom('withdrawal_slot').execute()))
  const to = newAddress()
  expect(await settle(await fixture.withdraw(owner, { amount: '10', to }))).toBe('final')
  expect(await paidIn(to)).toBe(10_000_000n)
})

test('an owner with a Tron wallet signs the same fields as a text, and is paid on Ethereum', async () => {
  const wallet = tronWallet(77)
  const owner = await fixture.addOwner({ [USDT]: '100' }, { address: wallet.address, walletType: 2 })
  const to = newAddress()
  const asked = { typeId: typeOf(USDT), destination: to, amount: '10' }
  const offer = await fixture.answers.withdrawalIntent(asked, fixture.ask(owner))
  const text = intentText(offer.fields as unknown as WithdrawalIntent)
  const input = { ...asked, intent: offer.intent, code: '' }
  const asEthereum = fixture.answers.cash_out(
    { ...input, signature: wallet.signMessage(text, 1) },
    fixture.ask(owner),
  )
  await expect(asEthereum).rejects.toMatchObject({ code: 'intent_signature_wrong' })
  const { id } = await fixture.answers.cash_out(
    { ...input, signature: wallet.signMessage(text) },
    fixture.ask(owner),
  )
  expect(await settle(id)).toBe('final')
  expect(await paidIn(to)).toBe(10_000_000n)
})
