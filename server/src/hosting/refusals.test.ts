import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { ONE } from '@tickmark/core/money/money'
import { checkAnswer } from '@tickmark/core/receipts/answers'
import { REFUSAL_FORMAT } from '@tickmark/core/receipts/answerShape'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import type { refusedAnswer } from '@tickmark/wire/schemas/promise'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { refusedYetDone } from '../orders/audit/auditRefusalStore.ts'
import { codeOf } from '../orders/orders.testing.ts'
import { statementIn } from '../orders/refusing/statementIn.testing.ts'
import { openHost, type Host } from './host.testing.ts'
import { openHostingFixture, type HostingFixture } from './hosting.testing.ts'

let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(Date.parse('2027-01-10T12:00:00Z'))))
afterAll(() => hosting.close())

/** Checks that fail on a refusal with its owner's signature. The head is left out: this house has no log. */
function untrue(
  { refusal, signature }: Pick<z.output<typeof refusedAnswer>, 'refusal' | 'signature'>,
  consent: SignedConsent,
  { delegation }: Host,
) {
  const keys = { origin: 'toy', log: '0'.repeat(64), receipts: hosting.deps.signer.publicKey }
  const bundle = { ...consent, delegation }
  const file = { format: REFUSAL_FORMAT, refusal, signature, consent: bundle, head: 'toy\n', keys }
  const { steps } = checkAnswer(JSON.parse(JSON.stringify(file)), crypto, { owner: delegation.address })
  return steps.filter((one) => !one.ok).map((one) => one.name)
}

const ask = async (host: Host, consent: SignedConsent) => {
  const given = await host.answer(consent)
  expect(z.parse(arbitrageRoutes.getHostingAnswer.reply, given)).toEqual(given)
  return given
}

async function count(table: 'order_refusal' | 'hosting_order'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    hosting.deps.db,
  )
  return rows[0]?.n ?? 0
}

test('a refused hosting order gets a signed refusal, which is final under any key', async () => {
  const one = await openHost(hosting, 1)
  const greedy = one.hosts({ principal: '1' })
  const first = await statementIn(one.place(greedy))
  expect(first.signed?.refusal).toMatchObject({
    code: 'consent_other_terms',
    asked: first.signed?.refusal.order,
  })
  if (!first.signed) throw new Error('it is signed')
  expect(untrue(first.signed, greedy, one)).toEqual(['checkpoint'])
  expect(untrue(first.signed, one.hosts(), one)).toEqual(['consent', 'checkpoint'])
  const again = await statementIn(one.place(greedy))
  expect(again.signed?.refusal).toEqual(first.signed.refusal)
  expect(await ask(one, greedy)).toMatchObject({ stated: null, refused: { refusal: first.signed.refusal } })
})

test('the text of an order refused for lack of money hosts nothing later', async () => {
  const one = await openHost(hosting, 2)
  const all = await Promise.all(Array.from({ length: 10 }, () => codeOf(one.place(one.hosts()))))
  expect(new Set(all)).toEqual(new Set(['ok']))
  const late = one.hosts()
  const { signed, message } = await statementIn(one.place(late))
  expect([signed?.refusal.code, message]).toEqual(['insufficient_funds', expect.stringContaining('0 USDT')])
  const [order] = all.length > 0 ? await orderIds(one) : []
  expect(await codeOf(one.exit(order ?? '', one.exits(order ?? '')))).toBe('ok')
  const again = await statementIn(one.place(late))
  expect([again.signed?.refusal, again.message]).toEqual([signed?.refusal, message])
})

async function orderIds({ userId }: Host): Promise<string[]> {
  const own = hosting.deps.db.selectFrom('hosting_order').where('user_id', '=', BigInt(userId))
  return (await own.select('id').execute()).map((one) => one.id)
}

test('a lost answer is found by the signed text; without an answer, the text is refused once it has expired', async () => {
  const one = await openHost(hosting, 3)
  const lost = one.hosts()
  expect(await ask(one, lost)).toBeNull()
  const placed = await one.place(lost)
  const { statement, signature } = placed
  expect(await ask(one, lost)).toMatchObject({ stated: { statement, signature }, refused: null })
  const ending = one.exits(placed.orderNumber)
  const never = one.exits(placed.orderNumber)
  const left = await one.exit(placed.orderNumber, ending)
  expect(await ask(one, ending)).toMatchObject({ stated: { statement: left.statement } })
  expect(await ask(one, never)).toBeNull()
  hosting.clock.advance(5_000)
  expect(await ask(one, never)).toBeNull()
  hosting.clock.advance(1)
  const answer = await ask(one, never)
  expect(answer?.refused?.refusal).toMatchObject({ order: placed.orderNumber, code: 'consent_expired' })
  if (!answer?.refused) throw new Error('it is refused')
  expect(untrue(answer.refused, never, one)).toEqual(['checkpoint'])
  expect(await ask(one, lost)).toMatchObject({ stated: { statement, signature } })
  const late = await statementIn(one.exit(placed.orderNumber, never))
  expect(late.signed?.refusal).toEqual(answer.refused.refusal)
  expect(await refusedYetDone(hosting.deps.db, null)).toEqual([])
  expect(await hosting.findings()).toEqual([])
})

test('a hosting order and its simultaneous refusal: exactly one happens', async () => {
  const one = await openHost(hosting, 4)
  const [hosted, refused] = [await count('hosting_order'), await count('order_refusal')]
  const rounds = 8
  for (let round = 0; round < rounds; round++) {
    const consent = one.hosts()
    hosting.clock.advance(5_001)
    // The text has expired: asking for it refuses it, while a clock that lags would still accept it.
    const behind = { ...hosting.deps.clock, nowMs: () => hosting.clock.nowMs() - 5_001 }
    await Promise.all([
      codeOf(one.place(consent, { ...hosting.deps, clock: behind })),
      codeOf(one.answer(consent)),
    ])
  }
  expect((await count('hosting_order')) + (await count('order_refusal'))).toBe(hosted + refused + rounds)
  expect(await refusedYetDone(hosting.deps.db, null)).toEqual([])
  expect(await hosting.findings()).toEqual([])
})

test('another wallet’s text is not shown to the caller, and an unsigned text gets no statement', async () => {
  const [one, other] = [await openHost(hosting, 5), await openHost(hosting, 6)]
  const before = await count('order_refusal')
  expect(await codeOf(other.answer(one.hosts()))).toBe('consent_other_session')
  expect(await codeOf(one.answer({ text: 'tickmark-hosting/1\n{}', signature: '' }))).toBe('consent_invalid')
  const { signature } = one.hosts()
  expect((await statementIn(one.place({ ...one.hosts(), signature }))).signed).toBeNull()
  expect((await statementIn(one.place())).signed).toBeNull()
  expect(await count('order_refusal')).toBe(before)
  expect(await hosting.hosted(one.userId)).toBe(0n * ONE)
})
