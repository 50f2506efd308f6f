import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { runs } from '../runs.testing.ts'
import { ONE, parseAmount } from '../money/money.ts'
import { agreementText } from './agreement.ts'
import { dateAfter, dueFromMs, lateFromMs, overdueFromMs, scheduleOf } from './schedule.ts'
import { LOAN, lateFeeOf } from './terms.ts'

afterEach(() => void vi.unstubAllEnvs())

const at = (text: string) => Date.parse(text)
const cents = (text: string) => parseAmount(text) ?? 0n

test.each<[written: string, instalments: number, first: string, last: string]>([
  ['2026-01-31T00:00:00Z', 6, '2026-02-28', '2026-07-31'],
  ['2026-01-31T23:59:59.999Z', 12, '2026-02-28', '2027-01-31'],
  ['2028-01-31T12:00:00Z', 6, '2028-02-29', '2028-07-31'],
  ['2028-02-29T12:00:00Z', 12, '2028-03-31', '2029-02-28'],
  ['2099-12-31T23:59:59.999Z', 6, '2100-01-31', '2100-06-30'],
  ['2026-08-01T00:00:00Z', 6, '2026-09-30', '2027-02-28'],
  ['2026-11-30T23:59:59.999Z', 6, '2026-12-31', '2027-05-31'],
])(
  '[LOAN-10] written at %s, the first of %i instalments is due on %s and the last on %s',
  (written, count, first, last) => {
    const schedule = scheduleOf(1_000n * ONE, count, at(written))
    expect([schedule[0]?.due, schedule.at(-1)?.due, schedule.length]).toEqual([first, last, count])
  },
)

test.each<[amount: string, instalments: number, part: string, last: string]>([
  ['100', 6, '16.66', '16.7'],
  ['100', 12, '8.33', '8.37'],
  ['100.01', 12, '8.33', '8.38'],
  ['50000', 12, '4166.66', '4166.74'],
  ['600', 6, '100', '100'],
  ['49999.99', 6, '8333.33', '8333.34'],
])('%s USDT in %i instalments are parts of %s, the last of %s', (amount, count, part, last) => {
  const schedule = scheduleOf(cents(amount), count, 0)
  expect(schedule.slice(0, -1).every((one) => one.amount === cents(part))).toBe(true)
  expect(schedule.at(-1)?.amount).toBe(cents(last))
})

test.each<[amount: bigint, instalments: number]>([
  [LOAN.least - LOAN.unit, 6],
  [LOAN.most + LOAN.unit, 6],
  [LOAN.least + 1n, 6],
  [LOAN.least, 7],
  [LOAN.least, 0],
])('a loan of %s units in %i instalments has no schedule', (amount, instalments) => {
  expect(() => scheduleOf(amount, instalments, 0)).toThrow(/can be lent/)
})

/** Any amount that can be lent, in cents, biased to the smallest and largest. */
const amount = fc
  .bigInt({ min: LOAN.least / LOAN.unit, max: LOAN.most / LOAN.unit })
  .map((one) => one * LOAN.unit)
interface AnyLoan {
  amount: bigint
  instalments: number
  writtenAtMs: number
}
const DAY_MS = 86_400_000
const loan: fc.Arbitrary<AnyLoan> = fc.record({
  amount,
  instalments: fc.constantFrom(...LOAN.instalments),
  writtenAtMs: fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2200-01-01T00:00:00Z') }),
})

test('any loan’s instalments add up exactly, none is zero, and each is due at a month’s end', () => {
  const rule = fc.property(loan, (one) => {
    expect(breaches(one)).toEqual([])
  })
  fc.assert(rule, { numRuns: runs(2_000, 100_000) })
})

