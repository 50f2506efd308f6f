import * as z from 'zod/mini'
import { route } from '../call.ts'
import { BALANCES } from '../balances.ts'
import { decimal, moneyText, page, uuid, whole } from '../fields.ts'
import type { RefusalCode } from '../refusalCodes.ts'
import { consentRefusals, signedText } from '../schemas/signedText.ts'
import { recordItem } from '../schemas/transfers.ts'

const swapTerms = { currencyId: whole(1, 31), toCurrencyId: whole(1, 31), amount: moneyText }
const SWAP: readonly RefusalCode[] = [
  'currency_unknown',
  'same_currency',
  'amount_invalid',
  'amount_too_precise',
  'amount_too_small',
  'market_closed',
  'trading_paused',
]

/** A swap as its record shows it; the user gave `money` of `name`. */
const swapItem = z.object({ ...recordItem, received: decimal, target: z.string() })

export const swapRoutes = {
  getSwapQuote: route({
    method: 'GET',
    path: '/api/getSwapQuote',
    summary: 'What a swap would pay now, held for 2 s while the price stays near it.',
    who: 'user',
    input: z.object(swapTerms),
    reply: z.object({
      quote: z.string(),
      receives: decimal,
      /** Price of one unit in USDT, less the spread: receives = amount x source / target. */
      sourceUsdRate: decimal,
      targetUsdRate: decimal,
      spreadPpm: z.int(),
      /** Milliseconds since 1970, by the server's clock. */
      expiresAt: z.int(),
    }),
    refusals: [...SWAP, 'insufficient_funds', 'inventory_uncovered'],
  }),
  currencyExchange: route({
    method: 'POST',
    path: '/api/currencyExchange',
    summary:
      'Swaps at a quote, or without one at the present rate; refused when the price moved too far against the user. A session with a key signs it, with the least that it receives and the call’s idempotency key ({consent}).',
    who: 'user',
    money: true,
    refreshes: [...BALANCES, 'getMyExchangeRecords'],
    rate: 'swap',
    input: z.object({
      ...swapTerms,
      quote: z._default(z.string().check(z.maxLength(512)), ''),
      consent: z.optional(signedText),
    }),
    reply: z.object({ message: z.string(), id: uuid, received: decimal }),
    refusals: [
      ...SWAP,
      'insufficient_funds',
      'inventory_uncovered',
      'price_moved',
      'quote_invalid',
      'rate_expired',
      ...consentRefusals,
    ],
  }),
  getMyExchangeRecords: route({
    method: 'GET',
    path: '/api/getMyExchangeRecords',
    summary: 'Own swaps in the book of the request, newest first.',
    who: 'user',
    inTurn: true,
    input: z.object(page),
    reply: z.object({ list: z.array(swapItem), total: z.int() }),
  }),
}
