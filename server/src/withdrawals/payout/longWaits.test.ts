import { randomBytes } from 'node:crypto'
import { accept, refuse } from '@tickmark/core/decision'
import { DUE_MOST_MS, HOLD_MOST_MS } from '@tickmark/core/wallet/dueTimes'
import type { SignerRefusal } from '@tickmark/core/wallet/signerRefusals'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RpcRefusal } from '../../chains/node/rpc.ts'
import { balances } from '../../ledger/store.ts'
import type { SignOrder, WithdrawalSigner } from '../../signing/signerClient.ts'
import { proposeSecurityHold } from '../approval/securityHolds.ts'
import { slotOf } from '../withdrawal/nonceStore.ts'
import type { PayingChains, PayingNode } from '../withdrawal/ports.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'
import {
  CHAIN_ROW,
  newAddress,
  openWithdrawalFixture,
  quietChains,
  units,
  USDT,
  willingSigner,
  type Owner,
  type WithdrawalFixture,
} from '../withdrawals.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payoutWorker.ts'

let fixture: WithdrawalFixture
let paying: PayoutWorker
let baseFee: bigint
let dollars: bigint
let isListed: boolean
/** What the node and the signer answer. */
let node: { simulates: () => boolean; tellsHead: () => number }
let signer: { refuses: SignerRefusal | null; isSilent: boolean; signed: Set<string>; revoked: Set<string> }
const [HOUR_MS, DAY_MS] = [3_600_000, 24 * 3_600_000]

beforeEach(async () => {
  baseFee = 1_000_000_000n
  dollars = 10n ** 18n
  isListed = true
  node = { simulates: () => false, tellsHead: () => 100 }
  signer = { refuses: null, isSilent: false, signed: new Set(), revoked: new Set() }
  fixture = await openWithdrawalFixture({ chains: chainsNow(), signer: lapsingSigner() })
  paying = createPayoutWorker(fixture.deps)
})
afterEach(async () => {
  await paying.stop()
  await fixture.close()
})

function chainsNow(): PayingChains {
  const quiet = quietChains()
  const own: PayingNode = {
    ...quiet.node(1),
    headNumber: async () => node.tellsHead(),
    wouldFail: async () => node.simulates(),
    feeNow: async () => ({ baseFee, tip: 1_000_000_000n }),
    tokenBalance: async () => dollars,
  }
  const tokens = () => (isListed ? CHAIN_ROW.tokens : [])
  const states = () => quiet.all().map((state) => ({ ...state, chain: { ...CHAIN_ROW, tokens: tokens() } }))
  const find = (id: number) => states().find(({ chain }) => chain.id === id) ?? null
  return { ...quiet, all: states, find, node: () => own }
}

/** Signs what it accepted and did not revoke, unless it was accepted longer ago than a withdrawal may take. */
function lapsingSigner(): WithdrawalSigner {
  const acceptedAtMs = new Map<string, number>()
  return {
    ...willingSigner(),
    accept: async ({ intent }) => {
      acceptedAtMs.set(intent.nonce, fixture.clock.nowMs())
      return accept(true)
    },
    sign: async ({ intentNonce, maxFeePerGas: maxFee, maxPriorityFeePerGas: tip }: SignOrder) => {
      if (signer.isSilent) return gone()
      const atMs = acceptedAtMs.get(intentNonce) ?? 0
      if (signer.revoked.has(intentNonce)) return refuse({ code: 'intent_revoked' })
      if (fixture.clock.nowMs() > atMs + DUE_MOST_MS) return refuse({ code: 'intent_lapsed' })
      if (signer.refuses) return refuse({ code: signer.refuses })
      signer.signed.add(intentNonce)
      return accept({ raw: '0x02', txid: `0x${randomBytes(32).toString('hex')}`, maxFee, tip })
    },
    revoke: async (nonce) => {
      if (signer.isSilent) return gone()
      if (!signer.signed.has(nonce)) signer.revoked.add(nonce)
      return signer.revoked.has(nonce)
    },
  }
}

function refused(): never {
  throw new RpcRefusal(-32_000, 'no state')
}

function gone(): never {
  throw new Error('gone')
}

const db = () => fixture.deps.database.db
const stateOf = async (id: string) => (await withdrawalById(db(), id))?.state

