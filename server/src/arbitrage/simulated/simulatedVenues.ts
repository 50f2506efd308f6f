import { currencyOfPid } from '@tickmark/core/arbitrage/currencies'
import { netOf } from '@tickmark/core/arbitrage/trading/findTrade'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { simulatedBook } from '@tickmark/core/arbitrage/simulated/book'
import { simulatedArrival, simulatedFill } from '@tickmark/core/arbitrage/simulated/fill'
import { simulatedState } from '@tickmark/core/arbitrage/simulated/state'
import { TRADED_PIDS, VENUES } from '@tickmark/core/arbitrage/simulated/venues'
import type { SimulatedWorld } from '@tickmark/core/arbitrage/simulated/world'
import type { VenueFill, VenueOrder } from '@tickmark/core/arbitrage/trading/venue'
import type { Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { VenueView, Venues } from '../venues.ts'
import { addToBalance, filledOrder, insertFilled, insertVenueTransfer, lockBalance } from './venueStore.ts'

interface SimulatedVenuesDeps {
  db: Db
  world: SimulatedWorld
  nowMs(): number
  /** Resolves at a moment; rejects when the house stops first. */
  until(ms: number): Promise<void>
}

const REFUSED: VenueFill = { state: 'refused', filled: 0n, quote: 0n, fee: 0n }

/**
 * The sandbox's venues. Their books and fills are computed; their balances and actions lie in tables of their own. An order
 * arrives even if its sender dies; a later `fate` returns the result of its arrival.
 */
export function simulatedVenues({ db, world, nowMs, until }: SimulatedVenuesDeps): Venues {
  async function carryOut(order: VenueOrder, sentAtMs: number): Promise<VenueFill> {
    const arrivesAtMs = simulatedArrival(world, order.id, sentAtMs)
    await until(arrivesAtMs)
    const known = await filledOrder(db, order.id)
    return known ?? transact(db, (tx) => fill(tx, order, { sentAtMs, arrivesAtMs }, world))
  }
  return {
    terms: VENUES,
    pids: TRADED_PIDS,
    show: () => Promise.resolve(viewsAt(world, nowMs())),
    send: carryOut,
    fate: carryOut,
    move: (move) =>
      transact(db, async (tx) => {
        if (!(await insertVenueTransfer(tx, move, nowMs()))) return
        await addToBalance(tx, move.from, move.currency, -move.amount)
        await addToBalance(tx, move.to, move.currency, move.amount)
        await addToBalance(tx, move.from, PROGRAMME.currency, -move.cost)
      }),
  }
}

function viewsAt(world: SimulatedWorld, atMs: number): VenueView[] {
  return VENUES.map(({ venue }) => ({
    venue,
    state: simulatedState(world, venue, atMs).state,
    books: TRADED_PIDS.flatMap((pid) => simulatedBook(world, venue, pid, atMs).book ?? []),
  }))
}

async function fill(
  tx: Tx,
  order: VenueOrder,
  { sentAtMs, arrivesAtMs }: { sentAtMs: number; arrivesAtMs: number },
  world: SimulatedWorld,
): Promise<VenueFill> {
  const { venue, side } = order
  const coin = currencyOfPid(order.pid)
  const drawn = simulatedFill(world, order, sentAtMs)
  const net = netOf(side, drawn)
  const isCovered =
    side === 'buy'
      ? (await lockBalance(tx, venue, PROGRAMME.currency)) >= -net
      : (await lockBalance(tx, venue, coin)) >= drawn.filled
  const done = isCovered ? drawn : REFUSED
  if (!(await insertFilled(tx, order, done, arrivesAtMs))) return (await filledOrder(tx, order.id)) ?? REFUSED
  if (done.filled === 0n) return done
  await addToBalance(tx, venue, coin, side === 'buy' ? done.filled : -done.filled)
  await addToBalance(tx, venue, PROGRAMME.currency, net)
  return done
}
