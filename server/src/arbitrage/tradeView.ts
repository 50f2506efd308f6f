import type { LegLine } from '@tickmark/core/arbitrage/evidence'
import { profitOf } from '@tickmark/core/arbitrage/day/soundTrade'
import { parseTradeLine } from '@tickmark/core/arbitrage/readLines'
import { assert } from '@tickmark/core/assert'
import { productById } from '@tickmark/core/market/products'
import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount, ONE } from '@tickmark/core/money/money'
import type { ProgrammeTrade } from '@tickmark/wire/schemas/arbitrage'

/** A line as the programme's trade log shows it. */
export function tradeView(text: string, nameOf: (venue: number) => string): ProgrammeTrade {
  const line = parseTradeLine(text)
  assert(line, 'a stored line can be read')
  const { number, at, kind } = line
  if (kind !== 'trade') {
    const { from, to, currency, amount } = line
    return {
      number,
      at,
      kind,
      from: nameOf(from),
      to: nameOf(to),
      bought: null,
      sold: null,
      coin: currencyById(currency)?.code ?? '',
      amount: formatAmount(BigInt(amount)),
      profit: formatAmount(profitOf(line)),
    }
  }
  const [buy, sell] = line.legs
  const [bought, sold] = [totalOf(line.legs, 'buy'), totalOf(line.legs, 'sell')]
  return {
    number,
    at,
    kind,
    coin: productById(line.pid)?.symbol ?? '',
    from: nameOf(buy?.venue ?? 0),
    to: nameOf(sell?.venue ?? 0),
    amount: formatAmount(bought.filled),
    bought: averageOf(bought),
    sold: averageOf(sold),
    profit: formatAmount(BigInt(line.profit)),
  }
}

function totalOf(legs: readonly LegLine[], side: LegLine['side']) {
  const own = legs.filter((leg) => leg.side === side)
  return {
    filled: own.reduce((sum, leg) => sum + BigInt(leg.filled), 0n),
    quote: own.reduce((sum, leg) => sum + BigInt(leg.quote), 0n),
  }
}

function averageOf({ filled, quote }: { filled: bigint; quote: bigint }): string | null {
  return filled === 0n ? null : formatAmount((quote * ONE) / filled)
}
