import type { SignedConsent } from '@tickmark/core/consent/bundle'
import {
  closeText,
  CONSENT_LIFE_MS,
  NO_HEAD,
  orderText,
  type CloseConsent,
  type OrderConsent,
} from '@tickmark/core/consent/consentText'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import type { Grant } from '@tickmark/core/consent/grant'
import { ORIGIN, testOwner } from '@tickmark/core/consent/owner.testing'
import { parseAmount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { keyOf } from '../../accounts/sessionKeys.ts'
import { insertDelegation } from '../../accounts/sessionStore.ts'
import { transact } from '../../db/transact.ts'
import type { CallContext, SessionKey } from '../../http/calls/context.ts'
import { askOf, type OrderFixture } from '../orders.testing.ts'

/** A user whose session signs. */
export interface Signer {
  key: SessionKey
  delegation: SignedDelegation
  sign(text: string): SignedConsent
  /** The user's call contexts; each has a new idempotency key unless one is given. */
  context(more?: Partial<CallContext>): CallContext
  /** The user's signature for an order of Up on BTC for a minute. */
  ordering(change?: Partial<OrderConsent>): SignedConsent
  closing(orderId: string, bid: string, change?: Partial<CloseConsent>): SignedConsent
  /** A quote on these terms. */
  quote(): Promise<string>
  /** Sends an order on these terms with this signature, on a new quote unless one is given. */
  place(
    consent: SignedConsent | undefined,
    sent?: Sent,
  ): ReturnType<OrderFixture['answers']['createLimitOrder']>
}

interface Sent {
  context?: CallContext
  quoteId?: string
}

/** Opens a session with a new key for a user of the fixture. */
export async function openSigner(
  { test, clock, answers }: OrderFixture,
  userId: number,
  grant: Partial<Grant> = {},
): Promise<Signer> {
  const { delegation, sign } = testOwner(userId, clock.nowMs(), { grant })
  const key = keyOf(delegation)
  if (!key) throw new Error('the owner delegates')
  const { session } = key.delegation
  await transact(test.database.db, async (tx) => {
    await sql`
      insert into users (id, address, wallet_type, practice, invite_code, language, created_at) overriding system value
      values (${userId}, ${delegation.address}, 1, false, ${`SIGNER${String(userId).padStart(2, '0')}`}, 'english', 0)
      on conflict do nothing`.execute(tx)
    await insertDelegation(tx, session, delegation)
  })
  const range = await rangeNow()
  let last = 0
  const frame = () => {
    const at = clock.nowMs()
    last = Math.max(at, last + 1)
    return { origin: ORIGIN, session, nonce: last, at, expires: at + CONSENT_LIFE_MS, head: NO_HEAD }
  }
  const { barrierPpm, chancePpm, marginPpm } = range
  const terms = {
    book: 'simulated',
    currency: 'USDT',
    pid: 1,
    pair: 'BTC/USDT',
    duration: 60,
    direction: 'up',
    barrierPpm,
    chancePpm,
    marginPpm,
    ratePct: Number(parseAmount(range.rate)) / 1_000_000,
    stake: '10000000000',
  } as const
  return {
    key,
    delegation,
    sign,
    context,
    ordering: (change) => sign(orderText({ ...frame(), ...terms, ...change })),
    closing: (order, bid, change) => sign(closeText({ ...frame(), order, bid, ...change })),
    quote: async () => (await rangeNow()).id,
    async place(consent, sent = {}) {
      const quoteId = sent.quoteId ?? (await rangeNow()).id
      const input = { pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId }
      return answers.createLimitOrder({ ...input, ...(consent && { consent }) }, sent.context ?? context())
    },
  }

  async function rangeNow() {
    const asked = { type: 0, pid: 1, timeId: 110 } as const
    const [range] = (await answers.getTimeAccountCurrency(asked, askOf(clock, userId))).ranges
    if (!range) throw new Error('a range is on offer')
    return range
  }

  function context(more?: Partial<CallContext>): CallContext {
    const own = askOf(clock, userId)
    const { user } = own
    if (!user) throw new Error('a signer is a user')
    const since = { createdAtMs: clock.nowMs(), expiresAtMs: clock.nowMs() + 3_600_000 }
    const wallet = { address: delegation.address, walletType: 1, practice: false } as const
    return {
      ...own,
      session: { id: session, ...wallet, user, transport: 'cookie', key, ...since },
      ...more,
    }
  }
}
