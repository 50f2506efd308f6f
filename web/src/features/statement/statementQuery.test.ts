import { expect, test } from 'vitest'
import { statementQueryOf, hrefOf, isDay } from './statementQuery.ts'

const NOW = new Date(2026, 10, 21, 15, 30).getTime()
const midnight = (month: number, day: number) => new Date(2026, month - 1, day).getTime()

const spans = [
  ['', '2026-11-15', '2026-11-21', '7'],
  ['?days=1', '2026-11-21', '2026-11-21', '1'],
  ['?days=30', '2026-10-23', '2026-11-21', '30'],
  ['?days=9', '2026-11-15', '2026-11-21', '7'],
  ['?from=2026-11-01&to=2026-11-03', '2026-11-01', '2026-11-03', null],
  ['?from=2026-11-05&to=2026-11-03', '2026-11-03', '2026-11-03', null],
  ['?from=2026-02-30&to=2026-11-03', '2026-11-15', '2026-11-21', '7'],
  ['?from=yesterday&to=2026-11-03', '2026-11-15', '2026-11-21', '7'],
  ['?from=2026-11-01&to=yesterday', '2026-11-15', '2026-11-21', '7'],
  ['?from=2026-11-01', '2026-11-15', '2026-11-21', '7'],
  ['?to=2026-11-03', '2026-11-15', '2026-11-21', '7'],
  ['?from=2026-11-03&to=2026-11-03&days=30', '2026-11-03', '2026-11-03', null],
  ['?from=0002-11-01&to=2026-11-03', '2026-11-15', '2026-11-21', '7'],
] as const

test.each(spans)('the address %j asks for %s to %s', (search, from, to, days) => {
  expect(statementQueryOf(search, NOW)).toMatchObject({ from, to, days })
})

const typed = [
  ['', false],
  ['0002-11-21', false],
  ['0020-11-21', false],
  ['0202-11-21', false],
  ['2026-11-21', true],
  ['2026-11-01', true],
  ['2026-02-28', true],
  ['2026-12-31', true],
  ['2026-02-30', false],
  ['2026-11-00', false],
  ['2026-11-31', false],
  ['2026-00-10', false],
  ['2026-13-01', false],
  ['2026-11-2', false],
  ['2026-11-211', false],
  ['22026-11-21', false],
] as const

test.each(typed)('whether %j is a complete day: %j', (text, isWhole) => {
  expect(isDay(text)).toBe(isWhole)
})

test('a span begins with its first local day and ends with its last', () => {
  const asked = statementQueryOf('?from=2026-11-01&to=2026-11-03', NOW)
  expect([asked.fromMs, asked.toMs]).toEqual([midnight(11, 1), midnight(11, 4)])
  const last = statementQueryOf('?from=2026-12-31&to=2026-12-31', NOW)
  expect([last.fromMs, last.toMs]).toEqual([midnight(12, 31), midnight(13, 1)])
})

test('an unknown currency or balance becomes USDT and the available balance', () => {
  const asked = statementQueryOf('?currency=XYZ&kind=escrow', NOW)
  expect([asked.currency.code, asked.kind]).toEqual(['USDT', 'available'])
})

test('a parsed address is written back as the same query', () => {
  for (const search of [
    '?currency=BTC&kind=hold&days=30',
    '?currency=USDT&kind=hosted&days=1',
    '?currency=ETH&from=2026-11-01&to=2026-11-03',
  ]) {
    const asked = statementQueryOf(search, NOW)
    expect(hrefOf({ ...asked, code: asked.currency.code })).toBe(`/statement${search}`)
  }
})
