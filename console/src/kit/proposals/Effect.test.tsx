import { expect, test } from 'vitest'
import { answer, at, drawn } from '../../app/drawn.testing.tsx'
import { aProduct } from '../../screens/programme/aProduct.testing.ts'
import { Effect } from './Effect.tsx'

const answers = [answer('consoleHostingProducts', {}, { list: [aProduct({ mid: 7, title: '30 days' })] })]

test.each([
  ['haltedAt', String(at('09:08:07')), 'Halted since | Nov 7, 2026 09:08:07'],
  ['actsFrom', String(at('09:08:07')), 'Acts at the earliest | Nov 7, 2026 09:08:07'],
  ['halt', 'nodes_disagree', 'Halt | Nodes disagree'],
  ['halt', 'unheard of', 'Halt | unheard of'],
  ['fromAccount', 'bankroll', 'From | Bankroll'],
  ['toAccount', 'fees', 'To | Fees'],
  ['toAccount', 'venue9', 'To | venue9'],
  ['open', 'yes', 'Open for new orders | Yes'],
  ['product', '7', 'Product | 30 days'],
  ['product', '8', 'Product | 8'],
  ['application', '019a-loan', 'Application | → /loans/019a-loan | 019a-loan'],
  ['roles', 'admin, support', 'Roles | Admin, Support'],
  ['marginPpm', '40000', 'marginPpm | 40000'],
])('an effect on %s to %s is told as %j', async (name, value, told) => {
  expect(await drawn(<Effect list={[{ name, value }]} />, { answers })).toBe(told)
})

test('a value that changes stands beside the former one, one that stays does not', async () => {
  const list = [
    { name: 'amount', value: '500', was: '100' },
    { name: 'currency', value: 'BTC', was: 'BTC' },
  ]
  expect(await drawn(<Effect list={list} />)).toBe('Amount | 100 | 500 | Currency | BTC')
})
