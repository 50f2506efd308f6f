import * as z from 'zod/mini'
import { route } from '../call.ts'
import { BALANCES } from '../balances.ts'
import { decimal, moneyText, page, uuid, whole } from '../fields.ts'
import type { RefusalCode } from '../refusalCodes.ts'
import { shownEntry } from '../schemas/promise.ts'
import { transferPage } from '../schemas/transfers.ts'

const cashTerms = {
  typeId: whole(1, 1_000_000),
  destination: z.string().check(z.maxLength(128)),
  amount: moneyText,
}
const CASH: readonly RefusalCode[] = [
  'account_has_no_network',
  'network_unknown',
  'network_halted',
  'security_hold',
  'withdrawal_address_invalid',
  'withdrawal_address_wrong_network',
  'withdrawal_address_ours',
  'withdrawal_address_token',
  'amount_invalid',
  'amount_too_precise',
  'amount_too_precise_for_network',
  'amount_below_fee',
  'withdrawal_above_limit',
  'insufficient_funds',
]

export const withdrawalRoutes = {
  checkApply: route({
    method: 'POST',
    path: '/api/checkApply',
    summary:
      'Whether money may leave: yes, or a security hold with its case, reason and end. There is no other answer.',
    who: 'user',
    reply: z.object({ allowed: z.literal(true) }),
    refusals: ['security_hold'],
  }),
  withdrawalIntent: route({
    method: 'POST',
    path: '/api/withdrawalIntent',
    summary:
      'What the owner has to sign for a withdrawal (EIP-712, or a text for Tron wallets), with its fee. Moves nothing.',
    who: 'user',
    input: z.object(cashTerms),
    reply: z.object({
      /** Sealed terms, to pass back to cash_out. */
      intent: z.string(),
      fields: z.record(z.string(), z.string()),
      fee: decimal,
      /** Amount plus fee cap: the sum that leaves the available balance. */
      total: decimal,
      expiresAt: z.int(),
      needsCode: z.boolean(),
      /** Earliest time of the payment when the address is new; null for at once. */
      waitsUntil: z.nullable(z.int()),
      needsApproval: z.boolean(),
    }),
    refusals: CASH,
  }),
  cash_out: route({
    method: 'POST',
    path: '/api/cash_out',
    summary:
      'Asks for a withdrawal that the owner has signed. Amount and fee cap are held when this answers, and the answer has the house’s signed {promise}: JSON of its statement, the signature and the log’s newest checkpoint.',
    who: 'user',
    money: true,
    refreshes: [...BALANCES, 'get_my_cash_out_record'],
    rate: 'withdraw',
    input: z.object({
      ...cashTerms,
      intent: z._default(z.string().check(z.maxLength(2_048)), ''),
      signature: z._default(z.string().check(z.maxLength(4_096)), ''),
      /** Six digits of the authenticator, or a recovery code, when the owner has turned it on. */
      code: z._default(z.string().check(z.maxLength(32)), ''),
    }),
    /** `promise`: JSON of the house's signed promise: `statement`, `signature`, and `head`, the log's newest checkpoint. */
    reply: z.object({ message: z.string(), id: uuid, promise: z.string() }),
    refusals: [
      ...CASH,
      'intent_missing',
      'intent_invalid',
      'intent_expired',
      'intent_used',
      'intent_signature_wrong',
      'code_missing',
      'code_wrong',
    ],
  }),
  cancelWithdrawal: route({
    method: 'POST',
    path: '/api/cancelWithdrawal',
    summary: 'Calls a withdrawal back that is not signed yet; its hold is released when this answers.',
    who: 'user',
    money: true,
    refreshes: [...BALANCES, 'get_my_cash_out_record'],
    input: z.object({ id: uuid }),
    reply: z.object({ cancelled: z.literal(true) }),
    refusals: ['withdrawal_unknown', 'withdrawal_under_way'],
  }),
  get_my_cash_out_record: route({
    method: 'GET',
    path: '/api/get_my_cash_out_record',
    summary: 'Own withdrawals, newest first: 0 pending, 1 success, 2 failed.',
    who: 'user',
    inTurn: true,
    input: z.object({ ...page, currencyId: z.optional(whole(1, 31)) }),
    reply: transferPage,
  }),
  getLoggedEnd: route({
    method: 'GET',
    path: '/api/getLoggedEnd',
    summary:
      'The entry of the public log that tells how a promised withdrawal ended, in the log of its first {size} entries; the last of those entries while none of them does; null for an unknown promise.',
    who: 'anyone',
    input: z.object({
      number: whole(1, Number.MAX_SAFE_INTEGER),
      size: whole(0, Number.MAX_SAFE_INTEGER),
    }),
    reply: z.object({ segment: z.nullable(shownEntry) }),
  }),
}
