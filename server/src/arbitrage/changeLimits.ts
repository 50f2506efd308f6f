import { areSoundLimits, type EngineLimits } from '@tickmark/core/arbitrage/trading/limits'
import { formatAmount, parseAmount, type Amount } from '@tickmark/core/money/money'
import { engineLimits } from '@tickmark/wire/routes/operators/arbitrage'
import type * as z from 'zod/mini'
import type { Reader } from '../db/pool.ts'
import { Refused } from '../http/calls/refused.ts'
import type { ProposalKind } from '../module/proposals.ts'
import { lockEngine, readEngine, setLimits } from './engineStore.ts'

type Given = z.output<typeof engineLimits>

/** Two operators set the engine's limits. Trades under way close as before. */
export const engineLimitsKind: ProposalKind<Given> = {
  kind: 'engine.limits',
  may: 'runProgramme',
  payload: engineLimits,
  async effect(tx, payload) {
    const next = shown(limitsOf(payload))
    const now = shown(await replaced(tx, payload))
    return (['mostTrade', 'leastProfit', 'dayLoss', 'openRests'] as const).map((name) => ({
      name,
      value: String(next[name]),
      was: String(now[name]),
    }))
  },
  async execute(tx, payload) {
    const limits = limitsOf(payload)
    await lockEngine(tx)
    await replaced(tx, payload)
    await setLimits(tx, limits)
  },
}

/** The limits in force; they must equal those that the proposal replaces. */
async function replaced(reader: Reader, { before }: Given): Promise<EngineLimits> {
  const now = (await readEngine(reader)).limits
  const was = limitsOf(before)
  const names = ['mostTrade', 'leastProfit', 'dayLoss', 'openRests'] as const
  if (names.some((name) => was[name] !== now[name])) throw new Refused('proposal_stale')
  return now
}

function limitsOf({ mostTrade, leastProfit, dayLoss, openRests }: Given['before']): EngineLimits {
  const limits = {
    mostTrade: someAmount(mostTrade),
    leastProfit: someAmount(leastProfit),
    dayLoss: someAmount(dayLoss),
    openRests,
  }
  if (!areSoundLimits(limits)) throw new Refused('engine_limits_invalid')
  return limits
}

function someAmount(text: string): Amount {
  const amount = parseAmount(text)
  if (amount === null || amount <= 0n) throw new Refused('engine_limits_invalid')
  return amount
}

/** Limits as calls and proposals show them. */
export function shown({ mostTrade, leastProfit, dayLoss, openRests }: EngineLimits) {
  return {
    mostTrade: formatAmount(mostTrade),
    leastProfit: formatAmount(leastProfit),
    dayLoss: formatAmount(dayLoss),
    openRests,
  }
}
