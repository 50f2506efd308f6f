import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { readOrderText } from '@tickmark/core/consent/consentText'
import { ONE, parseAmount } from '@tickmark/core/money/money'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { checkReceipt } from '@tickmark/core/receipts/receiptCheck'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Refused } from '../../http/calls/refused.ts'
import { payIn } from '../../ledger/realMoney.testing.ts'
import { runAudit } from '../../app/audit/audit.ts'
import { transact } from '../../db/transact.ts'
import { readEarlier } from '../placing/admissionStore.ts'
import { bidFor, codeOf, openOrderFixture, type OrderFixture } from '../orders.testing.ts'
import { openSigner, type Signer } from './signer.testing.ts'

let fixture: OrderFixture
let owner: Signer
beforeEach(async () => {
  fixture = await openOrderFixture()
  owner = await openSigner(fixture, 1)
})
afterEach(() => fixture.close())

/** What of a receipt does not hold, and its verdict. */
async function verdictOf(orderId: string) {
  const { receipt } = await fixture.answers.getReceipt({ orderId }, owner.context())
  const read = JSON.parse(JSON.stringify(receipt)) as Receipt
  const { verdict, steps } = checkReceipt(read, crypto, { owner: owner.delegation.address })
  return { verdict, failed: steps.filter((one) => !one.ok).map((one) => one.name), receipt: read }
}

/** What owners signed and the house carried out. */
const rows = () =>
  fixture.test.database.db.selectFrom('order_consent').selectAll().where('refused', '=', false).execute()

describe('a signed order', () => {
  test('is placed, and its receipt leads from the ticket to the owner’s wallet', async () => {
    const { orderId } = await owner.place(owner.ordering())
    await fixture.pass(64)
    const { verdict, failed, receipt } = await verdictOf(orderId)
    expect(failed).toEqual([])
    expect(verdict).toBe('holds')
    expect(receipt.consents.order?.delegation).toEqual(owner.delegation)
    const { ticksBetween } = fixture.market
    expect(await runAudit(fixture.test.database, { ticksBetween })).toEqual([])
  })

  test('is closed early with another signature, for no less than it names', async () => {
    const { orderId } = await owner.place(owner.ordering())
    await fixture.pass(2)
    const { bid, bidId } = await bidFor(fixture, orderId)
    const least = String(parseAmount(bid))
    const close = (consent?: SignedConsent) =>
      fixture.answers.closeLimitOrder({ orderId, bidId, ...(consent && { consent }) }, owner.context())
    expect(await codeOf(close())).toBe('consent_missing')
    // Another session of the same user, which has no key.
    const keyless = fixture.answers.closeLimitOrder({ orderId, bidId }, owner.context({ session: null }))
    expect(await codeOf(keyless)).toBe('consent_missing')
    expect(await codeOf(close(owner.closing(orderId, String(BigInt(least) + 1n))))).toBe(
      'consent_other_terms',
    )
    expect(await codeOf(close(owner.closing(randomUUID(), least)))).toBe('consent_other_terms')
    expect(await codeOf(close(owner.ordering()))).toBe('consent_invalid')
    expect(await codeOf(close(owner.closing(orderId, least)))).toBe('ok')
    await fixture.pass(1)
    expect(await verdictOf(orderId)).toMatchObject({ verdict: 'holds', failed: [] })
  })

  test('keeps a close from the nonce of another close, and the order stays open', async () => {
    const orders = [
      await owner.place(owner.ordering({ nonce: 7 })),
      await owner.place(owner.ordering({ nonce: 8 })),
    ]
    await fixture.pass(2)
    const codes: string[] = []
    for (const { orderId } of orders) {
      const { bid, bidId } = await bidFor(fixture, orderId)
      // The order's own nonce is free for a close: the texts begin otherwise.
      const consent = owner.closing(orderId, String(parseAmount(bid)), { nonce: 7 })
      codes.push(await codeOf(fixture.answers.closeLimitOrder({ orderId, bidId, consent }, owner.context())))
    }
    expect(codes).toEqual(['ok', 'consent_used'])
    await fixture.pass(64)
    expect((await verdictOf(orders[1]?.orderId ?? '')).verdict).toBe('holds')
  })

  test('that is sent again under its key gets its first answer, also when the signature has run out', async () => {
    const context = owner.context()
    const offer = await fixture.answers.getTimeAccountCurrency({ type: 0, pid: 1, timeId: 110 }, context)
    const input = { pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId: offer.ranges[0]?.id ?? '' }
    const signed = { ...input, consent: owner.ordering() }
    const [first, twin] = await Promise.all([
      fixture.answers.createLimitOrder(signed, context),
      fixture.answers.createLimitOrder(signed, context),
    ])
    expect(twin.orderId).toBe(first.orderId)
    fixture.clock.advance(60_000)
    expect((await fixture.answers.createLimitOrder(signed, context)).orderId).toBe(first.orderId)
    const other = { ...input, consent: owner.ordering() }
    expect(await codeOf(fixture.answers.createLimitOrder(other, context))).toBe('key_reused')
    expect(await rows()).toHaveLength(1)
  })
})

