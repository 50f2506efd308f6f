import { type Caller, moneyKey } from './app.testing.ts'

const QUOTE = { book: '1', type: '0', pid: '1' }
const MINUTE = 110

/** The code of a refused quote, or `open`. */
export async function codeOfQuote(user: Caller): Promise<string> {
  const reply = await user.get('/api/getTimeAccountCurrency', { query: { ...QUOTE, timeId: String(MINUTE) } })
  return reply.body.code ?? 'open'
}

/** Places an order, of 60 s by default; returns its id, or the refusal's code. */
export async function order(user: Caller, timeId = MINUTE): Promise<string> {
  const offers = await user.get('/api/getTimeAccountCurrency', {
    query: { ...QUOTE, timeId: String(timeId) },
  })
  if (offers.body.code) return offers.body.code
  const { ranges } = offers.body.data as { ranges: { id: string }[] }
  const json = { pid: 1, stake: '1', timeId, currencyId: 1, quoteId: ranges[0]?.id, book: 1 }
  const reply = await user.post('/api/createLimitOrder', { json, headers: moneyKey() })
  return reply.body.code ?? (reply.body.data as { orderId: string }).orderId
}
