import { expect, test } from 'vitest'
import { answered, asUser, drawn, withHtml } from '../../app/drawn.testing.tsx'

const { TransferPage } = await withHtml(() => import('./TransferPage.tsx'))
const { Hint } = await import('./parts/Hint.tsx')

const page = (path: string) => drawn(<TransferPage />, path)

test('a currency of the real account has three tabs, and one of the simulated account only Swap', async () => {
  asUser(0)
  expect(await page('/business/transfer?coin=NONE')).toBe(
    [
      'Back | There is no such currency | The address names a currency that is not held here',
      'See the wallet',
    ].join(' | '),
  )
  for (const [tab, name] of [
    ['', 'Receive'],
    ['&tab=send', 'Send'],
    ['&tab=swap', 'Swap'],
  ] as const) {
    const [, chosen] = (await page(`/transfer?coin=ETH${tab}`)).split('(chosen) | ')
    expect(chosen?.split(' | ')[0]).toBe(name)
  }
  asUser(1)
  const told = await page('/transfer?coin=ETH')
  expect(told.startsWith('Back | ETH | Ethereum | Simulated account | Records')).toBe(true)
  expect(told).not.toContain('(chosen)')
})

test('a tab has the operators’ hint about it, if there is one', async () => {
  answered('get_text', { type: 15 }, 'About withdrawals.')
  answered('get_text', { type: 8 }, 'About deposits.')
  const hint = (kind: 'deposit' | 'withdrawal' | 'swap') => drawn(<Hint kind={kind} />)
  expect(await hint('deposit')).toBe('Good to know | Good to know | About deposits.')
  expect(await hint('withdrawal')).toBe('Good to know | Good to know | About withdrawals.')
  expect(await hint('swap')).toBe('')
})
