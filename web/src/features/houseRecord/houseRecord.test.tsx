import { formatOf } from '@tickmark/client/format/format.ts'
import type { RecordFigures, Tally } from '@tickmark/core/record/recordFigures'
import { expect, test } from 'vitest'
import { answered, asUser, drawn } from '../../app/drawn.testing.tsx'
import { HouseRecordPage } from './HouseRecordPage.tsx'

const tally = (given: Partial<Tally> = {}): Tally => ({
  pid: 0,
  duration: 0,
  bin: 0,
  orders: 1_200,
  won: 420,
  lost: 700,
  tied: 30,
  closed: 40,
  void: 10,
  chancePpm: 1_150 * 370_000,
  wonSquare: '280000000000000',
  marginPpm: 1_150 * 41_000,
  resultPpm: -1_150 * 52_000,
  resultSquare: '900000000000000',
  ...given,
})
const REFUSED = {
  orders: 12,
  won: 3,
  lost: 5,
  tied: 1,
  void: 3,
  chancePpm: 4_100_000,
  wonSquare: '2250000000000',
}
const figures = (given: Partial<RecordFigures['real']> = {}): RecordFigures => ({
  real: {
    groups: [
      tally(),
      tally({ pid: 1, orders: 900 }),
      tally({ pid: 2, orders: 300, won: 0, lost: 0, tied: 0 }),
      tally({ duration: 60, orders: 1_000 }),
      tally({ duration: 3_600, orders: 200 }),
    ],
    money: [{ currency: 'USDT', stake: '10000000000000', payout: '9480000000000' }],
    refused: REFUSED,
    ...given,
  },
  simulated: { groups: [], money: [], refused: { ...REFUSED, orders: 0, won: 0, lost: 0, tied: 0, void: 0 } },
  refusals: 19,
  withdrawals: { count: 7, medianMs: 41_000, slowestMs: 312_000 },
})
const DAY = { day: '2026-11-06', seq: 20_114, hash: 'a'.repeat(64) } as never

