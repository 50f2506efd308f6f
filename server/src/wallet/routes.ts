import { currencyByCode } from '@tickmark/core/currencies'
import { formatAmount } from '@tickmark/core/money'
import { coinPicture } from '@tickmark/wire/pictures'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import { keyOf, userOf, type Answers } from '../http/ask.ts'
import { Refused } from '../http/refused.ts'
import type { WalletDeps } from './deps.ts'
import { holdingsOf, type Holding } from './holdings.ts'

/** The user's door to the own holdings. */
export function walletAnswers(deps: WalletDeps): Answers<typeof walletRoutes> {
  return {
    async getMyWalletData(_, ask) {
      const { id } = userOf(ask)
      const [available, held] = await Promise.all([deps.available(id, ask.book), deps.held(id, ask.book)])
      const { list, total, change, changePpm } = holdingsOf(available, held, deps.price)
      const listdata = list.map(itemOf)
      return { data: { listdata, total: formatAmount(total), change: formatAmount(change), changePpm } }
    },
    async getavailableMoneyByCurrency({ currencyName }, ask) {
      const currency = currencyByCode(currencyName)
      if (!currency) throw new Refused('currency_unknown')
      const available = await deps.available(userOf(ask).id, ask.book)
      return { balance: formatAmount(available.get(currency.id) ?? 0n) }
    },
    async resetSimulated(_, ask) {
      const { id } = userOf(ask)
      const done = await deps.reset({ userId: id, key: keyOf(ask), nowMs: ask.nowMs })
      if (!done.ok) throw new Refused(done.refusal.code)
      deps.changed(id, 'simulated')
      return { reset: true }
    },
  }
}

function itemOf({ currency, available, amount, price, value }: Holding) {
  return {
    acid: currency.id,
    alias: currency.name,
    name: currency.code,
    picUrl: coinPicture(currency.code),
    colour: currency.colour,
    shown: currency.shown,
    zhuanhuan: formatAmount(value),
    userAccount: formatAmount(amount),
    available: formatAmount(available),
    usdRate: formatAmount(price),
  }
}
