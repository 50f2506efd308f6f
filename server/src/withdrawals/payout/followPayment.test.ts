import { refuse } from '@tickmark/core/decision'
import type { AccountKey, Cause } from '@tickmark/core/ledger/accounts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.testing.ts'
import { silentLog } from '../../platform/log.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers } from '../../ledger/post.ts'
import { balances, houseBalance } from '../../ledger/store.ts'
import {
  CHAIN_ROW,
  ETH,
  newAddress,
  openWithdrawalFixture,
  units,
  USDT,
  type WithdrawalFixture,
  type Owner,
} from '../withdrawals.testing.ts'
import { type PaperChain, paperChain, txidOf } from '../paperChain.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payoutWorker.ts'
import { slotOf, variantsOf } from '../withdrawal/nonceStore.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'

let paper: PaperChain
let fixture: WithdrawalFixture
let paying: PayoutWorker
let owner: Owner
let id: string
beforeEach(async () => {
  paper = paperChain()
  fixture = await openWithdrawalFixture({
    chains: paper.chains,
    signer: paper.signer,
    clock: movableClock({ isStill: true }),
  })
  paying = createPayoutWorker(fixture.deps)
  owner = await fixture.addOwner({ [USDT]: '100' })
  id = await fixture.withdraw(owner, { amount: '40', to: newAddress() })
  await paying.idle()
  expect(await stateNow()).toBe('broadcast')
})
afterEach(async () => {
  await paying.stop()
  expect(await fixture.findings()).toEqual([])
  await fixture.close()
})

const db = () => fixture.deps.database.db
const now = async () => {
  const found = await withdrawalById(db(), id)
  if (!found) throw new Error('it is there')
  return found
}
const stateNow = async () => (await now()).state
const free = async () => (await balances(db(), owner.id, 'real')).get(USDT) ?? 0n
const { confirmations } = CHAIN_ROW

/** Keeps its warnings, each with its reason. */
function keptLog() {
  const lines: string[] = []
  const warn = (message: string, facts?: object) => {
    const { reason } = { reason: '', ...facts }
    lines.push(`${message}: ${reason}`)
  }
  return { log: { ...silentLog(), warn }, lines }
}

test('a payment is final when it has its confirmations, and not one block earlier', async () => {
  paper.mine(txidOf(1), 101)
  paper.count = 1
  paper.head = 101 + confirmations - 2
  await paying.idle()
  expect(await stateNow()).toBe('broadcast')
  expect((await now()).end).toMatchObject({ txid: txidOf(1), block: 101 })
  paper.head += 1
  await paying.idle()
  expect(await now()).toMatchObject({ state: 'final', end: { txid: txidOf(1), block: 101 } })
})

test('a reverted payment ends after the same number of confirmations, and releases its amount and the unused fee', async () => {
  paper.mine(txidOf(1), 101, { status: 0 })
  paper.count = 1
  paper.head = 101 + confirmations - 2
  await paying.idle()
  expect(await stateNow()).toBe('broadcast')
  paper.head += 1
  await paying.idle()
  const { state, end } = await now()
  expect([state, await free()]).toEqual(['dead', units('100') - (end.fee ?? 0n)])
  expect(end.fee).toBeGreaterThan(0n)
})

test('gas of a reverted payment above the signed cap is the loss of the house', async () => {
  const { feeCap } = await now()
  const gasUsed = 50_000n
  const effectiveGasPrice = (await burnedFor(3n * feeCap)) / gasUsed
  paper.mine(txidOf(1), 101, { status: 0, gasUsed, effectiveGasPrice })
  paper.count = 1
  paper.head = 200
  await paying.idle()
  expect(await now()).toMatchObject({ state: 'dead', end: { fee: feeCap } })
  expect(await free()).toBe(units('100') - feeCap)
})

test.each(['success', 'failure'])(
  'a receipt of %s from a block that left the chain ends nothing',
  async (what) => {
    paper.mine(txidOf(1), 101, { status: what === 'success' ? 1 : 0, blockHash: `0x${'dd'.repeat(32)}` })
    paper.count = 1
    paper.head = 200
    await paying.idle()
    expect(await stateNow()).toBe('broadcast')
    paper.blocks.delete(101)
    await paying.idle()
    expect(await stateNow()).toBe('broadcast')
    // In the chain's current block, it counts.
    paper.mine(txidOf(1), 102)
    await paying.idle()
    expect(await now()).toMatchObject({ state: 'final', end: { block: 102 } })
  },
)

test('a receipt without a status ends no payment, and delays no other', async () => {
  const next = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  await paying.idle()
  paper.mine(txidOf(1), 101, { status: null })
  paper.mine(txidOf(2), 101)
  paper.head = 200
  await paying.idle()
  expect([await stateNow(), (await withdrawalById(db(), next))?.state]).toEqual(['broadcast', 'final'])
})

