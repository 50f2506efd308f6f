import { currencyByCode, currencyById, priceOf, type Currency } from '@tickmark/core/money/currencies'
import { formatAmount, ONE, shareFloor } from '@tickmark/core/money/money'
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
import { mayReset, type ResetRefusal } from './mayReset.ts'
import { inSnapshot, ownFunds } from './ownFunds.ts'
import { parsePlace, statementOf } from './statement.ts'

/** The user's API for his own money: holdings and statements. */
export function walletAnswers(deps: WalletDeps): Answers<typeof walletRoutes> {
  return {
    async getMyWalletData(_, context) {
      const { list, total, change, changePpm } = await ownHoldings(context, deps)
      const items = list.map(itemOf)
      return { data: { items, total: formatAmount(total), change: formatAmount(change), changePpm } }
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
      const price = priceOf(currency, (pid) => deps.prices.price(pid)?.now ?? null) ?? 0n
      return {
        available: formatAmount(free),
        value: formatAmount(shareFloor(free, price, ONE)),
        picture: coinPicture(currency.code),
      }
    },
    getHoldingsHistory: ({ range }, context) =>
      holdingsHistory(deps, { userId: userOf(context).id, book: context.book, range }),
    async getStatement({ currencyId, kind, from, to, pageSize, after: afterText }, context) {
      if (!currencyById(currencyId)) throw new Refused('currency_unknown')
      const after = afterText === undefined ? null : parsePlace(afterText)
      if (!after && afterText !== undefined) throw new Refused('bad_request')
      const whose = { userId: userOf(context).id, book: context.book, currencyId, kind }
      return statementOf(deps, { ...whose, fromMs: from, toMs: Math.max(from, to), after, most: pageSize })
    },
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

async function ownHoldings(context: CallContext, deps: WalletDeps) {
  const whose = { userId: userOf(context).id, book: context.book }
  const own = await inSnapshot(deps.db, (tx) => ownFunds(tx, deps.funds, whose))
  return holdingsOf(own.available, own.held, deps.prices.price)
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