/** The rules that a loan's schedule breaks. */
function breaches({ amount: borrowed, instalments, writtenAtMs }: AnyLoan): string[] {
  const schedule = scheduleOf(borrowed, instalments, writtenAtMs)
  const [part, last] = [schedule[0]?.amount ?? 0n, schedule.at(-1)]
  const written = new Date(writtenAtMs)
  const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
  const more = (last?.amount ?? 0n) - part
  const [ends, lastDue] = [dateAfter(writtenAtMs, instalments), last?.due ?? '']
  const rules: [broken: string, holds: boolean][] = [
    ['adds up', schedule.reduce((sum, one) => sum + one.amount, 0n) === borrowed],
    ['numbers', schedule.every((one, i) => one.number === i + 1) && schedule.length === instalments],
    ['cents', schedule.every((one) => one.amount > 0n && one.amount % LOAN.unit === 0n)],
    ['equal parts', schedule.slice(0, -1).every((one) => one.amount === part)],
    ['remainder', more >= 0n && more < BigInt(instalments) * LOAN.unit],
    ['month ends', schedule.every(({ due }) => new Date(overdueFromMs(due)).getUTCDate() === 1)],
    ['midnight', schedule.every(({ due }) => overdueFromMs(due) % DAY_MS === 0)],
    [
      'months',
      schedule.every((one, i) => monthOf(new Date(dueFromMs(one.due))) === monthOf(written) + i + 1),
    ],
    ['grace', schedule.every(({ due }) => lateFromMs(due) - dueFromMs(due) === 4 * DAY_MS)],
    ['term', ends.slice(0, 7) === lastDue.slice(0, 7)],
    ['end', Number(ends.slice(8)) === Math.min(written.getUTCDate(), Number(lastDue.slice(8)))],
    ['late fee', lateFeeOf(borrowed) * 20n === borrowed],
  ]
  return rules.filter(([, holds]) => !holds).map(([broken]) => broken)
}

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo', 'Asia/Kolkata'])(
  'a process in %s makes the same schedule and the same agreement',
  (zone) => {
    const moments = ['2026-01-31T00:00:00Z', '2026-01-31T23:59:59.999Z', '2028-02-29T11:30:00Z'].map(at)
    const make = () => moments.map((one) => agreementText({ ...facts, writtenAtMs: one }))
    vi.stubEnv('TZ', 'UTC')
    expect(new Date(0).getTimezoneOffset()).toBe(0)
    const expected = make()
    vi.stubEnv('TZ', zone)
    expect(new Date(0).getTimezoneOffset()).not.toBe(0)
    expect(make()).toEqual(expected)
  },
)

const facts = {
  site: 'https://tickmark.example',
  borrower: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  application: '0f8fad5b-d9cb-469f-a165-70867728950e',
  amount: cents('1000.05'),
  instalments: 6,
  writtenAtMs: at('2026-01-31T23:59:59.999Z'),
  details: 'aa'.repeat(32),
  front: 'cc'.repeat(32),
  back: 'dd'.repeat(32),
  drawing: 'bb'.repeat(32),
}

test('the agreement states each fact on its own line, in ASCII', () => {
  expect(agreementText(facts).split('\n')).toEqual([
    'Tickmark loan agreement 1',
    'site: https://tickmark.example',
    'borrower: 0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    'application: 0f8fad5b-d9cb-469f-a165-70867728950e',
    'written: 2026-01-31T23:59:59.999Z',
    'borrowed: 1000.05 USDT',
    'interest: none',
    'term ends: 2026-07-31',
    'instalment 1: 166.67 USDT by 2026-02-28',
    'instalment 2: 166.67 USDT by 2026-03-31',
    'instalment 3: 166.67 USDT by 2026-04-30',
    'instalment 4: 166.67 USDT by 2026-05-31',
    'instalment 5: 166.67 USDT by 2026-06-30',
    'instalment 6: 166.7 USDT by 2026-07-31',
    'late fee: 50.0025 USDT, once, when an instalment is more than 3 days overdue',
    'early repayment: at any time, without cost',
    `details: ${'aa'.repeat(32)}`,
    `photo front: ${'cc'.repeat(32)}`,
    `photo back: ${'dd'.repeat(32)}`,
    `drawn signature: ${'bb'.repeat(32)}`,
  ])
  for (const line of agreementText(facts).split('\n')) expect(line).toMatch(/^[ -~]+$/)
})

test.each<[fact: string, changed: Partial<typeof facts>]>([
  ['site', { site: 'https://tickmark.test' }],
  ['borrower', { borrower: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF' }],
  ['application', { application: '1f8fad5b-d9cb-469f-a165-70867728950e' }],
  ['amount', { amount: cents('1000.06') }],
  ['instalments', { instalments: 12 }],
  ['time', { writtenAtMs: facts.writtenAtMs + 1 }],
  ['details', { details: 'ab'.repeat(32) }],
  ['photo of the front', { front: 'ab'.repeat(32) }],
  ['photo of the back', { back: 'ab'.repeat(32) }],
  ['drawing', { drawing: 'ab'.repeat(32) }],
])('another %s makes another text', (_fact, changed) => {
  expect(agreementText({ ...facts, ...changed })).not.toBe(agreementText(facts))
})
