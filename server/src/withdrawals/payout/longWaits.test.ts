import { randomBytes } from 'node:crypto'
import { accept, refuse } from '@tickmark/core/decision'
import { DUE_MOST_MS, HOLD_MOST_MS } from '@tickmark/core/wallet/dueTimes'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SignOrder, WithdrawalSigner } from '../../signing/signerClient.ts'
import { proposeSecurityHold } from '../approval/securityHolds.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'
import {
  newAddress,
  openWithdrawalFixture,
  quietChains,
  USDT,
  willingSigner,
  type Owner,
  type WithdrawalFixture,
} from '../withdrawals.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payoutWorker.ts'

let fixture: WithdrawalFixture
let paying: PayoutWorker
const DAY_MS = 24 * 3_600_000

beforeEach(async () => {
  fixture = await openWithdrawalFixture({ chains: quietChains(), signer: lapsingSigner() })
  paying = createPayoutWorker(fixture.deps)
})
afterEach(async () => {
  await paying.stop()
  await fixture.close()
})

/** Signs what it accepted, unless that is longer ago than a withdrawal may take. */
function lapsingSigner(): WithdrawalSigner {
  const acceptedAtMs = new Map<string, number>()
  return {
    ...willingSigner(),
    accept: async ({ intent }) => {
      acceptedAtMs.set(intent.nonce, fixture.clock.nowMs())
      return accept(true)
    },
    sign: async (order: SignOrder) => {
      const atMs = acceptedAtMs.get(order.intentNonce) ?? 0
      if (fixture.clock.nowMs() > atMs + DUE_MOST_MS) return refuse({ code: 'intent_lapsed' })
      const { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip } = order
      return accept({ raw: '0x02', txid: `0x${randomBytes(32).toString('hex')}`, maxFee, tip })
    },
  }
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