test('a payment’s block is cleared when it leaves the chain', async () => {
  paper.mine(txidOf(1), 101)
  paper.count = 1
  paper.head = 101
  await paying.idle()
  expect((await now()).end.block).toBe(101)
  paper.receipts.clear()
  paper.count = 0
  await paying.idle()
  expect(await stateNow()).toBe('broadcast')
  expect((await now()).end.block).toBeUndefined()
})

test('a nonce taken by another transaction is given up once that one has its confirmations, and not a block earlier', async () => {
  paper.count = 1
  await paying.idle()
  expect((await slotOf(db(), id))?.takenAtBlock).toBe(100)
  paper.head = 100 + confirmations - 1
  await paying.idle()
  expect(await stateNow()).toBe('broadcast')
  paper.head += 1
  await paying.idle()
  expect([await stateNow(), await free()]).toEqual(['dead', units('100')])
  expect((await now()).reason).toBe('nonce_taken')
  expect(fixture.messages.map((one) => one.kind)).toEqual(['withdrawal_sent', 'withdrawal_returned'])
})

test('a payment that a node shows only after its nonce is found taken is not given up', async () => {
  paper.count = 1
  await paying.idle()
  paper.head = 100 + confirmations
  // The nodes learn of the block between the question for the receipt and the one for the nonce.
  Object.defineProperty(paper, 'count', {
    get() {
      paper.mine(txidOf(1), 101)
      return 1
    },
  })
  await paying.idle()
  expect(await stateNow()).toBe('broadcast')
  paper.head = 101 + confirmations - 1
  await paying.idle()
  expect(await stateNow()).toBe('final')
})

test('a nonce taken only in an orphaned block is free again, and the wait starts over', async () => {
  paper.count = 1
  await paying.idle()
  paper.count = 0
  paper.head = 110
  await paying.idle()
  expect((await slotOf(db(), id))?.takenAtBlock).toBeNull()
  paper.count = 1
  await paying.idle()
  expect((await slotOf(db(), id))?.takenAtBlock).toBe(110)
  expect(await stateNow()).toBe('broadcast')
})

test('an unmined payment is sent again after 5 s, and with a higher fee after a minute, no earlier', async () => {
  await paying.idle() // a worker without a record of the payment sends it at once
  const before = paper.sent.length
  fixture.clock.advance(4_999)
  await paying.idle()
  expect(paper.sent).toHaveLength(before)
  fixture.clock.advance(1)
  await paying.idle()
  expect(paper.sent).toHaveLength(before + 1)
  fixture.clock.advance(54_999)
  await paying.idle()
  expect(await variantsOf(db(), id)).toHaveLength(1)
  fixture.clock.advance(5_000)
  await paying.idle()
  expect(await variantsOf(db(), id)).toHaveLength(2)
  expect([paper.sent.at(-2), paper.sent.at(-1)]).toEqual([txidOf(1), txidOf(2)])
  expect(paper.orders.map((one) => one.chainNonce)).toEqual([0, 0])
})

test('a payment whose higher fee the signer refuses is sent again as it is', async () => {
  const { sign } = paper.signer
  paper.signer.sign = async () => refuse({ code: 'fee_too_high' })
  fixture.clock.advance(60_000)
  await paying.idle()
  expect(await variantsOf(db(), id)).toHaveLength(1)
  expect(paper.sent).toEqual([txidOf(1), txidOf(1)])
  paper.signer.sign = sign
  fixture.clock.advance(5_000)
  await paying.idle()
  expect(paper.sent.at(-1)).toBe(txidOf(2))
})

test('whichever of its transactions is mined ends the payment', async () => {
  fixture.clock.advance(60_000)
  await paying.idle()
  expect(await variantsOf(db(), id)).toHaveLength(2)
  paper.mine(txidOf(1), 101)
  paper.count = 1
  paper.head = 101 + confirmations - 1
  await paying.idle()
  expect(await now()).toMatchObject({ state: 'final', end: { txid: txidOf(1) } })
})

test('a payment that another of its transactions makes in the same block, after the chain changed, is shown as that one', async () => {
  fixture.clock.advance(60_000)
  await paying.idle()
  paper.mine(txidOf(1), 101)
  paper.count = 1
  paper.head = 101
  await paying.idle()
  expect((await now()).end).toMatchObject({ txid: txidOf(1), block: 101 })
  paper.receipts.delete(txidOf(1))
  paper.mine(txidOf(2), 101)
  await paying.idle()
  expect((await now()).end).toMatchObject({ txid: txidOf(2), block: 101 })
})

