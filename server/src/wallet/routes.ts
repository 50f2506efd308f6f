import { DAY_MS, startOfDay } from '@tickmark/core/days'
import { currencyByCode, priceOf, type Currency } from '@tickmark/core/money/currencies'
import { formatAmount, ONE, shareFloor } from '@tickmark/core/money/money'
import type { ResetRefusal } from '@tickmark/core/wallet/resetSimulated'
import { coinPicture } from '@tickmark/wire/pictures'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import { keyOf, userOf, type Answers, type CallContext } from '../http/calls/context.ts'
import { momentText, Refused } from '../http/calls/refused.ts'
import { resetSimulated } from '../ledger/grants.ts'
import { available } from '../ledger/store.ts'
import type {} from '../ledger/events.ts'
import type { WalletDeps } from './ports.ts'
import { holdingsHistory } from './history.ts'
import { holdingsOf, type Holding } from './holdings.ts'
import { mayReset } from './mayReset.ts'
import { inSnapshot, ownFunds } from './ownFunds.ts'
import { resultSince } from './result.ts'
import { statementAsked } from './statementAsked.ts'

/** The user's API for their own money: holdings and statements. */
export function walletAnswers(deps: WalletDeps): Answers<Omit<typeof walletRoutes, 'getSignedBalances'>> {
  return {
    async getMyWalletData({ dayStart }, context) {
      const { list, total, inOrders, today } = await ownHoldings(context, deps, dayStart)
      const sums = {
        total: formatAmount(total),
        inOrders: formatAmount(inOrders),
        today: formatAmount(today),
      }
      return { data: { items: list.map(itemOf), ...sums } }
    },
    async getavailableMoneyByCurrency({ currencyName }, context) {
      const currency = knownCurrency(currencyName)
      return {
        balance: formatAmount(await available(deps.db, userOf(context).id, context.book, currency.id)),
      }
    },
    async getavailableMoneyAndHsByCurrency({ currencyName }, context) {
      const currency = knownCurrency(currencyName)
      const free = await available(deps.db, userOf(context).id, context.book, currency.id)
      const price = priceOf(currency, (pid) => deps.prices.price(pid)) ?? 0n
      return {
        available: formatAmount(free),
        value: formatAmount(shareFloor(free, price, ONE)),
        picture: coinPicture(currency.code),
      }
    },
    getHoldingsHistory: ({ range }, context) =>
      holdingsHistory(deps, { userId: userOf(context).id, book: context.book, range }),
    getStatement: (input, context) =>
      statementAsked(deps, { userId: userOf(context).id, book: context.book }, input),
    async resetSimulated(_, context) {
      const { id } = userOf(context)
      const request = { userId: id, key: keyOf(context) }
      const done = await resetSimulated(deps.db, deps.clock, request, (tx, nowMs) =>
        mayReset(tx, deps.funds, id, nowMs),
      )
      if (!done.ok) throw refusedReset(done.refusal)
      deps.events.announce('balance_changed', { userId: id, book: 'simulated' })
      return { reset: true }
    },
  }
}

function refusedReset(refusal: ResetRefusal | { code: 'key_reused' }): Refused {
  if (refusal.code !== 'reset_too_soon') return new Refused(refusal.code)
  return new Refused(refusal.code, { from: momentText(refusal.fromMs) })
}

async function ownHoldings(context: CallContext, deps: WalletDeps, dayStart: number | undefined) {
  const whose = { userId: userOf(context).id, book: context.book }
  const nowMs = deps.clock.nowMs()
  const sinceMs = Math.max(dayStart ?? startOfDay(nowMs), nowMs - 2 * DAY_MS)
  return inSnapshot(deps.db, async (tx) => {
    const { available: free, held, inProducts } = await ownFunds(tx, deps.funds, whose)
    return {
      ...holdingsOf(free, [...inProducts, ...held], deps.prices.price),
      inOrders: holdingsOf(new Map(), inProducts, deps.prices.price).total,
      today: await resultSince(tx, deps, whose, sinceMs),
    }
  })
}

function knownCurrency(code: string): Currency {
  const currency = currencyByCode(code)
  if (!currency) throw new Refused('currency_unknown')
  return currency
}

function itemOf({ currency, available: free, amount, price, value }: Holding) {
  return {
    currencyId: currency.id,
    alias: currency.name,
    name: currency.code,
    picture: coinPicture(currency.code),
    colour: currency.colour,
    shown: currency.shown,
    value: formatAmount(value),
    amount: formatAmount(amount),
    available: formatAmount(free),
    usdRate: formatAmount(price),
  }
}
