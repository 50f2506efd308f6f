import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { drawn } from '../../../app/drawn.testing.tsx'
import { HostForm } from './HostForm.tsx'
import { PastYield } from './PastYield.tsx'
import { ProductFacts } from './ProductFacts.tsx'

const PRODUCT = {
  mid: 3,
  version: 2,
  title: '7 days',
  period: 7,
  quotaScope: '100 - 5000',
  least: '100',
  most: '5000.5',
  dayYield: '0.00021-0.0004',
  serviceCharge: '0.5',
  money: '321.5',
}
const DAY = { day: '2026-11-06', profit: '1', carried: '0', pool: '10', hosted: '9900', paid: '1', seq: 1 }

test('a product tells its days, range, yield and fee; its form what can be hosted now', async () => {
  expect(await drawn(<ProductFacts product={PRODUCT} />)).toBe(
    [
      '7 days | Period | 7 days | Amount range | 100 – 5,000.50 USDT | Daily yield',
      'Average of the last 30 days, and the most a day can pay | 0.02–0.04% | Fee of an early exit',
      '0.5%',
    ].join(' | '),
  )
  expect(await drawn(<HostForm product={PRODUCT} days={[DAY]} />)).toBe(
    [
      'Amount to host | Available 321.50 USDT | Max | USDT | Number keyboard | 1 | 2 | 3 | 4 | 5 | 6',
      '7 | 8 | 9 | Decimal point | . | 0 | Delete the last digit | The last 30 days',
      'Enter an amount to see what it would have earned in the last 30 days.',
      'Yields are not promised. A day’s yield can be zero. | Hosting now',
    ].join(' | '),
  )
})

test('an amount’s past yield is of the last 30 days, and says on how many nobody was paid', async () => {
  const days = Array.from({ length: 31 }, (_, back) => ({ ...DAY, pool: back % 10 === 0 ? '0' : '10' }))
  const past = (amount: bigint, of: typeof days) =>
    drawn(<PastYield amount={amount} upperPpm={400n} days={of} />)
  expect(await past(100n * ONE, days)).toBe(
    [
      'The last 30 days',
      'Over the last 30 closed days, 100.00 USDT would have earned 1.0800 USDT. On 3 of them there was nothing to share.',
      'Yields are not promised. A day’s yield can be zero.',
    ].join(' | '),
  )
  expect(await past(0n, days)).toBe(
    [
      'The last 30 days | Enter an amount to see what it would have earned in the last 30 days.',
      'Yields are not promised. A day’s yield can be zero.',
    ].join(' | '),
  )
  expect(await past(100n * ONE, [])).toBe(
    [
      'The last 30 days',
      'No day has closed yet, so there is no past to tell of. The first day closes at 00:00 UTC.',
      'Yields are not promised. A day’s yield can be zero.',
    ].join(' | '),
  )
})
