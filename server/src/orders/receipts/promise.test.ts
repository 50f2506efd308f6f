import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import { findLeaf, leafOfBatch } from '@tickmark/core/receipts/batches'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { checkPromise } from '@tickmark/core/receipts/promise'
import { PROMISE_FORMAT } from '@tickmark/core/receipts/promiseShape'
import { checkReceipt } from '@tickmark/core/receipts/receiptCheck'
import { ticketHash } from '@tickmark/core/receipts/receipts'
import type { ReplyOf } from '@tickmark/wire/call'
import { orderRoutes } from '@tickmark/wire/routes/orders'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSigner, type Signer } from '../consent/signer.testing.ts'
import { ticketSeqs } from '../order/store.ts'
import { openOrderFixture, type OrderFixture } from '../orders.testing.ts'

let fixture: OrderFixture
let owner: Signer
beforeEach(async () => {
  fixture = await openOrderFixture()
  owner = await openSigner(fixture, 1)
})
afterEach(() => fixture.close())

type Created = ReplyOf<typeof orderRoutes.createLimitOrder>

/** A signed request for an order, which can be repeated. */
async function asking() {
  const context = owner.context({ idempotencyKey: randomUUID() })
  const consent = owner.ordering()
  const quoteId = await owner.quote()
  return { consent, send: () => owner.place(consent, { context, quoteId }) }
}

function fileOf({ ticket, proof, head }: Created, consent: ReturnType<Signer['ordering']>) {
  const bundle = { ...consent, delegation: owner.delegation }
  return { format: PROMISE_FORMAT, ticket, proof, consent: bundle, head, keys: fixture.market.keys() }
}

test('the answer to a signed order is a promise that anyone can check, and a receipt of that ticket', async () => {
  const { consent, send } = await asking()
  const answer = await send()
  expect(z.parse(orderRoutes.createLimitOrder.reply, answer)).toEqual(answer)
  const { verdict, steps } = checkPromise(fileOf(answer, consent), crypto, fixture.market.keys())
  expect(steps.filter((one) => !one.ok)).toEqual([])
  expect(verdict).toBe('holds')
  expect(answer.ticket.order).toBe(answer.orderId)
  await fixture.pass(64)
  const { receipt } = await fixture.answers.getReceipt({ orderId: answer.orderId }, owner.context())
  const kept = ticketHash(answer.ticket, crypto.sha256)
  expect(checkReceipt(receipt, crypto, { ticket: kept }).verdict).toBe('holds')
})

test('the same request again gets the same ticket and proof, with a newer head', async () => {
  const { consent, send } = await asking()
  const [first, twin] = await Promise.all([send(), send()])
  expect([twin.ticket, twin.proof]).toEqual([first.ticket, first.proof])
  await fixture.pass(70)
  const later = await send()
  expect([later.ticket, later.proof]).toEqual([first.ticket, first.proof])
  expect(later.head).not.toBe(first.head)
  expect(checkPromise(fileOf(later, consent), crypto).verdict).toBe('holds')
})

test('each of many orders in a batch has its own path', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, asking))
  const answers = await Promise.all(all.map(({ send }) => send()))
  expect(new Set(answers.map(({ proof }) => `${proof.batch} ${proof.index}`)).size).toBe(5)
  for (const [i, { consent }] of all.entries())
    expect(checkPromise(fileOf(answers[i] as Created, consent), crypto).verdict).toBe('holds')
})

test('a promised ticket is shown in the log of any later head, and as absent from an earlier one', async () => {
  const { send } = await asking()
  const { proof, ticket, head: before } = await send()
  const headOf = (note: string) => parseCheckpoint(splitNote(note)?.text ?? '') ?? expect.fail('no head')
  const find = async (note: string) => {
    const head = headOf(note)
    const input = { kind: 'tickets', number: proof.batch, size: head.size } as const
    const shown = await fixture.answers.getLoggedAnswer(input, owner.context())
    expect(z.parse(orderRoutes.getLoggedAnswer.reply, shown)).toEqual(shown)
    return shown && findLeaf(leafOfBatch('tickets', proof), shown, head, crypto)
  }
  const acceptedAt = ticket.acceptedAt
  expect(await find(before)).toMatchObject({ is: 'absent' })
  await fixture.pass(1)
  const at = Math.ceil(acceptedAt / 1000) * 1000
  const next = fixture.market.head()?.note ?? ''
  expect(await find(next)).toEqual({ is: 'logged', atMs: at })
  await fixture.pass(20)
  expect(await find(next)).toEqual({ is: 'logged', atMs: at })
  expect(await find(fixture.market.head()?.note ?? '')).toEqual({ is: 'logged', atMs: at })
  expect(await find(before)).toMatchObject({ is: 'absent' })
})

test('a ticket is shown from the very entry on that has it, in a log of any greater size', async () => {
  const { send } = await asking()
  const { proof } = await send()
  await fixture.pass(3)
  const seqs = await ticketSeqs(fixture.deps.db, [proof.batch])
  const seq = seqs.get(proof.batch) ?? expect.fail('the log has it')
  const shown = (size: number) =>
    fixture.answers.getLoggedAnswer({ kind: 'tickets', number: proof.batch, size }, owner.context())
  const { size } = fixture.market.head() ?? { size: 0 }
  const whole = await shown(size)
  const places = [whole, await shown(seq), await shown(seq - 1)].map((one) => one?.place?.index ?? null)
  expect(places).toEqual([0, 0, null])
  expect(await shown(size + 1_000)).toEqual(whole)
})

test('a batch that never existed is absent from the newest entry, and an empty log shows nothing', async () => {
  const { size } = fixture.market.head() ?? { size: 0 }
  const shown = await fixture.answers.getLoggedAnswer(
    { kind: 'tickets', number: 7_777_777, size },
    owner.context(),
  )
  expect(shown?.place).toBeNull()
  expect(shown?.segment.from).toBe(size - 1)
  expect(
    await fixture.answers.getLoggedAnswer({ kind: 'tickets', number: 1, size: 0 }, owner.context()),
  ).toBeNull()
})
