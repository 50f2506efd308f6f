import { unreachable } from '@tickmark/core/assert'
import { formatAmount } from '@tickmark/core/money/money'
import { SPREAD_PPM, SWAP_QUOTE_LIFE_MS, swapReceives } from '@tickmark/core/wallet/swaps'
import { coinPicture } from '@tickmark/wire/pictures'
import type { swapRoutes } from '@tickmark/wire/routes/swaps'
import { textOfAnswer } from '@tickmark/texts/server/answers'
import { keyOf, userOf, type Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { refusedConsent } from '../http/calls/signedText.ts'
import type { SwapPorts } from './ports.ts'
import { listSwaps, type Swap } from './store.ts'
import { swap } from './swap.ts'
import { fundsFor } from './swapFunds.ts'
import { sealSwapQuote } from './swapQuote.ts'
import { ratesFor, readSwapTerms, type SwapTerms } from './swapTerms.ts'

type Asked = Parameters<typeof readSwapTerms>[0]

/** The user's API for swaps. */
export function swapAnswers(deps: SwapPorts): Answers<typeof swapRoutes> {
  return {
    async getSwapQuote(input, context) {
      const terms = termsOf(input)
      const nowMs = deps.clock.nowMs() // read before the rates: they age while the funds are looked up
      const rates = ratesFor(terms, deps.prices.firm)
      if (!rates) throw new Refused(deps.prices.isPaused() ? 'trading_paused' : 'market_closed')
      const received = swapReceives(terms.amount, rates)
      if (received === 0n) throw new Refused('amount_too_small')
      const funds = await fundsFor(deps.db, {
        userId: userOf(context).id,
        book: context.book,
        terms,
        received,
      })
      if (!funds.ok) throw refusedSwap(funds.refusal, terms)
      const expiresAt = nowMs + SWAP_QUOTE_LIFE_MS
      return {
        quote: sealSwapQuote({ terms, rates, expiresAtMs: expiresAt }, deps.quoteKey),
        receives: formatAmount(received),
        sourceUsdRate: formatAmount(rates.source),
        targetUsdRate: formatAmount(rates.target),
        spreadPpm: SPREAD_PPM,
        expiresAt,
      }
    },
    async currencyExchange(input, context) {
      const terms = termsOf(input)
      const { id: userId } = userOf(context)
      const made = await swap(deps, {
        userId,
        book: context.book,
        key: keyOf(context),
        terms,
        quote: input.quote,
        consent: input.consent,
        session: context.session,
      })
      if (!made.ok && made.refusal.code === 'market_closed' && deps.prices.isPaused()) {
        throw new Refused('trading_paused')
      }
      if (!made.ok) throw refusedSwap(made.refusal, terms)
      const received = formatAmount(made.value.received)
      const given = formatAmount(terms.amount)
      const facts = { given, source: terms.source.code, received, target: terms.target.code }
      return { message: textOfAnswer('swapDone', context.language, facts), id: made.value.id, received }
    },
    async getMyExchangeRecords({ pageNum, pageSize }, context) {
      const query = {
        userId: userOf(context).id,
        book: context.book,
        page: Math.max(0, pageNum - 1),
        pageSize,
      }
      const { list, total } = await listSwaps(deps.db, query)
      return { list: list.map(itemOf), total }
    },
  }
}

function termsOf(asked: Asked): SwapTerms {
  const terms = readSwapTerms(asked)
  if (!terms.ok) throw new Refused(terms.refusal.code)
  return terms.value
}

type SwapDenial = Extract<Awaited<ReturnType<typeof swap>>, { ok: false }>['refusal']

function refusedSwap(refusal: SwapDenial, { source, target }: SwapTerms): Refused {
  switch (refusal.code) {
    case 'insufficient_funds':
      return new Refused(refusal.code, {
        currency: source.code,
        available: formatAmount(refusal.available),
      })
    case 'inventory_uncovered':
      return new Refused(refusal.code, { currency: target.code })
    case 'consent':
      return refusedConsent(refusal.refusal)
    case 'quote_expired':
      return new Refused('rate_expired')
    case 'price_moved':
    case 'amount_too_small':
    case 'quote_invalid':
    case 'market_closed':
    case 'key_reused':
    case 'consent_used':
      return new Refused(refusal.code)
    default:
      return unreachable(refusal)
  }
}

function itemOf({ id, atMs, terms, received }: Swap) {
  return {
    id,
    time: atMs,
    money: formatAmount(terms.amount),
    name: terms.source.code,
    picture: coinPicture(terms.source.code),
    status: 1,
    received: formatAmount(received),
    target: terms.target.code,
  }
}
