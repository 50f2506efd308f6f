import * as z from 'zod/mini'
import { route } from '../call.ts'
import { decimal } from '../fields.ts'

export const walletItem = z.object({
  acid: z.int(),
  alias: z.string(),
  name: z.string(),
  picUrl: z.string(),
  colour: z.string(),
  shown: z.int(),
  /** Value in USDT at the index price. */
  zhuanhuan: decimal,
  /** Holdings: available plus what open orders hold. */
  userAccount: decimal,
  available: decimal,
  usdRate: decimal,
})

export const walletRoutes = {
  getMyWalletData: route({
    method: 'GET',
    path: '/api/getMyWalletData',
    summary: 'Own holdings in the book of the request.',
    who: 'user',
    input: z.object({}),
    reply: z.object({
      data: z.object({ listdata: z.array(walletItem), total: decimal, change: decimal, changePpm: z.int() }),
    }),
  }),
  getavailableMoneyByCurrency: route({
    method: 'GET',
    path: '/api/getavailableMoneyByCurrency',
    summary: 'What is free to spend in one currency of the book of the request.',
    who: 'user',
    input: z.object({ currencyName: z.string().check(z.maxLength(16)) }),
    reply: z.object({ balance: decimal }),
    refusals: ['currency_unknown'],
  }),
  resetSimulated: route({
    method: 'POST',
    path: '/api/resetSimulated',
    summary: 'Sets the simulated book back to its opening money. Open simulated orders run on.',
    who: 'user',
    changes: true,
    money: true,
    input: z.object({}),
    reply: z.object({ reset: z.boolean() }),
    refusals: ['key_missing', 'key_invalid', 'key_reused'],
  }),
}
