import { settle } from '@tickmark/core/orders/orders'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { Signer } from '../../platform/keys.ts'
import type { Events } from '../../module/events.ts'
import { batchNumbers } from '../receipts/signedBatches.ts'
import type {} from '../events.ts'
import { finishOrders } from './finishOrders.ts'
import type { FinishedOrder } from './finishStore.ts'
import { fixingsOf, type TickLookup, type LoggedOrder, type TickReader } from '../order/fixings.ts'
import type { Order } from '../order/order.ts'
import { areDue, dropLists, type DueKey, FIRST_DUE, isAfter, openOf, takeDue } from './dueStore.ts'

export interface SettleDeps {
  database: Database
  clock: Clock
  /** Holds the receipts key. */
  signer: Signer
  ticksBetween: TickReader
  events: Pick<Events, 'emit'>
  /** A transaction that has this many orders takes no further list. */
  chunk?: number
}

/** An order without ticks becomes void only when the log has moved this far past its due second. */
const VOID_WAIT_MS = 3_000

/**
 * Makes the settler. `settleDue(headAtMs)` settles every open order due up to the log's latest tick, once, and returns
 * their number. Any number of settlers may run: each takes lists that no other has locked. After a crash the next call
 * continues.
 */
export function createSettling(deps: SettleDeps): { settleDue(headAtMs: number): Promise<number> } {
  const numbers = batchNumbers(deps.database.db, 'receipt_batch_id')
  return { settleDue }

  async function settleDue(headAtMs: number): Promise<number> {
    if (!(await areDue(deps.database.batch, headAtMs))) return 0
    const fixings = fixingsOf(deps.ticksBetween)
    const turn = oneAtATime()
    let cursor = FIRST_DUE
    let settled = 0

    /** Settles the next chunk; false when no list was left to take. */
    async function settleChunk(): Promise<boolean> {
      const batch = await numbers()
      let start: DueKey | null = null // kept for another attempt after a conflict
      let isLast = false
      const orders = await transact(deps.database.batch, async (tx) => {
        const lists = await turn(async () => {
          start ??= cursor
          const taken = await takeDue(tx, headAtMs, start, deps.chunk ?? 1000)
          const last = taken.at(-1)
          if (last && isAfter(last, cursor)) cursor = last
          return taken
        })
        isLast = lists.length === 0
        if (isLast) return []
        const due = await openOf(tx, lists)
        const endings = await endingsOf(due.filter(isLogged), fixings, headAtMs)
        const seal = { batch, signer: deps.signer, settledAtMs: deps.clock.nowMs() }
        const finished = endings.length === 0 ? [] : await finishOrders(tx, endings, seal)
        if (finished.length > 0) await deps.events.emit(tx, 'orders_settled', { orders: finished })
        await dropLists(tx, finishedLists(lists, due, finished))
        return finished
      })
      settled += orders.length
      return !isLast
    }

    // Two at a time: while one chunk is written, the next is read and decided.
    const lane = async () => {
      while (await settleChunk());
    }
    await Promise.all([lane(), lane()])
    return settled
  }
}

type DueOrder = Awaited<ReturnType<typeof openOf>>[number]

function isLogged(one: DueOrder): one is LoggedOrder {
  return one.ticketSeq !== null
}

/** The lists of which no order stays open. An order stays open while its ticket is unlogged or its prices may still come. */
function finishedLists(
  lists: readonly DueKey[],
  open: readonly DueOrder[],
  finished: readonly Order[],
): DueKey[] {
  const ended = new Set(finished.map((one) => one.id))
  const waiting = open.filter((one) => !ended.has(one.order.id))
  const names = new Set(waiting.map(({ order }) => `${order.dueAtMs} ${order.ticketBatch}`))
  return lists.filter((list) => !names.has(`${list.dueAtMs} ${list.batch}`))
}

async function endingsOf(
  due: readonly LoggedOrder[],
  fixings: TickLookup,
  headAtMs: number,
): Promise<FinishedOrder[]> {
  const endings: FinishedOrder[] = []
  for (const one of due) {
    const { order } = one
    const [entry, exit] = [await fixings.entry(one), await fixings.exit(order)]
    const settlement = settle(order.terms, order.sums, entry?.price ?? null, exit?.price ?? null)
    if (settlement.outcome === 'void' && headAtMs < order.dueAtMs + VOID_WAIT_MS) continue
    endings.push({ order, settlement, entry, exit, bid: null, consent: '' })
  }
  return endings
}

/** Runs tasks one after the other. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work, work)
    last = result.catch(() => {})
    return result
  }
}