describe('a signature is used once', () => {
  test('under another key it is refused, one after the other', async () => {
    const signed = owner.ordering()
    expect(await codeOf(owner.place(signed))).toBe('ok')
    expect(await codeOf(owner.place(signed))).toBe('consent_used')
    expect(await codeOf(owner.place(owner.ordering({ nonce: readOrderText(signed.text)?.nonce ?? 0 })))).toBe(
      'consent_used',
    )
    expect(await rows()).toHaveLength(1)
  })

  test('of twenty at once one is placed, and a neighbour’s order in the same batch too', async () => {
    const neighbour = await openSigner(fixture, 2)
    const signed = owner.ordering()
    const all = await Promise.all([
      ...Array.from({ length: 20 }, () => codeOf(owner.place(signed))),
      codeOf(neighbour.place(neighbour.ordering())),
    ])
    expect(all.filter((one) => one === 'ok')).toHaveLength(2)
    expect(all.at(-1)).toBe('ok')
    expect(new Set(all)).toEqual(new Set(['ok', 'consent_used']))
    expect(await rows()).toHaveLength(2)
  })

  test('in both books at once one order is placed', async () => {
    await payIn(fixture.test.database.db, { userId: 1, currency: 1, amount: 200n * ONE })
    const books = ['simulated', 'real'] as const
    const all = await Promise.all(
      books.map((book) =>
        codeOf(owner.place(owner.ordering({ nonce: 9, book }), { context: owner.context({ book }) })),
      ),
    )
    expect(all.toSorted()).toEqual(['consent_used', 'ok'])
    expect(await rows()).toHaveLength(1)
  })

  test('an order that is refused is refused for good, and its nonce is free for another text', async () => {
    const stake = '10000000000000'
    fixture.limits.userMost = 1n
    const signed = owner.ordering()
    expect(await codeOf(owner.place(signed))).toBe('user_limit')
    fixture.limits.userMost = BigInt(stake)
    expect(await codeOf(owner.place(signed))).toBe('user_limit')
    const nonce = readOrderText(signed.text)?.nonce ?? 0
    await fixture.pass(1)
    expect(await codeOf(owner.place(owner.ordering({ nonce })))).toBe('ok')
  })
})

