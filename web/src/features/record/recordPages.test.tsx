import { expect, test } from 'vitest'
import { asUser, asVisitor, atTime, drawn } from '../../app/drawn.testing.tsx'
import { RecordPage } from './RecordPage.tsx'

const chosenAt = async (path: string) => {
  const [, chosen] = (await drawn(<RecordPage />, path)).split('(chosen) | ')
  return chosen?.split(' | ')[0]
}

test('records of the real account are of three kinds, and of the simulated one swaps alone', async () => {
  asUser(0)
  expect([
    await chosenAt('/record'),
    await chosenAt('/record?type=1'),
    await chosenAt('/record?type=2'),
  ]).toEqual(['Deposits', 'Withdrawals', 'Swaps'])
  asUser(1)
  expect(await chosenAt('/record?type=0')).toBe('Swaps')
})

test('records are a user’s own', async () => {
  atTime(new Date(2026, 10, 7, 12).getTime())
  asVisitor()
  expect(await drawn(<RecordPage />)).toBe(
    [
      'Back | Records | Records by type | (chosen) | Swaps | Your wallet',
      'Join with a wallet, or with a practice wallet, to see what you hold here. | Join',
    ].join(' | '),
  )
})
