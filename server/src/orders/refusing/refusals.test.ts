import { asciiBytes } from '@tickmark/core/bytes'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { readOrderText } from '@tickmark/core/consent/consentText'
import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import { parseAmount } from '@tickmark/core/money/money'
import { askedOf, checkAnswer, contradictsAnswer, judgeClosing } from '@tickmark/core/receipts/answers'
import { CLOSING_FORMAT, REFUSAL_FORMAT } from '@tickmark/core/receipts/answerShape'
import { findLeaf, leafOfBatch } from '@tickmark/core/receipts/batches'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { settlementBody, ticketHash, type Receipt } from '@tickmark/core/receipts/receipts'
import { isRefusedBy, leafOfRefusal, refusalBody } from '@tickmark/core/receipts/refusal'
import type { AnswerLeaf } from '@tickmark/core/receipts/receiptLog'
import { orderRoutes } from '@tickmark/wire/routes/orders'
import type { refusedAnswer } from '@tickmark/wire/schemas/promise'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runAudit } from '../../app/audit/audit.ts'
import { transact } from '../../db/transact.ts'
import { signerOf } from '../../platform/keys.ts'
import { bidFor, codeOf, openOrderFixture, type OrderFixture } from '../orders.testing.ts'
import { Refused } from '../../http/calls/refused.ts'
import { checkedAsk } from '../../http/calls/signedAsk.ts'
import { createRefusing, orRefuse } from './refuseSigned.ts'
import { statementIn } from './statementIn.testing.ts'
import { openSigner, type Signer } from '../consent/signer.testing.ts'

let fixture: OrderFixture
let owner: Signer
beforeEach(async () => {
  fixture = await openOrderFixture()
  owner = await openSigner(fixture, 1)
})
afterEach(() => fixture.close())

function evidence(signed: z.output<typeof refusedAnswer>, consent: SignedConsent) {
  const bundle = { ...consent, delegation: owner.delegation }
  return { format: REFUSAL_FORMAT, ...signed, consent: bundle, keys: fixture.market.keys() }
}

async function found(leaf: AnswerLeaf) {
  const head = parseCheckpoint(splitNote(fixture.market.head()?.note ?? '')?.text ?? '')
  if (!head) throw new Error('there is a head')
  const input = { kind: leaf.kind, number: leaf.number, size: head.size }
  const shown = await fixture.answers.getLoggedAnswer(input, owner.context())
  return shown && findLeaf(leaf, shown, head, crypto)
}

const ask = (consent: SignedConsent, context = owner.context()) =>
  fixture.answers.getAnswer({ consent }, context).then((given) => {
    expect(z.parse(orderRoutes.getAnswer.reply, given)).toEqual(given)
    return given
  })

const audit = () => runAudit(fixture.test.database, { ticksBetween: fixture.market.ticksBetween })

test('an order refused after the signature check gets a signed statement, which the log dates within 3 s', async () => {
  fixture.limits.userMost = 1n
  const consent = owner.ordering()
  const { code, signed, message } = await statementIn(owner.place(consent))
  expect([code, message]).toEqual(['user_limit', expect.stringContaining('USDT open in one coin')])
  if (!signed) throw new Error('it is signed')
  const about = askedOf(consent.text, crypto.sha256)
  expect(signed.refusal).toMatchObject({ ...about, at: fixture.clock.nowMs(), code: 'user_limit' })
  const { verdict, steps } = checkAnswer(evidence(signed, consent), crypto, fixture.market.keys())
  expect([verdict, steps.filter((one) => !one.ok)]).toEqual(['holds', []])
  const leaf = leafOfRefusal(signed.refusal)
  expect(await found(leaf)).toMatchObject({ is: 'absent' })
  await fixture.pass(1)
  expect(await found(leaf)).toMatchObject({ is: 'logged' })
  expect(await audit()).toEqual([])
})

