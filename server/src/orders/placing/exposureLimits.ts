import { CURRENCIES, type Currency, currencyById, priceOf } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { exposureBounds, isShort } from '@tickmark/core/orders/exposure'
import { userProductLimit } from '@tickmark/core/orders/orders'
import { currencyUnder } from '@tickmark/core/orders/ruleChange'
import type { Db, Reader } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { fundAgain, sandboxBankroll } from '../../ledger/grants.ts'
import { bankrollFunds, treasuryMoves } from '../../ledger/store.ts'
import type { Runtime } from '../../module/runtime.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Prices } from '../order/ports.ts'
import { realExposure } from './exposureStore.ts'
import type { PlaceLimits } from './admitBatch.ts'

export interface ExposureLimits extends PlaceLimits {
  /** Reads the house's funding. Until the first call the real book takes no orders. */
  refresh(): Promise<void>
}

/**
 * The product's limits on the house's funds in the ledger. In the sandbox, a refresh also funds real bankrolls that are
 * short, so that no number of accounts with test money can use them up.
 */
export function createExposureLimits(
  { db, clock, mode }: { db: Db; clock: Clock; mode: Runtime['mode'] },
  prices: Pick<Prices, 'rules'>,
): ExposureLimits {
  let means: ReadonlyMap<number, Amount> = new Map()
  const openingOf = (currency: Currency) =>
    mode === 'sandbox' ? sandboxBankroll(currency) : (means.get(currency.id) ?? 0n)
  return {
    ...exposureLimitsOn((id) => means.get(id) ?? 0n, openingOf, prices.rules),
    async refresh() {
      const funds = await bankrollFunds(db)
      means = await withMoves(db, funds)
      if (mode === 'sandbox' && (await fundShort(db, { means, funds }, clock.nowMs())))
        means = await bankrollMeans(db)
    },
  }
}

/** What the bankrolls of the real book were funded with, and what operators moved in and out, by currency id. */
export async function bankrollMeans(reader: Reader): Promise<Map<number, Amount>> {
  return withMoves(reader, await bankrollFunds(reader))
}

async function withMoves(reader: Reader, funds: ReadonlyMap<number, Amount>): Promise<Map<number, Amount>> {
  const means = new Map(funds)
  for (const [currency, moved] of await treasuryMoves(reader, 'bankroll'))
    means.set(currency, (means.get(currency) ?? 0n) + moved)
  return means
}

/**
 * The product's limits; zero for a currency that pays for no orders. `realFunds` is what the house's bankroll of the real
 * book was funded with and operators moved there; the practice book's opening money is the same in every house.
 */
export function exposureLimitsOn(
  realFunds: (currencyId: number) => Amount,
  openingOf: (currency: Currency) => Amount,
  rules: Prices['rules'],
): PlaceLimits {
  return {
    userMost(currencyId) {
      const currency = currencyById(currencyId)
      return currency ? userProductLimit(currencyUnder(currency, rules())) : 0n
    },
    exposure(currencyId, book) {
      const currency = currencyById(currencyId)
      if (!currency) return exposureBounds(0n, false)
      if (book === 'simulated') return exposureBounds(sandboxBankroll(currency), true)
      return exposureBounds(realFunds(currencyId), false, openingOf(currency))
    },
  }
}

interface Bankrolls {
  means: ReadonlyMap<number, Amount>
  /** Total funding when `means` was read: of two processes that fund at once, only one succeeds. */
  funds: ReadonlyMap<number, Amount>
}

/** Returns whether a bankroll was short and is funded. */
async function fundShort(db: Db, { means, funds }: Bankrolls, nowMs: number): Promise<boolean> {
  const open = await realExposure(db)
  const short = CURRENCIES.filter((currency) => {
    const now = open.get(currency.id)
    const { house } = exposureBounds(means.get(currency.id) ?? 0n, false)
    return now !== undefined && isShort(now, house, sandboxBankroll(currency))
  })
  for (const currency of short)
    await transact(db, (tx) => fundAgain(tx, currency, funds.get(currency.id) ?? 0n, nowMs))
  return short.length > 0
}

/** One unit of a currency in USDT at the latest tick; null while the coin that values it is paused. */
export function usdtPriceAt(prices: Pick<Prices, 'latest'>): (currencyId: number) => Amount | null {
  return (currencyId) => {
    const currency = currencyById(currencyId)
    return currency ? priceOf(currency, (pid) => prices.latest()?.prices.get(pid) ?? null) : null
  }
}