describe('an order is refused', () => {
  const cases: [string, (one: Signer) => SignedConsent | undefined, string][] = [
    ['without the signature that its session gives', () => undefined, 'consent_missing'],
    ['over another stake', (one) => one.ordering({ stake: '10000000001' }), 'consent_other_terms'],
    ['over the other direction', (one) => one.ordering({ direction: 'down' }), 'consent_other_terms'],
    ['over the other book', (one) => one.ordering({ book: 'real' }), 'consent_other_terms'],
    ['over another rate', (one) => one.ordering({ ratePct: 1 }), 'consent_other_terms'],
    ['for another site', (one) => one.ordering({ origin: 'https://evil.example' }), 'consent_other_session'],
    [
      'in the name of another session',
      (one) => one.ordering({ session: '0'.repeat(64) }),
      'consent_other_session',
    ],
    ['as no text of ours', (one) => one.sign('tickmark-order/1\n{}'), 'consent_invalid'],
    ['with a life of more than 5 s', (one) => one.ordering({ expires: 1 }), 'consent_invalid'],
    ['with a signature that is none', (one) => ({ ...one.ordering(), signature: 'junk' }), 'consent_invalid'],
    [
      'with the signature of another text',
      (one) => ({ ...one.ordering(), signature: one.sign('other').signature }),
      'consent_invalid',
    ],
    [
      'with a high s',
      (one) => {
        const { text, signature } = one.ordering()
        const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
        const s = (n - BigInt(`0x${signature.slice(64)}`)).toString(16).padStart(64, '0')
        return { text, signature: signature.slice(0, 64) + s }
      },
      'consent_invalid',
    ],
  ]
  test.each(cases)('%s', async (_, consent, code) => {
    expect(await codeOf(owner.place(consent(owner)))).toBe(code)
    expect(await rows()).toEqual([])
  })

  test('when another session of the same wallet signed it, or a session without a key brings it', async () => {
    const second = await openSigner(fixture, 1)
    expect(await codeOf(owner.place(second.ordering()))).toBe('consent_other_session')
    expect(await codeOf(owner.place(owner.ordering(), { context: owner.context({ session: null }) }))).toBe(
      'consent_other_session',
    )
  })

  test('when its time is more than 2 s ahead or 30 s ago, and its refusal says how much', async () => {
    const at = fixture.clock.nowMs() + 3_000
    const late = owner.place(owner.ordering({ at, expires: at + 5_000 }))
    await expect(late).rejects.toThrow(Refused)
    await expect(late).rejects.toMatchObject({ code: 'consent_time_off', facts: { seconds: '3' } })
    const before = fixture.clock.nowMs() - 31_000
    expect(await codeOf(owner.place(owner.ordering({ at: before, expires: before + 5_000 })))).toBe(
      'consent_time_off',
    )
  })

  test('when it closes an order and is dated more than a second ahead, to the millisecond', async () => {
    const { orderId } = await owner.place(owner.ordering())
    await fixture.pass(2)
    const { bid, bidId } = await bidFor(fixture, orderId)
    const close = (aheadMs: number) => {
      const at = fixture.clock.nowMs() + aheadMs
      const consent = owner.closing(orderId, String(parseAmount(bid)), { at, expires: at + 5_000 })
      return codeOf(fixture.answers.closeLimitOrder({ orderId, bidId, consent }, owner.context()))
    }
    expect(await close(1_001)).toBe('consent_time_off')
    expect(await close(1_000)).toBe('ok')
  })

  test('when its signature has run out', async () => {
    const signed = owner.ordering()
    await fixture.pass(6)
    expect(await codeOf(owner.place(signed))).toBe('consent_expired')
  })

  test('when what was delegated allows less, or has ended', async () => {
    const most = [{ currency: 'USDT', units: 9_999_999_999n }]
    const poor = await openSigner(fixture, 2, { most })
    const over = poor.place(poor.ordering())
    await expect(over).rejects.toMatchObject({
      code: 'delegation_exceeded',
      facts: { most: '99.99999999', currency: 'USDT' },
    })
    const ended = await openSigner(fixture, 3, { untilS: Math.floor(fixture.clock.nowMs() / 60_000) * 60 })
    expect(await codeOf(ended.place(ended.ordering()))).toBe('delegation_ended')
  })
})

test('a session without a key trades unsigned, and its receipt says what is missing', async () => {
  const context = owner.context({ session: null })
  const { orderId } = await owner.place(undefined, { context })
  await fixture.pass(64)
  expect(await verdictOf(orderId)).toMatchObject({ verdict: 'not_proven', failed: ['consent'] })
})

test('a nonce that a hosting order used is free for an order, as the index has it', async () => {
  const { db } = fixture.test.database
  const session = '00'.repeat(32)
  const use = async (hosts: boolean) => {
    const id = randomUUID()
    await sql`insert into order_consent (session, nonce, order_id, asked, book, closes, hosts, text, signature, hash)
      values (decode(${session}, 'hex'), 7, ${id}, ${id}, 0, false, ${hosts}, 'x',
        decode(${'00'.repeat(64)}, 'hex'), decode(${session}, 'hex'))`.execute(db)
  }
  const nonce = `${session} 7`
  const request = {
    userId: 1,
    key: randomUUID(),
    fingerprint: randomUUID(),
    id: randomUUID(),
    currencyId: 1,
    pid: 1,
    sums: { stake: 1n, profit: 1n, fee: 0n },
    acceptedAtMs: 0,
    nonce,
  }
  const used = async () => (await transact(db, (tx) => readEarlier(tx, 'real', [request]))).names
  await use(true)
  expect(await used()).toEqual(new Set())
  await use(false)
  expect(await used()).toEqual(new Set([nonce]))
})
