import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { HOSTED } from '@tickmark/core/arbitrage/toyHosting.testing'
import { CONSENT_LIFE_MS, NO_HEAD } from '@tickmark/core/consent/consentText'
import {
  exitConsentText,
  hostingConsentText,
  type ExitConsent,
  type HostingConsent,
} from '@tickmark/core/consent/hostingConsent'
import type { Grant } from '@tickmark/core/consent/grant'
import { ORIGIN, testOwner } from '@tickmark/core/consent/owner.testing'
import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { keyOf } from '../accounts/sessionKeys.ts'
import { insertDelegation } from '../accounts/sessionStore.ts'
import { transact } from '../db/transact.ts'
import type { CallContext } from '../http/calls/context.ts'
import type { HostingFixture } from './hosting.testing.ts'
import { hostingAnswers } from './routes.ts'

export type Host = Awaited<ReturnType<typeof openHost>>

/** A host whose session signs, or another session of the same user. */
export async function openHost(
  hosting: HostingFixture,
  number: number,
  { grant = {}, user }: { grant?: Partial<Grant>; user?: number } = {},
) {
  const userId = user ?? (await hosting.user(1_000n * ONE))
  const { delegation, session, sign } = testOwner(number, hosting.clock.nowMs(), { grant })
  const key = keyOf(delegation)
  await transact(hosting.deps.db, async (tx) => {
    await insertDelegation(tx, session, delegation)
    // The fixture's users have no wallets: this one is that of the wallet, unless an earlier one is.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      update users set address = ${delegation.address} where id = ${userId}
        and not exists (select from users where address = ${delegation.address})`.execute(tx)
  })
  let nonce = 0
  const frame = () => {
    const at = hosting.clock.nowMs()
    nonce = Math.max(at, nonce + 1)
    return { origin: ORIGIN, session, nonce, at, expires: at + CONSENT_LIFE_MS, head: NO_HEAD }
  }
  const context = (idempotencyKey?: string): CallContext => {
    const ask = hosting.ask(userId, 'real', idempotencyKey)
    const own = { id: session, address: delegation.address, walletType: 1, practice: false } as const
    const times = { createdAtMs: hosting.clock.nowMs(), expiresAtMs: hosting.clock.nowMs() + 3_600_000 }
    return { ...ask, session: { ...own, ...times, user: ask.user, transport: 'cookie' as const, key } }
  }
  const asked = { buyMoney: '100', mid: 1, type: '0', userNum: '1' }
  return {
    userId,
    delegation,
    session,
    hosts: (change?: Partial<HostingConsent>) =>
      sign(hostingConsentText({ ...frame(), ...HOSTED, ...change })),
    exits: (order: string, change?: Partial<ExitConsent>) =>
      sign(exitConsentText({ ...frame(), order, back: String((199n * ONE) / 2n), ...change })),
    context,
    answer: (consent: SignedConsent) => hostingAnswers(hosting.deps).getHostingAnswer({ consent }, context()),
    place: (consent?: SignedConsent, by = hosting.deps, idempotencyKey?: string) =>
      hostingAnswers(by).orderConfirmation(
        { ...asked, ...(consent && { consent }) },
        context(idempotencyKey),
      ),
    exit: (orderNumber: string, consent?: SignedConsent) =>
      hostingAnswers(hosting.deps).exitHosting({ orderNumber, ...(consent && { consent }) }, context()),
  }
}
