import * as z from 'zod/mini'
import { BALANCES } from '../balances.ts'
import { route } from '../call.ts'
import { decimal, moneyText, page, uuid, whole } from '../fields.ts'
import {
  engineState,
  hostingItem,
  hostingProduct,
  programmeDay,
  programmeTrade,
} from '../schemas/arbitrage.ts'
import { signedHosting, statedHosting } from '../schemas/hosting.ts'
import { shownBatch, shownEntry, signedRefusal } from '../schemas/promise.ts'
import { consentRefusals, signedText } from '../schemas/signedText.ts'

const HOSTINGS = ['getBzIndexData', 'getMyTgOrderList', 'getMoveInfo', 'getExitEstimate'] as const
const mid = whole(1, 9_999)

/** The arbitrage programme: its trading, its products, and the user's own hosting orders. */
export const arbitrageRoutes = {
  getBzIndexData: route({
    method: 'GET',
    path: '/api/getBzIndexData',
    summary: 'Own hosted money and earnings in the book of the request, and the products on offer.',
    who: 'user',
    inTurn: true,
    reply: z.object({
      /** Paid on the newest closed day, paid in total, and hosted now; USDT. */
      profit: decimal,
      earned: decimal,
      tgzMoney: decimal,
      products: z.array(hostingProduct),
      /** Address of the operator's film; if empty, the page shows its own explainer. */
      videoUrl: z.string(),
      videopicUrl: z.string(),
    }),
  }),
  getProgramme: route({
    method: 'GET',
    path: '/api/getProgramme',
    summary: 'The programme for anybody: state of its engine, what it holds where, its last 90 days.',
    who: 'anyone',
    reply: z.object({
      engine: engineState,
      /** Profit of the trades since the last closed day. */
      today: decimal,
      venues: z.array(
        z.object({
          venue: z.int(),
          name: z.string(),
          state: z.enum(['live', 'stale', 'crossed', 'down']),
          /** Percent of the exchanged amount: "0.05". */
          fee: z.string(),
          holdings: z.array(z.object({ coin: z.string(), amount: decimal })),
        }),
      ),
      /** Newest first. */
      days: z.array(programmeDay),
      products: z.array(hostingProduct),
    }),
  }),
  getProgrammeTrades: route({
    method: 'GET',
    path: '/api/getProgrammeTrades',
    summary: 'Trades and moves of the programme, newest first, with both venues and the profit of each.',
    who: 'anyone',
    input: z.object(page),
    reply: z.object({ list: z.array(programmeTrade), total: z.int() }),
  }),
  getMyTgOrderList: route({
    method: 'GET',
    path: '/api/getMyTgOrderList',
    summary: 'Own hosting orders in the book of the request, newest first: 1 hosting, 2 ended.',
    who: 'user',
    inTurn: true,
    input: z.object({ ...page, status: whole(1, 2) }),
    reply: z.object({ list: z.array(hostingItem), total: z.int() }),
  }),
  getMoveInfo: route({
    method: 'GET',
    path: '/api/getMoveInfo',
    summary: 'A product, with `money`: what the user can host now.',
    who: 'user',
    input: z.object({ mid }),
    reply: z.object({ ...hostingProduct.shape, money: decimal }),
    refusals: ['hosting_product_unknown'],
  }),
  orderConfirmation: route({
    method: 'POST',
    path: '/api/orderConfirmation',
    summary:
      'Hosts money in a product, until its expiry or an early exit. A session with a key signs it ({consent}); the answer has the house’s signed ticket.',
    who: 'user',
    money: true,
    refreshes: [...BALANCES, ...HOSTINGS],
    input: z.object({
      buyMoney: moneyText,
      mid,
      /** The product version that the user saw; by default the version in force. */
      version: z.optional(whole(1, 1_000_000)),
      consent: z.optional(signedText),
      type: z._default(z.string().check(z.maxLength(4)), '0'),
      userNum: z._default(z.string().check(z.maxLength(4)), '1'),
    }),
    reply: z.object({ message: z.string(), orderNumber: uuid, ...statedHosting.shape }),
    refusals: [
      'hosting_product_unknown',
      'hosting_terms_changed',
      'hosting_amount_invalid',
      'hosting_amount_outside',
      'hosting_closed',
      'hosting_paused',
      'hostings_full',
      'insufficient_funds',
      'on_break',
      'excluded',
      ...consentRefusals,
      'exit_fees_exceeded',
    ],
  }),
  getExitEstimate: route({
    method: 'GET',
    path: '/api/getExitEstimate',
    summary: 'What an early exit would pay now.',
    who: 'user',
    input: z.object({ orderNumber: uuid }),
    reply: z.object({ redeemMoney: decimal, deductionMoney: decimal, totArbitrage: decimal }),
    refusals: ['hosting_unknown', 'hosting_ended'],
  }),
  exitHosting: route({
    method: 'POST',
    path: '/api/exitHosting',
    summary:
      'Ends an own hosting order before its time: principal less the fee; its yields stay its owner’s. A session with a key signs it, with the least that it takes back ({consent}).',
    who: 'user',
    money: true,
    refreshes: [...BALANCES, ...HOSTINGS],
    input: z.object({ orderNumber: uuid, consent: z.optional(signedText) }),
    reply: z.object({
      message: z.string(),
      redeemMoney: decimal,
      deductionMoney: decimal,
      ...statedHosting.shape,
    }),
    refusals: ['hosting_unknown', 'hosting_ended', ...consentRefusals, 'exit_fees_exceeded'],
  }),
  getHostingAnswer: route({
    method: 'POST',
    path: '/api/getHostingAnswer',
    summary:
      'What the house answered to a signed hosting order or early exit, by the signed text; null while it may still be accepted. A text that has run out unanswered is refused by this call, with a signed statement.',
    who: 'user',
    input: z.object({ consent: signedText }),
    reply: z.nullable(
      z.object({
        /** Signed note of the log's newest checkpoint. */
        head: z.string(),
        stated: z.nullable(signedHosting),
        refused: z.nullable(z.extend(signedRefusal, { message: z.string() })),
      }),
    ),
    refusals: ['consent_invalid', 'consent_other_session', 'hosting_unknown'],
  }),
  getLoggedHosting: route({
    method: 'GET',
    path: '/api/getLoggedHosting',
    summary:
      'The entry of the public log with a statement about a hosting order among the first {size} entries, and its place in it; without a place the last of those entries, while none of them has it.',
    who: 'anyone',
    input: z.object({
      number: whole(0, Number.MAX_SAFE_INTEGER),
      size: whole(0, Number.MAX_SAFE_INTEGER),
    }),
    reply: shownBatch,
  }),
  getLoggedDay: route({
    method: 'GET',
    path: '/api/getLoggedDay',
    summary:
      'The entry of the public log for a closed day of the programme, in the log of its first {size} entries; null while these lack it.',
    who: 'anyone',
    input: z.object({
      day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
      size: whole(0, Number.MAX_SAFE_INTEGER),
    }),
    reply: z.object({ segment: z.nullable(shownEntry) }),
  }),
  getHostingDays: route({
    method: 'GET',
    path: '/api/getHostingDays',
    summary: 'What each day paid to an own hosting order, newest first, with the day’s place in the log.',
    who: 'user',
    inTurn: true,
    input: z.object({ orderNumber: uuid, ...page }),
    reply: z.object({
      list: z.array(
        z.object({
          day: z.string(),
          amount: decimal,
          /** The day's payout line of this order, and its path (hex) to the root `payouts` of log entry `seq`. */
          line: z.string(),
          path: z.array(z.string()),
          index: z.int(),
          size: z.int(),
          seq: z.nullable(z.int()),
        }),
      ),
      total: z.int(),
      /**
       * The house's statement about the order's early exit, with the owner's consent (`ConsentBundle`, null when he signed
       * nothing); null without an exit.
       */
      exit: z.nullable(z.extend(statedHosting, { consent: z.unknown() })),
    }),
    refusals: ['hosting_unknown'],
  }),
}
