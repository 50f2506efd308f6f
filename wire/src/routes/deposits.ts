import * as z from 'zod/mini'
import { route } from '../call.ts'
import { decimal, page, whole } from '../fields.ts'
import { signature } from '../schemas/promise.ts'
import { transferPage } from '../schemas/transfers.ts'

/** A network for deposits of a currency, and for withdrawals where `isSendable` is true. */
const networkOption = z.object({
  /** Identifies network and currency: network id x 32 + currency id. */
  typeId: z.int(),
  name: z.string(),
  network: z.int(),
  confirmations: z.int(),
  /** Mean time between two blocks. */
  blockSeconds: z.number(),
  /** Maximum number of decimal places of an amount on this network. */
  decimals: z.int(),
  addresses: z.enum(['evm', 'tron']),
  /** The sandbox's own chain: its coins have no value. */
  isTest: z.boolean(),
  /** Whether withdrawals are paid on this network; otherwise it takes deposits only. */
  isSendable: z.boolean(),
  /** Whether crediting and paying are halted: the nodes are unreachable or unreliable, or a reorganisation was too deep. */
  isHalted: z.boolean(),
})

/** The house's signed statement about a deposit address; core's `AddressStatement`. */
const saidAddress = z.object({
  statement: z.object({
    v: z.literal(1),
    kind: z.literal('address'),
    /** The address of the account's wallet. */
    account: z.string(),
    book: z.literal('real'),
    network: z.string(),
    address: z.string(),
    at: z.int(),
  }),
  signature,
  /** Signed note of the log's newest checkpoint. */
  head: z.string(),
})

export const depositRoutes = {
  getextendfCList: route({
    method: 'GET',
    path: '/api/getextendfCList',
    summary:
      'Networks on which a currency (by code) is received, and which of them send it; none for one that only trades and swaps.',
    who: 'user',
    input: z.object({ currency: z.string().check(z.maxLength(16)) }),
    reply: z.object({ list: z.array(networkOption) }),
    refusals: ['currency_unknown'],
  }),
  recharge: route({
    method: 'POST',
    path: '/api/invoke/recharge',
    summary:
      'The own deposit address on a network, with the house’s signed {statement} whose it is; made at the first call and the same ever after.',
    who: 'user',
    input: z.object({ typeId: whole(1, 1_000_000) }),
    reply: z.object({
      /** Content of the QR code; the client draws it. */
      qrText: z.string(),
      address: z.string(),
      /** Path below the extended public key of the network's coin type, for readers who have that key. */
      path: z.string(),
      ...saidAddress.shape,
    }),
    refusals: ['account_has_no_network', 'network_unknown'],
  }),
  getTestMoney: route({
    method: 'POST',
    path: '/api/getTestMoney',
    summary:
      'Sandbox: sends worthless coins of the built-in chain to the own deposit address, in a real transaction there.',
    who: 'user',
    refreshes: ['get_my_recharge_record'],
    rate: 'faucet',
    input: z.object({ typeId: whole(1, 1_000_000) }),
    reply: z.object({ txid: z.string(), money: decimal }),
    refusals: ['account_has_no_network', 'network_unknown', 'network_halted'],
  }),
  get_my_recharge_record: route({
    method: 'GET',
    path: '/api/get_my_recharge_record',
    summary: 'Own deposits, newest first, those that are still waiting for confirmations included.',
    who: 'user',
    inTurn: true,
    input: z.object({ ...page, currencyId: z.optional(whole(1, 31)) }),
    reply: transferPage,
  }),
}
