import { DEPOSIT_STATES, type DepositState } from '@tickmark/core/wallet/deposits'
import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { decimal, uuid, whole } from '../../fields.ts'
import { keyset } from './people.ts'

export const HALT_REASONS = [
  'starting',
  'not_running',
  'elsewhere',
  'unreachable',
  'nodes_disagree',
  'other_chain',
  'reorganised',
] as const
const stateName = z.enum(Object.keys(DEPOSIT_STATES) as DepositState[])

const userId = whole(1, Number.MAX_SAFE_INTEGER)
const begin = z.string().check(z.trim(), z.regex(/^[0-9A-Za-z]{3,128}$/))

/** Payload of `chain.resume`: the network, and the time of the halt to clear, so that a later halt stays. */
export const chainResume = z.strictObject({ chain: z.int().check(z.gte(1), z.lte(1_000)), haltedAt: z.int() })

const sums = z.array(z.object({ currency: z.string(), amount: decimal }))

/** Operators' calls for networks and deposits. A halt is cleared by a proposal of the kind `chain.resume`. */
export const operatorChainRoutes = {
  consoleChains: route({
    method: 'GET',
    path: '/api/console/chains',
    summary:
      'Every network: its state and lag, since when and why it halts, what our addresses hold, and what waits.',
    who: 'operator',
    may: 'see',
    reply: z.object({
      list: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          /** Reason why crediting and paying are halted; null while both work. */
          halted: z.nullable(z.enum(HALT_REASONS)),
          /** The halt that two operators must clear: its cause and time (ms since 1970). */
          stop: z.nullable(z.object({ because: z.string(), at: z.int() })),
          /** Newest recorded block, and the network's lead over it; null while unknown. */
          head: z.nullable(z.int()),
          lag: z.nullable(z.int()),
          confirmations: z.int(),
          /** The address that pays withdrawals; null until the signer has named it. */
          hot: z.nullable(z.string()),
          /** Balances by our records: the paying address, and all deposit addresses together. */
          hotHolds: sums,
          depositsHold: sums,
          /** Deposits that wait for confirmations. */
          unconfirmed: z.int(),
        }),
      ),
    }),
  }),
  consoleDeposits: route({
    method: 'GET',
    reads: { subject: 'user', field: 'userId' },
    path: '/api/console/deposits',
    summary: 'Deposits, the newest first; those of user 0 are the house’s own.',
    who: 'operator',
    may: 'seeUsers',
    input: z.object({
      ...keyset,
      state: z.optional(stateName),
      chain: z.optional(whole(1, 1_000)),
      currencyId: z.optional(whole(1, 31)),
      /** Prefix of a deposit address or a transaction's hash. */
      begins: z.optional(begin),
      userId: z.optional(z.union([z.literal('house'), userId])),
    }),
    reply: z.object({
      list: z.array(
        z.object({
          id: uuid,
          /** Null for the house's own. */
          userId: z.nullable(z.int()),
          network: z.string(),
          currency: z.string(),
          amount: decimal,
          /** Credited amount; null until it is credited. */
          posted: z.nullable(decimal),
          address: z.string(),
          txid: z.string(),
          block: z.int(),
          confirmations: z.int(),
          needed: z.int(),
          state: stateName,
          /** Ms since 1970. */
          seenAt: z.int(),
          creditedAt: z.nullable(z.int()),
        }),
      ),
      next: z.nullable(z.string()),
    }),
  }),
}
