import { assert } from '@tickmark/core/assert'
import { currencyById } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { productById } from '@tickmark/core/market/products'
import type { NewMessage } from '@tickmark/wire/messages/text'
import { signedText } from '@tickmark/wire/texts/signed'
import type { Clock } from '../../platform/clock.ts'
import { coalesced } from '../../platform/coalesce.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { type Log, messageOf } from '../../platform/log.ts'
import { isNewsWaiting, ordersById, takeNews } from './settledBatchStore.ts'
import type { Order } from '../order/order.ts'

export interface TellingDeps {
  db: Db
  clock: Clock
  log: Log
  /** Whether a page of the user's is open: then he sees his orders end. */
  hears(userId: number): boolean
  notify(tx: Tx, messages: readonly NewMessage[]): Promise<void>
}

/** Writes to users whose orders were settled while no page of theirs was open. */
export interface Telling {
  /** Something was settled. */
  wake(): void
  /** Pages can reach the server from now on; nobody is written to before. */
  start(): void
  /** Settles when all that was settled by now has been told. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Batches of receipts in one transaction, of up to 500 orders each. */
const MOST_BATCHES = 4
/** Open pages need a while to come back after a start; until then nobody counts as away. */
const GRACE_MS = 10_000
/** Messages to one user of one book in one go; what is more comes as one sum. */
const MOST_SINGLE = 5

/**
 * Makes the teller. What was settled is noted in its own transaction; here the notes are taken away in the transaction that
 * writes the messages, so that nothing is lost or told twice, whoever dies and however many processes do it.
 */
export function createTelling(deps: TellingDeps): Telling {
  const { clock, db } = deps
  let fromMs = Infinity
  let isStopped = false
  const { wake, idle, ended } = coalesced(tellAll, () => isStopped)

  async function tellAll(): Promise<void> {
    try {
      if (clock.nowMs() < fromMs || !(await isNewsWaiting(db))) return
      while (!isStopped && (await transact(db, (tx) => tellSome(tx, deps))) === MOST_BATCHES);
    } catch (thrown) {
      deps.log.warn('settled orders were not told of', { reason: messageOf(thrown) })
    }
  }

  return {
    wake,
    start() {
      fromMs = clock.nowMs() + GRACE_MS
    },
    idle,
    async stop() {
      isStopped = true
      await ended()
    },
  }
}

/** Replies with the number of batches. */
async function tellSome(tx: Tx, { hears, notify }: TellingDeps): Promise<number> {
  const batches = await takeNews(tx, MOST_BATCHES)
  const away = batches.flatMap(({ users, ids }) => ids.filter((_, i) => !hears(users[i] ?? 0)))
  // One sum a book: money of the one is none of the other's.
  const groups = Map.groupBy(await ordersById(tx, away), ({ userId, book }) => `${userId} ${book}`)
  const messages = [...groups.values()].flatMap((orders) =>
    orders.length <= MOST_SINGLE ? orders.map(messageOn) : [sumOf(orders)],
  )
  if (messages.length > 0) await notify(tx, messages)
  return batches.length
}

function messageOn(order: Order): NewMessage {
  const { userId, id, book, currencyId, terms } = order
  const { net, settledAtMs } = resultOf(order)
  return {
    userId,
    ref: `order:${id}`,
    kind: 'order_settled',
    facts: {
      pair: `${productById(terms.pid)?.symbol ?? ''}/USDT`,
      side: terms.direction,
      net: signedText(net),
      currency: codeOf(currencyId),
      book,
    },
    atMs: settledAtMs,
  }
}

function sumOf(orders: readonly Order[]): NewMessage {
  const [first] = orders
  assert(first, 'a sum is of some orders')
  const nets = new Map<number, Amount>()
  for (const order of orders) {
    nets.set(order.currencyId, (nets.get(order.currencyId) ?? 0n) + resultOf(order).net)
  }
  const parts = [...nets].map(([currencyId, net]) => `${signedText(net)} ${codeOf(currencyId)}`)
  return {
    userId: first.userId,
    ref: `orders:${first.id}`,
    kind: 'orders_settled',
    facts: { count: String(orders.length), net: parts.join(', '), book: first.book },
    atMs: Math.max(...orders.map((order) => resultOf(order).settledAtMs)),
  }
}

function resultOf({ result }: Order) {
  assert(result, 'a settled order has a result')
  return result
}

function codeOf(currencyId: number): string {
  return currencyById(currencyId)?.code ?? ''
}