test('why payments wait is logged once for each silence of the nodes', async () => {
  let isSilent = true
  const { log, lines } = keptLog()
  const node = (chainId: number) => ({
    ...paper.chains.node(chainId),
    headNumber: () => (isSilent ? Promise.reject(new Error('silence')) : Promise.resolve(paper.head)),
  })
  const worker = createPayoutWorker({ ...fixture.deps, chains: { ...paper.chains, node }, log })
  await paying.stop()
  const waits = async (count: number) => {
    await worker.idle()
    expect(lines.filter((one) => one === 'payments wait: silence')).toHaveLength(count)
  }
  await waits(1)
  await waits(1)
  isSilent = false
  await waits(1)
  isSilent = true
  await waits(2)
  await worker.stop()
})

/** The value in wei of an amount of the currency, at the agreed price. */
async function burnedFor(fee: bigint): Promise<bigint> {
  const { gasPrice } = await now()
  return (fee * 10n ** 18n) / (gasPrice ?? 1n)
}

test.each([
  ['at its cap is charged whole', 0n],
  ['above its cap is charged up to it, and the house bears the rest', units('3')],
])('a fee %s', async (_what, above) => {
  const { feeCap } = await now()
  const gasUsed = 50_000n
  const effectiveGasPrice = (await burnedFor(feeCap + above)) / gasUsed
  paper.mine(txidOf(1), 101, { gasUsed, effectiveGasPrice })
  paper.count = 1
  paper.head = 200
  await paying.idle()
  expect(await now()).toMatchObject({ state: 'final', end: { fee: feeCap } })
  expect(await free()).toBe(units('60') - feeCap)
})

test.each([
  ['is just enough for it', 0n, 'inventory'],
  ['is a unit short of it', 1n, 'bankroll'],
] as const)(
  'gas of a token payment leaves the inventory when that %s, else the bankroll',
  async (_what, short, payer) => {
    const gas = 10_000n // 50,000 gas at 2 gwei
    const held = async (kind: 'inventory' | 'bankroll') => houseBalance(db(), 'real', ETH, kind)
    const account = { owner: 0, book: 'real', currency: ETH, kind: 'inventory' } as const
    const left = { from: account, to: { ...account, owner: owner.id, kind: 'available' } as const }
    const amount = (await held('inventory')) - gas + short
    const posting = { ...left, amount, ref: randomUUID(), cause: 'swap' as const, leg: 0 }
    await transact(db(), (tx) => postTransfers(tx, [posting], fixture.clock.nowMs()))
    const before = await held(payer)
    paper.mine(txidOf(1), 101)
    paper.count = 1
    paper.head = 200
    await paying.idle()
    expect((await now()).end.gas).toBe(gas)
    expect(await held(payer)).toBe(before - gas)
  },
)

test('payments are final though the house has no coin for their gas: the house owes it, the audit names it, and it is paid later, one by one', async () => {
  const gas = 10_000n // 50,000 gas at 2 gwei
  const next = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  await paying.idle()
  const house = (kind: 'inventory' | 'bankroll' | 'external') =>
    ({ owner: 0, book: 'real', currency: ETH, kind }) as const
  const held = (kind: 'inventory' | 'bankroll') => houseBalance(db(), 'real', ETH, kind)
  const post = (from: AccountKey, to: AccountKey, amount: bigint, cause: Cause) =>
    transact(db(), (tx) =>
      postTransfers(tx, [{ from, to, amount, cause, ref: randomUUID(), leg: 0 }], fixture.clock.nowMs()),
    )
  const swapper: AccountKey = { ...house('inventory'), owner: owner.id, kind: 'available' }
  await post(house('inventory'), swapper, (await held('inventory')) - gas + 1n, 'swap')
  await post(house('bankroll'), house('external'), (await held('bankroll')) - gas + 1n, 'loss')
  paper.mine(txidOf(1), 101)
  paper.mine(txidOf(2), 101)
  paper.count = 2
  paper.head = 200
  await paying.idle()
  const { state, end } = await now()
  expect([state, end.gas, await free()]).toEqual(['final', gas, units('50') - 2n * (end.fee ?? 0n)])
  const owed = async () => (await fixture.findings()).toSorted((a, b) => (a.where < b.where ? -1 : 1))
  const debtOf = (one: string) => ({
    rule: 'withdrawals = transfers',
    where: `withdrawal ${one} 8/3`,
    expected: `the house -> ${ETH * 16}: ${gas}`,
    found: 'none',
  })
  expect(await owed()).toMatchObject([id, next].toSorted().map(debtOf))
  await paying.idle()
  expect(await held('inventory')).toBe(gas - 1n)

  await post(house('external'), house('inventory'), 1n, 'funding')
  await paying.idle()
  expect([await held('inventory'), await held('bankroll')]).toEqual([0n, gas - 1n])
  expect(await owed()).toMatchObject([debtOf(next)])
  await post(house('external'), house('bankroll'), 1n, 'funding')
  await paying.idle()
  expect([await held('inventory'), await held('bankroll')]).toEqual([0n, 0n])
  await paying.idle()
  expect(await fixture.findings()).toEqual([])
})