test('the record of a day tells its orders, margin, money, refusals and withdrawals', async () => {
  asUser(0)
  const record = {
    days: [DAY],
    record: { day: DAY, figures: figures() },
    today: { day: '2026-11-07', asOf: 0, figures: figures({ groups: [] }) },
    waiting: { count: 2, since: new Date(2026, 10, 7, 21, 4).getTime() },
    audited: null,
  }
  answered('getRecord', {}, record)
  expect(await drawn(<HouseRecordPage />)).toBe(
    [
      'Back | The house’s record',
      'What the house did on a day, against what it promised. The figures follow from a public file, and the log has committed to that file.',
      'Day (UTC) | Nov 7, 2026, not yet logged | (chosen) | Nov 6, 2026 | Account | (chosen) | Real',
      'Practice | Settled orders | 1,200 | Won | Promised: 37.0% | 36.5 ± 1.5% | The house’s margin',
      'Promised: 4.1% | 5.2 ± 2.6% | Staked → paid out, USDT | 100,000.00 → 94,800.00 | Closed early',
      '40 | Void | Without a price the stake is returned. | 10 | Won against promised',
      'Share of orders won, by the chance that was promised; the tables below have the figures | 0%',
      '0% | 25% | 25% | 50% | 50% | 75% | 75% | 100% | 100% | Promised chance | Promised chance: 0–100%',
      'Points on the dashed line won exactly as often as promised. Bars reach two standard errors to both sides.',
      'By coin | Coin | Orders | Won | Promised | Margin | BTC | 900 | 36.5 ± 1.5% | 37.0% | 5.2 ± 2.6%',
      'ETH | 300 | — | — | — | By duration | Duration | Orders | Won | Promised | Margin | 1 min',
      '1,000 | 36.5 ± 1.5% | 37.0% | 5.2 ± 2.6% | 1 h | 200 | 36.5 ± 1.5% | 37.0% | 5.2 ± 2.6%',
      '± is one standard error. Orders of one coin that are due in the same second end on one price, so they count as one observation.',
      'Refusals | Signed refusals | Of both accounts, by the log of the day before | 19',
      'Refused orders that would have won | By their promised chances: 4.1 ± 1.5 | 3',
      'Refused orders that would not have won | 6',
      'Refused orders are decided on the logged prices, as if they had been accepted. A house that refuses winners has more of them here than chance gives.',
      'Withdrawals | Paid | 7 | Median time, from promise to paid in the log | 41 sec | Slowest | 5.2 min',
      'Waiting now | The oldest since Nov 7, 2026, 21:04 | 2 | Recompute here | Check without this page',
      'Run with verify.mjs, this command also decides every order again on the logged prices.',
      'node verify.mjs record 2026-11-06 --url https://tickmark.example --full | Copy',
    ].join(' | '),
  )
  const midnight = formatOf('english').dateTime(Date.UTC(2026, 10, 8))
  expect(await drawn(<HouseRecordPage />, '/house-record?day=today')).toBe(
    [
      'Back | The house’s record',
      'What the house did on a day, against what it promised. The figures follow from a public file, and the log has committed to that file.',
      'Day (UTC) | (chosen) | Nov 7, 2026, not yet logged | Nov 6, 2026 | Account | (chosen) | Real',
      'Practice',
      `This day’s record is logged after midnight UTC (${midnight} here). Until then, these figures are only the house’s word.`,
      'No settled orders | No order of this account was settled on this day. | Refusals',
      'Signed refusals | Of both accounts, by the log of the day before | 19',
      'Refused orders that would have won | By their promised chances: 4.1 ± 1.5 | 3',
      'Refused orders that would not have won | 6',
      'Refused orders are decided on the logged prices, as if they had been accepted. A house that refuses winners has more of them here than chance gives.',
      'Withdrawals | Paid | 7 | Median time, from promise to paid in the log | 41 sec | Slowest | 5.2 min',
      'Waiting now | The oldest since Nov 7, 2026, 21:04 | 2',
    ].join(' | '),
  )
  asUser(1)
  expect(await drawn(<HouseRecordPage />)).toBe(
    [
      'Back | The house’s record',
      'What the house did on a day, against what it promised. The figures follow from a public file, and the log has committed to that file.',
      'Day (UTC) | Nov 7, 2026, not yet logged | (chosen) | Nov 6, 2026 | Account | Real | (chosen)',
      'Practice | No settled orders | No order of this account was settled on this day. | Refusals',
      'Signed refusals | Of both accounts, by the log of the day before | 19',
      'Refused orders are decided on the logged prices, as if they had been accepted. A house that refuses winners has more of them here than chance gives.',
      'Withdrawals | Paid | 7 | Median time, from promise to paid in the log | 41 sec | Slowest | 5.2 min',
      'Waiting now | The oldest since Nov 7, 2026, 21:04 | 2 | Recompute here | Check without this page',
      'Run with verify.mjs, this command also decides every order again on the logged prices.',
      'node verify.mjs record 2026-11-06 --url https://tickmark.example --full | Copy',
    ].join(' | '),
  )
})

test('the record tells until when the house says that it audited its books, once the log has that', async () => {
  const time = (hour: number) => new Date(2026, 10, 7, hour, 4).getTime()
  const record = {
    days: [],
    record: null,
    today: { day: '2026-11-07', asOf: 0, figures: figures({ groups: [] }) },
    waiting: { count: 0, since: null },
    audited: {
      seq: 20_114,
      until: time(21),
      whole: time(3),
      owed: [
        { currency: 'BTC', amount: '0.25' },
        { currency: 'USDT', amount: '1204500.5' },
      ],
    },
  }
  answered('getRecord', {}, record)
  expect(await drawn(<HouseRecordPage />)).toContain(
    [
      'Audit of the books | No finding up to | Entry 20,114 of the log | Nov 7, 2026, 21:04',
      'Last full audit | Nov 7, 2026, 03:04 | Owed to users in BTC | 0.25 | Owed to users in USDT',
      '1,204,500.50 | What the house owes users in real accounts, without the stakes of open orders. The proof in the wallet shows each user that his balances are part of these sums.',
      'The house recomputes all balances from what was recorded',
    ].join(' | '),
  )
  answered('getRecord', {}, { ...record, audited: { ...record.audited, owed: [] } })
  expect(await drawn(<HouseRecordPage />)).toMatch(/Last full audit \| [^|]* \| The house recomputes/)
})
