import { expect, test } from 'vitest'
import {
  addsUp,
  csvOf,
  jsonOf,
  nameOf,
  sumShown,
  type Statement,
  type StatementLine,
} from './statementFile.ts'

const REF = '01932e6a-0000-7000-8000-000000000001'
const ORDER = '01932e6a-0000-7000-8000-000000000002'

const line = (amount: string, balance: string, orderId: string | null = null): StatementLine => ({
  at: Date.UTC(2026, 10, 21, 12),
  cause: orderId ? 'order' : 'deposit',
  amount,
  balance,
  counter: orderId ? 'escrow' : 'external',
  ref: REF,
  orderId,
  order: orderId ? { pair: 'BTC/USDT', direction: 1, outcome: 'lost' } : null,
})

const statement: Statement = {
  address: '0xabc',
  account: 'real',
  balance: 'available',
  currency: 'USDT',
  fromMs: Date.UTC(2026, 10, 15),
  toMs: Date.UTC(2026, 10, 22),
  opening: '10',
  closing: '109.5',
  lines: [line('100', '110'), line('-0.5', '109.5', ORDER)],
}

test('a statement adds up when every line leads from one balance to the next', () => {
  expect(addsUp(statement)).toBe(true)
  expect(addsUp({ opening: '7', closing: '7.00', lines: [] })).toBe(true)
})

const wrong: [string, Partial<Statement>][] = [
  ['the opening balance is another', { opening: '11' }],
  ['the closing balance is another', { closing: '109.50000001' }],
  ['no amounts are amounts', { opening: '–', closing: '–', lines: [] }],
  ['a balance is another', { lines: [line('100', '110.5'), line('-0.5', '109.5')] }],
  ['an amount is none', { lines: [line('100', '110'), line('–', '109.5')] }],
  ['a line is missing', { lines: statement.lines.slice(1) }],
  ['an amount is another', { lines: [line('100.00000001', '110'), line('-0.5', '109.5')] }],
]

test.each(wrong)('it does not add up when %s', (_, change) => {
  expect(addsUp({ ...statement, ...change })).toBe(false)
})

test('lines on screen are judged only when all of them are there', () => {
  const { lines } = statement
  expect(sumShown(true, statement, lines)).toBe('holds')
  expect(sumShown(true, statement, lines.slice(1))).toBe('wrong')
  expect(sumShown(false, statement, lines.slice(1))).toBeNull()
  expect(sumShown(true, null, lines)).toBeNull()
  expect(sumShown(true, statement, [])).toBeNull()
})

test('the table has the opening balance, every line, and the closing balance', () => {
  expect(csvOf(statement).split('\r\n')).toEqual([
    'time,cause,counter_account,amount,balance,currency,reference,order,pair,direction,outcome',
    '2026-11-15T00:00:00.000Z,opening,,,10,USDT,,,,,',
    `2026-11-21T12:00:00.000Z,deposit,external,100,110,USDT,${REF},,,,`,
    `2026-11-21T12:00:00.000Z,order,escrow,-0.5,109.5,USDT,${REF},${ORDER},BTC/USDT,down,`,
    '2026-11-22T00:00:00.000Z,closing,,,109.5,USDT,,,,,',
    '',
  ])
})

test('the line of a settled order has its outcome', () => {
  const lost = { ...line('0', '109.5', ORDER), cause: 'settlement' as const }
  expect(csvOf({ ...statement, lines: [lost] })).toContain(
    `,settlement,escrow,0,109.5,USDT,${REF},${ORDER},BTC/USDT,down,lost\r\n`,
  )
})

test('the JSON form has the same content, and its owner', () => {
  const { fromMs: _from, toMs: _to, lines, ...rest } = statement
  expect(JSON.parse(jsonOf(statement))).toEqual({
    format: 'tickmark-statement/1',
    ...rest,
    from: '2026-11-15T00:00:00.000Z',
    to: '2026-11-22T00:00:00.000Z',
    lines: lines.map(({ at: _at, ...one }) => ({ time: '2026-11-21T12:00:00.000Z', ...one })),
  })
})

test('the file’s name states its content', () => {
  expect(nameOf('USDT', '2026-11-15', '2026-11-21', 'csv')).toBe(
    'tickmark-statement-USDT-2026-11-15-2026-11-21.csv',
  )
})