async function hold(owner: Owner): Promise<void> {
  const { clock, deps } = fixture
  const asked = { caseId: 'C-1', userId: owner.id, reason: 'legal_order' } as const
  const untilMs = clock.nowMs() + HOLD_MOST_MS
  for (const operator of ['ann', 'ben'])
    await proposeSecurityHold({ db: db(), clock, events: deps.events }, { ...asked, operator, untilMs })
}

/** Passes time, with a pass over the payments at its last moment and at its end. */
async function wait(ms: number, id: string): Promise<(string | undefined)[]> {
  fixture.clock.advance(ms - 1)
  await paying.idle()
  const before = await stateOf(id)
  fixture.clock.advance(1)
  await paying.idle()
  return [before, await stateOf(id)]
}

test('a withdrawal is paid after the longest security hold that began since its request', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  fixture.clock.advance(1)
  await hold(owner)
  expect(await wait(HOLD_MOST_MS, id)).toEqual(['approved', 'broadcast'])
})

test('a withdrawal that a week’s silence approves is paid, even after a security hold that began then', async () => {
  const owner = await fixture.addOwner({ [USDT]: '30000' })
  const ids = [
    await fixture.withdraw(owner, { amount: '15000', to: newAddress() }),
    await fixture.withdraw(await fixture.addOwner({ [USDT]: '30000' }), {
      amount: '15000',
      to: newAddress(),
    }),
  ]
  const [held = '', free = ''] = ids
  await sql`update operator set invited_by = 'dan' where address = 'cem'`.execute(db())
  fixture.clock.advance(7 * DAY_MS - 1)
  await hold(owner)
  await sql`update operator set revoked_by = 'dan', revoked_ms = ${fixture.clock.nowMs() - DAY_MS}
    where address in ('ann', 'ben')`.execute(db())
  await paying.idle()
  expect([await stateOf(held), await stateOf(free)]).toEqual(['requested', 'requested'])
  fixture.clock.advance(1)
  await paying.idle()
  expect([await stateOf(held), await stateOf(free)]).toEqual(['approved', 'broadcast'])
  expect(await wait(HOLD_MOST_MS - 1, held)).toEqual(['approved', 'broadcast'])
})

const free = async (owner: Owner) => (await balances(db(), owner.id, 'real')).get(USDT)

test.each<[string, stop: () => void]>([
  ['while the hot wallet is short', () => (dollars = 0n)],
  ['while its currency is not listed', () => (isListed = false)],
  ['while the network’s fee is above its cap', () => (baseFee = 10n ** 13n)],
  ['while no node can simulate it', () => (node.simulates = () => refused())],
  ['while no node answers', () => (node.tellsHead = gone)],
  ['while it is above the signer’s limit', () => (signer.refuses = 'over_limit')],
])('the money of a payment that waits %s is back an hour before it is due', async (_, stop) => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  stop()
  await paying.idle()
  const [before, after] = await wait(95 * HOUR_MS, id)
  expect([before === 'approved' || before === 'built', after]).toEqual([true, 'cancelled'])
  expect(await withdrawalById(db(), id)).toMatchObject({ reason: 'overdue' })
  expect(await free(owner)).toBe(units('100'))
  expect(fixture.messages.map(({ kind }) => kind)).toEqual(['withdrawal_returned'])
  expect(signer.revoked.size).toBe(1)
  expect(await fixture.findings()).toEqual([])
})

test('a payment with a nonce that the signer does not answer about ends when it answers, and the next gets its nonce', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  signer.isSilent = true
  await paying.idle()
  expect(await wait(95 * HOUR_MS, id)).toEqual(['built', 'built'])
  signer.isSilent = false
  const next = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  await paying.idle()
  expect([await stateOf(id), await stateOf(next)]).toEqual(['cancelled', 'broadcast'])
  expect((await slotOf(db(), next))?.nonce).toBe(0)
})

test('a payment that the signer has signed is made, although its answer was lost until the due time', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  signer.isSilent = true
  await paying.idle()
  signer.signed.add((await withdrawalById(db(), id))?.nonce ?? '')
  fixture.clock.advance(95 * HOUR_MS)
  signer.isSilent = false
  await paying.idle()
  expect(await stateOf(id)).toBe('broadcast')
  expect(signer.revoked.size).toBe(0)
})