test('after a change of keys, a refusal is shown under the present one', async () => {
  fixture.limits.userMost = 1n
  const consent = owner.ordering()
  const { signed } = await statementIn(owner.place(consent))
  if (!signed) throw new Error('it is signed')
  const former = signerOf(new Uint8Array(32).fill(8))
  const signature = Buffer.from(former.sign(asciiBytes(refusalBody(signed.refusal))))
  await transact(fixture.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update order_refusal set signature = ${signature}`.execute(tx)
  })
  const { receipts } = fixture.market.keys()
  const verdict = async () => {
    const { refused } = (await ask(consent)) ?? {}
    return refused && isRefusedBy(refused, receipts, crypto)
  }
  expect(await verdict()).toBe(false)
  fixture.market.receiptsKeys = async () => [receipts, former.publicKey]
  expect(await verdict()).toBe(true)
})

test('a refusal is final: the same text gets the same statement under any key, and when asked for by text', async () => {
  fixture.limits.userMost = 1n
  const consent = owner.ordering()
  const first = await statementIn(owner.place(consent))
  fixture.limits.userMost = null
  for (const context of [owner.context(), owner.context({ idempotencyKey: randomUUID() })]) {
    const { signed, message } = await statementIn(owner.place(consent, { context }))
    expect([signed?.refusal, message]).toEqual([first.signed?.refusal, first.message])
  }
  await fixture.pass(90)
  const answer = await ask(consent)
  expect(answer).toMatchObject({ placed: null, refused: { refusal: first.signed?.refusal } })
  expect(await fixture.test.database.db.selectFrom('orders').selectAll().execute()).toEqual([])
})

test.each<[string, () => Promise<unknown>, string]>([
  ['a quote that is none', () => owner.place(owner.ordering(), { quoteId: 'junk' }), 'quote_invalid'],
  ['other terms', () => owner.place(owner.ordering({ stake: '1' })), 'consent_other_terms'],
  [
    'a life of more than 5 s',
    () => owner.place(owner.ordering({ expires: 1_999_999_999_999 })),
    'consent_invalid',
  ],
])('%s is refused by a signed statement', async (_, act, code) => {
  const { code: given, signed } = await statementIn(act())
  expect([given, signed?.refusal.code]).toEqual([code, code])
})

test('a request that fails before the signature check is refused without a statement, and writes nothing', async () => {
  const consent = owner.ordering()
  const other = await openSigner(fixture, 1)
  for (const one of [
    { ...consent, signature: owner.sign('other').signature },
    { ...consent, text: 'tickmark-order/1\n{}' },
    other.ordering(),
  ])
    expect((await statementIn(owner.place(one))).signed).toBeNull()
  expect(await fixture.test.database.db.selectFrom('order_refusal').selectAll().execute()).toEqual([])
})

test('an unanswered text may be accepted until it expires, and the first query after that refuses it for good', async () => {
  const lost = owner.ordering()
  expect(await ask(lost)).toBeNull()
  const accepted = await owner.place(lost)
  expect(await ask(lost)).toMatchObject({ placed: { ticket: accepted.ticket, proof: accepted.proof } })
  const never = owner.ordering()
  await fixture.pass(6)
  const answer = await ask(never)
  expect(answer).toMatchObject({ refused: { refusal: { code: 'consent_expired' } } })
  const late = await statementIn(owner.place(never))
  expect(late.signed?.refusal).toEqual(answer?.refused?.refusal)
  expect(await ask(lost)).toMatchObject({ placed: { orderId: accepted.orderId } })
})

test('another wallet’s text is not shown to the caller', async () => {
  const other = await openSigner(fixture, 2)
  expect(await codeOf(fixture.answers.getAnswer({ consent: owner.ordering() }, other.context()))).toBe(
    'consent_other_session',
  )
  const later = await openSigner(fixture, 1)
  expect(await ask(owner.ordering(), later.context())).toBeNull()
})

test('an acceptance and a simultaneous refusal: exactly one happens, in the table too', async () => {
  const { db } = fixture.test.database
  for (let round = 0; round < 12; round++) {
    const consent = owner.ordering()
    const codes = await Promise.all([
      codeOf(owner.place(consent)),
      codeOf(owner.place(consent, { quoteId: 'junk' })),
    ])
    const { rows } = await sql<{ orders: bigint; refusals: bigint }>`
      select (select count(*) from orders) as orders, (select count(*) from order_refusal) as refusals`.execute(
      db,
    )
    const [row] = rows
    expect(Number(row?.orders) + Number(row?.refusals)).toBe(round + 1)
    expect(codes).not.toEqual(['ok', 'ok'])
  }
  // The acceptance may have won every race.
  expect(await codeOf(owner.place(owner.ordering(), { quoteId: 'junk' }))).toBe('quote_invalid')
  const refused = await db.selectFrom('order_refusal').selectAll().executeTakeFirstOrThrow()
  const copy = sql`insert into order_consent (session, nonce, order_id, asked, book, closes, text, signature, hash)
    select session, nonce + 1, order_id, asked, book, closes, text, signature, hash from order_consent
    where order_id = ${refused.order_id}`
  await expect(copy.execute(db)).rejects.toThrow('order_consent_pkey')
  await fixture.pass(1)
  for (const change of ['code = code', 'at_ms = at_ms + 1', 'log_seq = 9'])
    await expect(sql`update order_refusal set ${sql.raw(change)}`.execute(db)).rejects.toThrow()
  await expect(sql`delete from order_refusal`.execute(db)).rejects.toThrow()
})

test('an early close is answered with the signed statement that its receipt has, and logged within 3 s, also after a refused one', async () => {
  const placed = await owner.place(owner.ordering())
  const { orderId } = placed
  await fixture.pass(2)
  const refused = { orderId, bidId: 'junk', consent: owner.closing(orderId, '1') }
  expect(await codeOf(fixture.answers.closeLimitOrder(refused, owner.context()))).toBe('quote_invalid')
  await fixture.pass(1)
  const { bid, bidId } = await bidFor(fixture, orderId)
  const consent = owner.closing(orderId, String(parseAmount(bid)))
  const context = owner.context({ idempotencyKey: randomUUID() })
  const answer = await fixture.answers.closeLimitOrder({ orderId, bidId, consent }, context)
  expect(z.parse(orderRoutes.closeLimitOrder.reply, answer)).toEqual(answer)
  const again = await fixture.answers.closeLimitOrder({ orderId, bidId, consent }, context)
  expect([again.settlement, again.proof]).toEqual([answer.settlement, answer.proof])
  expect(await ask(consent)).toMatchObject({ closed: { settlement: answer.settlement } })
  const { settlement, proof, head } = answer
  const keys = fixture.market.keys()
  const bundle = { ...consent, delegation: owner.delegation }
  const file = { format: CLOSING_FORMAT, settlement, proof, head, consent: bundle, keys }
  expect(checkAnswer(file, crypto, keys)).toMatchObject({ verdict: 'holds' })
  const own = { consent, bundle, hash: settlement.consent, waitedMs: 10 }
  const ticket = ticketHash(placed.ticket, crypto.sha256)
  expect(judgeClosing({ settlement, proof, head, keys }, own, ticket, crypto)).toBeNull()
  await fixture.pass(1)
  expect(await found(leafOfBatch('receipts', proof))).toMatchObject({ is: 'logged' })
  const { receipt } = await fixture.answers.getReceipt({ orderId }, owner.context())
  expect(settlementBody((receipt as Receipt).settlement)).toBe(settlementBody(settlement))
  expect(contradictsAnswer({ settlement }, receipt as Receipt)).toBe(false)
})

test('what is not final, not a refusal, or not signed is thrown as it is, and nothing is stored', async () => {
  const ask = await checkedAsk(owner.ordering(), readOrderText, owner.context())
  const { db } = fixture.test.database
  const refusing = createRefusing({
    db,
    clock: fixture.clock,
    signer: signerOf(new Uint8Array(32).fill(2)),
    receiptsKeys: async () => [],
  })
  const whose = { userId: 1, book: 'simulated', head: () => 'head' } as const
  const thrown = (given: typeof ask, failure: Error) =>
    orRefuse(given, () => Promise.reject(failure), refusing, whose).catch((one: unknown) => one)
  for (const [given, failure] of [
    [ask, new Refused('busy')],
    [ask, new Error('the database is away')],
    [null, new Refused('market_closed')],
  ] as const) {
    expect(await thrown(given, failure)).toBe(failure)
    expect(failure).not.toMatchObject({ statement: expect.anything() as unknown })
  }
  expect((await sql`select from order_refusal`.execute(db)).rows).toEqual([])
  const signed = { refusal: { code: 'market_closed' }, head: 'head' }
  expect(await thrown(ask, new Refused('market_closed'))).toMatchObject({
    code: 'market_closed',
    statement: signed,
  })
  // The first refusal stays.
  expect(await thrown(ask, new Refused('trading_paused'))).toMatchObject({
    code: 'market_closed',
    statement: signed,
  })
  expect(await orRefuse(ask, () => Promise.resolve(7), refusing, whose)).toBe(7)
})

test('a refused close gets its own statement, and the order continues', async () => {
  const { orderId } = await owner.place(owner.ordering())
  await fixture.pass(2)
  const { bid, bidId } = await bidFor(fixture, orderId)
  const greedy = owner.closing(orderId, String((parseAmount(bid) ?? 0n) + 1n))
  const { signed } = await statementIn(
    fixture.answers.closeLimitOrder({ orderId, bidId, consent: greedy }, owner.context()),
  )
  expect(signed?.refusal).toMatchObject({ order: orderId, code: 'consent_other_terms' })
  if (!signed) throw new Error('it is signed')
  expect(checkAnswer(evidence(signed, greedy), crypto, fixture.market.keys())).toMatchObject({
    verdict: 'holds',
  })
  const lost = owner.closing(orderId, String(parseAmount(bid)))
  await fixture.pass(6)
  expect(await ask(lost)).toMatchObject({ refused: { refusal: { order: orderId, code: 'consent_expired' } } })
  await fixture.pass(64)
  const { receipt } = await fixture.answers.getReceipt({ orderId }, owner.context())
  expect((receipt as Receipt).settlement.outcome).not.toBe('closed')
  expect(contradictsAnswer({ refusal: signed.refusal }, receipt as Receipt)).toBe(false)
  expect(await audit()).toEqual([])
})
