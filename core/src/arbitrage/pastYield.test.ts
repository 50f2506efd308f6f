import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ONE } from '../money/money.ts'
import { pastYield, type PastDay } from './pastYield.ts'
import { payoutOf } from './sharing.ts'

const usdt = (text: string) => BigInt(Math.round(Number(text) * 100)) * (ONE / 100n)
const day = (pool: string, hosted: string): PastDay => ({ pool: usdt(pool), hosted: usdt(hosted) })
const order = { principal: usdt('1000'), upperPpm: 400n }

const rows: [what: string, days: PastDay[], sum: string][] = [
  ['no day has closed', [], '0'],
  ['a day without a pool pays nothing', [day('0', '5000')], '0'],
  ['a pool that is large enough pays the upper yield', [day('100', '9000')], '0.40'],
  ['a small pool is shared with those who hosted', [day('1', '9000')], '0.10'],
  ['the first host shares it with nobody', [day('0.25', '0')], '0.25'],
  ['days add up', [day('100', '9000'), day('0', '9000'), day('1', '9000')], '0.50'],
]

test.each(rows)('past yields: %s', (_, days, sum) => {
  expect(pastYield(order, days)).toBe(usdt(sum))
})

test('a principal of zero would have been paid nothing', () => {
  expect(pastYield({ principal: 0n, upperPpm: 400n }, [day('100', '0'), day('100', '10')])).toBe(0n)
})

test('a past yield exceeds neither the pools nor the upper yield, and equals what one more order would have got', () => {
  const amount = fc.bigInt({ min: 0n, max: 1_000_000n * ONE })
  const days = fc.array(fc.record({ pool: amount, hosted: amount }), { maxLength: 30 })
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 1n, max: 10_000n }), days, (principal, upperPpm, list) => {
      const sum = pastYield({ principal, upperPpm }, list)
      const each = list.map(({ pool, hosted }) =>
        payoutOf({ principal, upperPpm }, { pool, hosted: hosted + principal }),
      )
      expect(sum).toBe(each.reduce((all, one) => all + one, 0n))
      expect(sum <= list.reduce((all, { pool }) => all + pool, 0n)).toBe(true)
      expect(sum <= (BigInt(list.length) * principal * upperPpm) / 1_000_000n).toBe(true)
    }),
  )
})
