import { hexOf } from '@tickmark/core/bytes'
import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import { findLeaf, leafOfBatch } from '@tickmark/core/receipts/batches'
import { ticketBody, ticketHash, type Ticket } from '@tickmark/core/receipts/receipts'
import { nextBatchNumber } from '@tickmark/server/orders/receipts/batchStore'
import { leafHashOf, signBatch } from '@tickmark/server/orders/receipts/signedBatches'
import { signerOf } from '@tickmark/server/platform/keys'
import { sha256 } from '@tickmark/server/platform/sha256'
import { run } from '@tickmark/verify/main'
import { nodeCrypto } from '@tickmark/verify/crypto/nodeCrypto'
import type { ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { HONEST, judgeAll, placeWinners, type Winner } from '../../support/house/winners.ts'

const house = setCheatingHouse()
const ORDERS = 1_000
/** Ends only a test that hangs: a thousand orders take many minutes on a busy machine. */
const NIGHT_MS = 3 * 3_600_000
const AT_ONCE = 50

/** What a stranger finds in the promise that an owner kept, beside the receipt that the house gives, if it gives one. */
function judgePromise({ promise }: Winner, receipt: string | null) {
  const files: Record<string, string> = {
    'promise.json': JSON.stringify(promise),
    'receipt.json': receipt ?? '',
    'config.json': house.published,
  }
  const beside = receipt === null ? [] : ['--receipt', 'receipt.json']
  return run(['promise.json', ...beside, '--keys', 'config.json'], (path) => files[path] ?? '')
}

/** Whether the log as it is now has the promised ticket, as the page asks after each order. */
async function isLogged({ owner, promise }: Winner): Promise<boolean> {
  const head = parseCheckpoint(splitNote(house.app.market.head()?.note ?? '')?.text ?? '')
  if (!head) throw new Error('there is a head')
  const query = { kind: 'tickets', number: String(promise.proof.batch), size: String(head.size) }
  const { body } = await owner.user.get('/api/getLoggedAnswer', { query })
  const shown = body.data as ReplyOf<typeof orderRoutes.getLoggedAnswer>
  const found = shown && findLeaf(leafOfBatch('tickets', promise.proof), shown, head, nodeCrypto)
  return found?.is === 'logged'
}

test(
  'a house that forgets winning orders before it logs them leaves its promises behind',
  async () => {
    const honest = await placeWinners(house, AT_ONCE)
    await house.pass(67)
    expect(await judgeAll(house, honest)).toEqual(HONEST)
    expect(await Promise.all(honest.map(isLogged))).toEqual(honest.map(() => true))
    for (let turned = 0; turned < ORDERS; turned += AT_ONCE) {
      const winners = await placeWinners(house, AT_ONCE)
      const ids = winners.map((one) => one.orderId)
      const batches = winners.map((one) => one.promise.proof.batch)
      await house.pastTheGuards(async (tx) => {
        await sql`delete from placed_order where id = any(${ids}::uuid[])`.execute(tx)
        await sql`delete from order_consent where order_id = any(${ids}::uuid[])`.execute(tx)
        await sql`delete from ticket_batch where id = any(${batches}::bigint[])`.execute(tx)
      })
      await house.pass(67)
      for (const one of winners) {
        await expect(one.owner.receipt(one.orderId)).rejects.toThrow('order_unknown')
        expect(await isLogged(one)).toBe(false)
        expect(judgePromise(one, null)).toMatchObject({
          code: 0,
          text: expect.stringContaining('PROMISE HOLDS') as string,
        })
      }
    }
  },
  NIGHT_MS,
)

/** The house puts a ticket of a second later in the place of the one that it gave, and signs that, too. */
async function replaceTicket({ promise, orderId }: Winner): Promise<void> {
  const { acceptedAt, dueAt } = promise.ticket
  const later: Ticket = { ...promise.ticket, acceptedAt: acceptedAt + 1_000, dueAt: dueAt + 1_000 }
  const { db } = house.test.database
  const id = await nextBatchNumber(db, 'ticket_batch_id')
  const signer = signerOf(house.keys.receiptsKey)
  const { root, signature, leaves } = signBatch('ticket-batch', id, [leafHashOf(ticketBody(later))], signer)
  const hash = Buffer.from(ticketHash(later, sha256), 'hex')
  await house.pastTheGuards(async (tx) => {
    await sql`insert into ticket_batch (id, count, root, signature, leaves)
      values (${id}::bigint, 1, ${root}::bytea, ${signature}::bytea, ${leaves}::bytea)`.execute(tx)
    await sql`update placed_order set accepted_at_ms = accepted_at_ms + 1000, due_at_ms = due_at_ms + 1000, batch = ${id}::bigint,
      ticket_index = 0, ticket = ${hash}::bytea where id = ${orderId}::uuid`.execute(tx)
    // Otherwise nobody would settle it.
    await sql`insert into due_batch (due_at_ms, batch, part, ids)
      values (${later.dueAt}::bigint, ${id}::bigint, 0, ${[orderId]}::uuid[])`.execute(tx)
  })
  expect(hexOf(root)).not.toBe(promise.proof.root)
}

test(
  'a house that signs a second, later ticket for a winning order contradicts its promise',
  async () => {
    for (let turned = 0; turned < ORDERS; turned += AT_ONCE) {
      const winners = await placeWinners(
        house,
        AT_ONCE,
        (one) => !one.wins({ entryS: one.entryS + 1, dueS: one.dueS + 1 }),
      )
      for (const one of winners) await replaceTicket(one)
      await house.pass(68)
      const alone = await judgeAll(house, winners)
      // Each ticket is in the log and follows from the owner's signature: alone, the second one looks like the first.
      expect(alone).toMatchObject({ verdict: 'holds' })
      expect(alone.outcome).not.toBe('won')
      for (const one of winners) {
        const found = judgePromise(one, await one.owner.receipt(one.orderId))
        expect(found).toMatchObject({ code: 1, text: expect.stringContaining('CONTRADICTION') as string })
      }
    }
  },
  NIGHT_MS,
)
