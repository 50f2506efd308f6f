import { expect, onTestFinished, test } from 'vitest'
import { queries, query } from '../../api/api.ts'
import { asUser, asVisitor, drawn } from '../../app/drawn.testing.tsx'
import { ArbitrageProductPage } from './ArbitrageProductPage.tsx'
import { ArbitrageRecordPage } from './ArbitrageRecordPage.tsx'
import { Own } from './overview/Own.tsx'

test.each([
  ['/arbitrage/record', 'Hosting'],
  ['/arbitrage/record?status=1', 'Hosting'],
  ['/arbitrage/record?status=2', 'Termination'],
  ['/arbitrage/record?status=3', 'Hosting'],
])('at %s the list of hosting orders is %s', async (path, name) => {
  asVisitor()
  const [, chosen] = (await drawn(<ArbitrageRecordPage />, path)).split('(chosen) | ')
  expect(chosen?.split(' | ')[0]).toBe(name)
})

test('a visitor is told that the programme is open to him', async () => {
  asVisitor()
  expect(await drawn(<Own />)).toBe(
    [
      'What you host | Anybody can watch the programme. Hosting needs your wallet.',
      'Join with your own wallet to host money and to see your orders. | Join',
    ].join(' | '),
  )
})

test('an unknown product leads back to the others', async () => {
  asUser(0)
  const queryKey = [...query('getProgramme', {}).queryKey, 0]
  queries.setQueryData(queryKey, { products: [] })
  onTestFinished(() => queries.removeQueries({ queryKey, exact: true }))
  expect(await drawn(<ArbitrageProductPage />, '/arbitrage/product?mid=7')).toBe(
    [
      'Back | Arbitrage product | There is no such product',
      'It is no longer offered, or the link is incomplete. | To the products',
    ].join(' | '),
  )
})
