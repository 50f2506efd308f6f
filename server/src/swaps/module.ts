import { swapRoutes } from '@tickmark/wire/routes/swaps'
import { routesOf } from '../http/calls/mount.ts'
import type { IndexPrices } from '../market/indexPrices.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { swapAnswers } from './routes.ts'
import { countSwaps } from './store.ts'
import { swapSubject } from './subject.ts'

/** Swaps against the house's inventory. They hold no funds: both sides move at once. */
export function openSwaps(runtime: Runtime, { prices }: { prices: IndexPrices }): Module {
  const { mode, clock, events, keys } = runtime
  const deps = { mode, db: runtime.database.db, clock, prices, quoteKey: keys.quoteKey, events }
  return {
    name: 'swaps',
    routes: [routesOf(swapRoutes, swapAnswers(deps))],
    subjects: [swapSubject],
    consolePart: { person: async (tx, userId) => ({ counts: { swaps: await countSwaps(tx, userId) } }) },
  }
}
