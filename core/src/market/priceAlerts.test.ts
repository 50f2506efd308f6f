import { formatAmount, MOST, ONE, parseAmount } from '../money/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelOf } from './priceAlerts.ts'

const units = (text: string) => parseAmount(text) ?? 0n
const price = units('3518.22')

test.each([
  ['price', '3600', { value: '3600', level: units('3600'), side: 'above' }],
  ['price', '3518.21999999', { value: '3518.21999999', level: price - 1n, side: 'below' }],
  ['price', '0.00000001', { value: '0.00000001', level: 1n, side: 'below' }],
  ['percent', '5', { value: '+5', level: units('3694.131'), side: 'above' }],
  ['percent', '+5', { value: '+5', level: units('3694.131'), side: 'above' }],
  ['percent', '-2.50', { value: '-2.5', level: units('3430.2645'), side: 'below' }],
  ['percent', '1000', { value: '+1000', level: price * 11n, side: 'above' }],
  ['percent', '-99', { value: '-99', level: price / 100n, side: 'below' }],
  ['percent', '0.00000001', { value: '+0.00000001', level: price + 36n, side: 'above' }],
  ['percent', '-0.00000001', { value: '-0.00000001', level: price - 36n, side: 'below' }],
] as const)('%s %s fires at its level', (kind, value, found) => {
  expect(levelOf(kind, value, price)).toEqual({ ok: true, value: found })
})

test.each([
  ['price', '0', 'alert_value_invalid'],
  ['price', '-1', 'alert_value_invalid'],
  ['price', '+1', 'alert_value_invalid'],
  ['price', '', 'alert_value_invalid'],
  ['price', '1e5', 'alert_value_invalid'],
  ['price', '0.000000001', 'alert_value_invalid'],
  ['price', '99999999999999', 'alert_value_invalid'],
  ['price', '3518.22', 'alert_reached'],
  ['price', '3518.220', 'alert_reached'],
  ['percent', '0', 'alert_value_invalid'],
  ['percent', '-0', 'alert_value_invalid'],
  ['percent', '-99.00000001', 'alert_value_invalid'],
  ['percent', '1000.00000001', 'alert_value_invalid'],
  ['percent', '5 %', 'alert_value_invalid'],
  ['percent', '++5', 'alert_value_invalid'],
] as const)('%s "%s" is refused with its reason', (kind, value, code) => {
  expect(levelOf(kind, value, price)).toEqual({ ok: false, refusal: { code } })
})

test('a level is above nothing and at most the largest amount', () => {
  const invalid = { ok: false, refusal: { code: 'alert_value_invalid' } }
  expect(levelOf('percent', '-99', 100n)).toMatchObject({ value: { level: 1n } })
  expect(levelOf('percent', '-99', 99n)).toEqual(invalid)
  expect(levelOf('price', formatAmount(MOST), 99n)).toMatchObject({ value: { level: MOST } })
  expect(levelOf('price', formatAmount(MOST + 1n), 99n)).toEqual(invalid)
  expect(levelOf('percent', '100', MOST / 2n)).toMatchObject({ value: { level: MOST - 1n } })
  expect(levelOf('percent', '100', MOST / 2n + 1n)).toEqual(invalid)
})

test('a percentage alert fires at the first price that has moved that far, not before', () => {
  const prices = fc.bigInt({ min: 1_000n, max: 10n ** 15n })
  const moves = fc.bigInt({ min: -99n * ONE, max: 1_000n * ONE }).filter((one) => one !== 0n)
  fc.assert(
    fc.property(prices, moves, (now, move) => {
      const text = `${move < 0n ? '-' : ''}${(move < 0n ? -move : move) / ONE}.${String((move < 0n ? -move : move) % ONE).padStart(8, '0')}`
      const found = levelOf('percent', text, now)
      if (!found.ok) return found.refusal.code === 'alert_value_invalid' && now * 1_100n > MOST
      const { level, side } = found.value
      const reaches = (at: bigint) => {
        const change = (at - now) * 100n * ONE
        return move > 0n ? change >= move * now : change <= move * now
      }
      if (side !== (move > 0n ? 'above' : 'below')) return false
      return reaches(level) && !reaches(move > 0n ? level - 1n : level + 1n)
    }),
    { numRuns: 500 },
  )
})
