import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { decimal, moneyText } from '../../fields.ts'

/** The house's accounts between which its own money moves. */
export const TREASURY_KINDS = ['inventory', 'bankroll', 'lending', 'fees'] as const
/** Where that money may go; fees are only a source. */
export const TREASURY_TARGETS = ['inventory', 'bankroll', 'lending'] as const

/** Payload of `treasury.fund`: moves the house's own money of the real book from one of its accounts to another. */
export const treasuryFund = z.strictObject({
  currencyId: z.int().check(z.gte(1), z.lte(31)),
  from: z.enum(TREASURY_KINDS),
  to: z.enum(TREASURY_TARGETS),
  amount: moneyText,
})

const sum = { currencyId: z.int(), currency: z.string() }

/** Operators' call for the house's money, which moves by proposals of the kind `treasury.fund`. */
export const operatorTreasuryRoutes = {
  consoleTreasury: route({
    method: 'GET',
    path: '/api/console/treasury',
    summary:
      'The house’s money: its accounts, what it owes users, what its addresses and venues hold, and what open orders may win.',
    who: 'operator',
    may: 'see',
    reply: z.object({
      /** The house's accounts, by book, currency and kind. */
      accounts: z.array(
        z.object({
          book: z.enum(['real', 'simulated']),
          ...sum,
          kind: z.string(),
          amount: decimal,
        }),
      ),
      /** Users' money in the real book: available, in withdrawals, hosted, and in the escrow of open orders. */
      owed: z.array(
        z.object({
          ...sum,
          available: decimal,
          hold: decimal,
          hosted: decimal,
          escrow: decimal,
          total: decimal,
        }),
      ),
      /** Balances of our addresses by network: the paying one, and all deposit addresses. */
      held: z.array(z.object({ network: z.string(), ...sum, hot: decimal, deposits: decimal })),
      /** The real book's liabilities on a chain, in all accounts except the venues’, compared with the addresses' balances. */
      cover: z.array(
        z.object({
          ...sum,
          books: decimal,
          venues: decimal,
          chain: decimal,
          /** `chain` less `books`; below zero is a finding of the audit. */
          over: decimal,
        }),
      ),
      /** Total that open orders of the real book may win, its limit, and the bankroll's balance. */
      exposure: z.array(
        z.object({
          ...sum,
          mayWin: decimal,
          most: decimal,
          bankroll: decimal,
        }),
      ),
    }),
  }),
}
