import { formatAmount } from '@tickmark/core/money/money'
import type { operatorArbitrageRoutes } from '@tickmark/wire/routes/operators/arbitrage'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { operatorOf, type Answers, type CallContext } from '../http/calls/context.ts'
import { recordAction } from '../operators/actionLogStore.ts'
import { shown } from './changeLimits.ts'
import { lockEngine, readEngine, setStopped } from './engineStore.ts'
import { engineNow, profitToday, type ProgrammeDeps } from './programme.ts'
import { openTrades } from './trading/tradeStore.ts'

type EngineRoutes = Pick<
  typeof operatorArbitrageRoutes,
  'consoleEngine' | 'consoleStopEngine' | 'consoleStartEngine'
>

/** One operator stops or starts the engine and gives a reason for the operators' log; two set its limits (`changeLimits.ts`). */
export function engineAnswers(deps: ProgrammeDeps): Answers<EngineRoutes> {
  const { db } = deps
  return {
    async consoleEngine(_, { nowMs }) {
      const { limits } = await readEngine(db)
      const [engine, today, open] = await Promise.all([
        engineNow(deps),
        profitToday(db, nowMs),
        openTrades(db),
      ])
      return { engine, limits: shown(limits), today: formatAmount(today), openRests: open.length }
    },
    async consoleStopEngine({ reason }, context) {
      await switchEngine(deps, context, { action: 'engine.stop', details: { reason } }, (tx, nowMs) =>
        setStopped(tx, 'operator', nowMs),
      )
      return { engine: await engineNow(deps) }
    },
    async consoleStartEngine({ reason }, context) {
      await switchEngine(deps, context, { action: 'engine.start', details: { reason } }, (tx, nowMs) =>
        setStopped(tx, null, nowMs),
      )
      return { engine: await engineNow(deps) }
    },
  }
}

interface EngineAction {
  action: string
  details: Readonly<Record<string, string | number>>
}

function switchEngine(
  { db, clock }: ProgrammeDeps,
  context: CallContext,
  { action, details }: EngineAction,
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
