import { areSoundLimits, type EngineLimits } from '@tickmark/core/arbitrage/limits'
import { formatAmount, parseAmount, type Amount } from '@tickmark/core/money/money'
import type { operatorArbitrageRoutes } from '@tickmark/wire/routes/operators/arbitrage'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { operatorOf, type Answers, type CallContext } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { recordAction } from '../operators/actionLogStore.ts'
import { lockEngine, readEngine, setLimits, setStopped } from './engineStore.ts'
import { engineNow, profitToday, type ProgrammeDeps } from './programme.ts'
import { openTrades } from './trading/tradeStore.ts'

type EngineRoutes = Pick<
  typeof operatorArbitrageRoutes,
  'deskEngine' | 'deskStopEngine' | 'deskStartEngine' | 'deskEngineLimits'
>

/** Operators stop the engine, start it, and set its limits; each with a reason in their log. */
export function engineAnswers(deps: ProgrammeDeps): Answers<EngineRoutes> {
  const { db } = deps
  return {
    async deskEngine(_, { nowMs }) {
      const { limits } = await readEngine(db)
      const [engine, today, open] = await Promise.all([
        engineNow(deps),
        profitToday(db, nowMs),
        openTrades(db),
      ])
      return { engine, limits: shown(limits), today: formatAmount(today), openRests: open.length }
    },
    async deskStopEngine({ reason }, context) {
      await deed(deps, context, { action: 'engine.stop', details: { reason } }, (tx, nowMs) =>
        setStopped(tx, 'operator', nowMs),
      )
      return { engine: await engineNow(deps) }
    },
    async deskStartEngine({ reason }, context) {
      await deed(deps, context, { action: 'engine.start', details: { reason } }, (tx, nowMs) =>
        setStopped(tx, null, nowMs),
      )
      return { engine: await engineNow(deps) }
    },
    async deskEngineLimits({ reason, mostTrade, leastProfit, dayLoss, openRests }, context) {
      const limits: EngineLimits = {
        mostTrade: someAmount(mostTrade),
        leastProfit: someAmount(leastProfit),
        dayLoss: someAmount(dayLoss),
        openRests,
      }
      if (!areSoundLimits(limits)) throw new Refused('engine_limits_invalid')
      const details = { ...shown(limits), reason }
      await deed(deps, context, { action: 'engine.limits', details }, (tx) => setLimits(tx, limits))
      return { limits: shown(limits) }
    },
  }
}

interface EngineDeed {
  action: string
  details: Readonly<Record<string, string | number>>
}

function deed(
  { db, clock }: ProgrammeDeps,
  context: CallContext,
  { action, details }: EngineDeed,
  work: (tx: Tx, nowMs: number) => Promise<void>,
): Promise<void> {
  return transact(db, async (tx) => {
    await lockEngine(tx)
    const atMs = clock.nowMs()
    await work(tx, atMs)
    const operator = operatorOf(context).address
    await recordAction(tx, { operator, action, subject: 'engine', details, atMs })
  })
}

function someAmount(text: string): Amount {
  const amount = parseAmount(text)
  if (amount === null || amount <= 0n) throw new Refused('engine_limits_invalid')
  return amount
}

function shown({ mostTrade, leastProfit, dayLoss, openRests }: EngineLimits) {
  return {
    mostTrade: formatAmount(mostTrade),
    leastProfit: formatAmount(leastProfit),
    dayLoss: formatAmount(dayLoss),
    openRests,
  }
}
