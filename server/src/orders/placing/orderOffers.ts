import { CURRENCIES } from '@tickmark/core/money/currencies'
import type { Rules } from '@tickmark/core/log/rules'
import { DURATIONS, durationById, type Duration } from '@tickmark/core/orders/durations'
import { currencyUnder } from '@tickmark/core/orders/ruleChange'
import type { Deviation } from '@tickmark/core/market/deviation'
import { formatAmount } from '@tickmark/core/money/money'
import { breakEvenPpm, horizonDeviation, PRICE_RULES } from '@tickmark/core/orders/pricing'
import { productById, type Product } from '@tickmark/core/market/products'
import type { PriceBasis } from '@tickmark/core/orders/terms'
import type { Language } from '@tickmark/texts/languages'
import { coinPicture } from '@tickmark/wire/pictures'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { durationText } from '@tickmark/texts/server/durations'
import { rangeText } from '@tickmark/texts/server/ranges'
import type { Answers } from '../../http/calls/context.ts'
import { momentText, Refused } from '../../http/calls/refused.ts'
import { quotesFor, type SignedQuote } from '../../pricing/quotes.ts'
import type { OrderPorts } from '../order/ports.ts'
import { rateText } from '../order/view.ts'

const MILLION = 1_000_000

type OfferAnswers = Pick<Answers<typeof orderRoutes>, 'getLimitTimeType' | 'getTimeAccountCurrency'>

/** All orders on offer with their terms; the same for every user. */
export function offerAnswers(deps: Pick<OrderPorts, 'prices' | 'quoteKey'>): OfferAnswers {
  return {
    async getLimitTimeType(_, { language }) {
      const rules = deps.prices.rules()
      const list = durationsUnder(rules).map(({ id, seconds }) => ({
        id,
        name: durationText(seconds, language),
        seconds,
      }))
      const { marginPpm, chancesPpm } = rules ?? PRICE_RULES
      return { list, marginPpm, chancesPpm: [...chancesPpm] }
    },
    async getTimeAccountCurrency(input, { language, nowMs }) {
      const duration = knownDuration(input.timeId)
      const { pid } = knownProduct(input.pid)
      const { price, deviation, rules, basis, atMs } = marketNow(pid, deps.prices)
      if (!durationsUnder(rules).includes(duration)) throw new Refused('duration_unknown')
      const direction = input.type === 0 ? 'up' : 'down'
      const quotes = quotesFor({ pid, duration, direction, deviation, rules, basis }, deps.quoteKey, nowMs)
      return {
        currencies: currenciesUnder(rules),
        ranges: quotes.map((one) => rangeOf(one, language)),
        deviationPpm: Math.round(horizonDeviation(deviation.sigma, duration) * MILLION),
        price: formatAmount(price),
        asOf: atMs,
      }
    },
  }
}

export function knownProduct(pid: number): Product {
  const product = productById(pid)
  if (!product) throw new Refused('product_unknown')
  return product
}

export function knownDuration(id: number): Duration {
  const duration = durationById(id)
  if (!duration) throw new Refused('duration_unknown')
  return duration
}

/** The durations for new orders; all durations before the first rules. */
function durationsUnder(rules: Rules | null): readonly Duration[] {
  if (!rules) return DURATIONS
  return DURATIONS.filter((one) => rules.durations.some(([seconds]) => seconds === one.seconds))
}

interface MarketNow {
  price: bigint
  deviation: Deviation
  /** The rules in force. */
  rules: Rules
  basis: PriceBasis
  atMs: number
}

/** Price and deviation of a coin that is open for orders now; refuses while it is not. */
export function marketNow(pid: number, prices: OrderPorts['prices']): MarketNow {
  if (prices.isPaused()) throw new Refused('trading_paused')
  const rulesFrom = prices.rulesFrom()
  if (rulesFrom === Infinity) throw new Refused('market_closed')
  if (rulesFrom !== null) throw new Refused('rules_announced', { from: momentText(rulesFrom) })
  const market = marketIfOpen(pid, prices)
  if (!market) throw new Refused('market_closed')
  return market
}

/** Price and deviation of a coin; null while it is not open for orders. */
export function marketIfOpen(pid: number, prices: OrderPorts['prices']): MarketNow | null {
  const latest = prices.latest()
  const price = latest?.prices.get(pid)
  const [deviation, rules, basis] = [prices.deviation(pid), prices.rules(), prices.basis()]
  if (!latest || price === undefined || !deviation || !rules || !basis || !prices.acceptsOrders(pid))
    return null
  return { price, deviation, rules, basis, atMs: latest.atMs }
}

function currenciesUnder(rules: Rules) {
  return CURRENCIES.flatMap((currency) => {
    const { id, code, shown, stake } = currencyUnder(currency, rules)
    if (!stake) return []
    const limits = { least: formatAmount(stake.least), most: formatAmount(stake.most) }
    return [{ currencyId: id, name: code, picture: coinPicture(code), ...limits, shown }]
  })
}

function rangeOf({ id, quote, offer }: SignedQuote, language: Language) {
  return {
    id,
    rangeText: rangeText(quote.direction, quote.barrierPpm, language),
    rate: rateText(quote.ratePct),
    barrierPpm: quote.barrierPpm,
    chancePpm: quote.chancePpm,
    leastChancePpm: offer.leastChancePpm,
    marginPpm: quote.marginPpm,
    mostMarginPpm: offer.mostMarginPpm,
    breakEvenPpm: breakEvenPpm(quote.ratePct),
    expiresAt: quote.expiresAtMs,
  }
}
