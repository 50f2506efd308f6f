import type { OwedBalance } from '@tickmark/core/evidence/balancesFile'
import { expect, onTestFinished, test } from 'vitest'
import { queries } from '../../api/api.ts'
import { asUser, asVisitor, atTime, drawn, inLanguage } from '../../app/drawn.testing.tsx'
import { signedBalances } from '../../components/useSignedBalances.ts'
import type { CheckedBalances, OwedInLog } from '../../watch/promises/answers/keepBalancesAnswer.ts'
import { WalletLinks } from '../wallet/WalletLinks.tsx'
import { SignedBalancesPage } from './SignedBalancesPage.tsx'

const UNTIL = Date.UTC(2026, 10, 7, 20, 4)
const usdt = (kind: OwedBalance['kind'], amount: bigint): OwedBalance => {
  return { book: 'real', currency: 'USDT', kind, amount }
}

const signed = (given: Partial<OwedInLog> = {}): OwedInLog => ({
  is: 'signed',
  file: {} as OwedInLog['file'],
  entry: {
    kind: 'audited',
    seq: 20_114,
    at: UNTIL + 130_000,
    size: 20_100,
    until: UNTIL,
    whole: UNTIL,
    balances: '',
    liabilities: [
      { book: 'real', currency: 'BTC', amount: '350000000', root: '' },
      { book: 'real', currency: 'USDT', amount: '120450050000000', root: '' },
      { book: 'simulated', currency: 'USDT', amount: '1000000000000', root: '' },
    ],
  },
  balances: [
    { book: 'real', currency: 'BTC', kind: 'available', amount: 4_000_000n },
    usdt('hosted', 50_000_000_000n),
    usdt('hold', 2_500_000_000n),
    usdt('available', 65_125_000_000n),
  ],
  isKept: false,
  ...given,
})

/** For the rest of the test, this is what the device has found about the user in use. */
function found(data: CheckedBalances): void {
  const { queryKey } = signedBalances()
  queries.setQueryData(queryKey, data)
  onTestFinished(() => queries.removeQueries({ queryKey, exact: true }))
}

const page = () => drawn(<SignedBalancesPage />, '/signed-balances')
const state = async () => (await drawn(<WalletLinks />)).match(/Balance proof \| ([^|]*?)( \||$)/)?.[1]

test('the proof tells the balances of the account in use, what is owed to all, and what it proves', async () => {
  asUser(0)
  atTime(UNTIL + 300_000)
  found(signed())
  expect(await page()).toBe(
    [
      'Back | Balance proof | Signed by the house',
      'Checked on this device: your balances are part of the sums in the public log, and your statement says the same.',
      'The house owes you | USDT, available | 651.25 | USDT, withdrawals on the way | 25.00',
      'USDT, in the arbitrage programme | 500.00 | BTC, available | 0.04',
      `As of | ${timeText()} | Entry in the log | 20,114`,
      'The house owes all users | The sums in the public log. Yours are part of them.',
      'USDT | 1,204,500.50 | BTC | 3.50 | What this proves',
      'The house has said before everybody that it owed you these amounts at that time, and cannot take it back. If it leaves somebody out, or states less than it owes, it has no such proof to show them. Stakes of open orders are not included: your signed tickets promise them. The proof shows what the house owes, not that it has the money.',
      'Save the proof | Check it elsewhere',
      'The file proves the balances of your real and your practice account. Check it with verify.mjs from this house, on any computer with Node 18 or newer, without a network:',
      'node verify.mjs tickmark-balances-2026-11-07.json | Copy',
    ].join(' | '),
  )
})

function timeText(): string {
  const parts = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en', parts).format(UNTIL)
}

test.each<[string, CheckedBalances, RegExp]>([
  ['no audit is logged yet', { is: 'unaudited' }, /\| Not signed yet \| The house logs what it owes after/],
  ['the answer was false', { is: 'false' }, /\| The answer is false \| It does not show what the log says/],
  ['the account held nothing', signed({ balances: [] }), /\| Nothing owed at that time \| This account held/],
  [
    'another book held something',
    signed({ balances: [{ ...usdt('hold', 1n), book: 'simulated' }] }),
    /Nothing owed/,
  ],
])('nothing is shown as signed when %s', async (_, data, text) => {
  asUser(0)
  found(data)
  expect(await page()).toMatch(text)
  expect(await page()).not.toMatch(/Signed by|Save|available/)
})

test('balances that the device has kept are shown as such', async () => {
  asUser(0)
  found(signed({ isKept: true }))
  expect(await page()).toContain('Kept on this device | The newest proof that this device has checked.')
  expect(await page()).toContain('USDT, available | 651.25')
  expect(await page()).not.toContain('Signed by')
})

test.each<[number, Partial<OwedInLog>, string]>([
  [0, {}, 'Signed by the house'],
  [
    1,
    {},
    'No audit for over a day | Checked on this device, but the house’s log tells of no audit since then',
  ],
  [1, { isKept: true }, 'Kept on this device'],
])('%d ms after the last day in which an audit is due, %j says: %s', async (lateMs, given, text) => {
  asUser(0)
  atTime(UNTIL + 86_400_000 + lateMs)
  found(signed(given))
  expect(await page()).toContain(text)
  expect(await page()).toContain('USDT, available | 651.25')
})

test('a visitor is asked to join, and nothing is shown before the first answer', async () => {
  asVisitor()
  expect(await page()).toMatch(/^Back \| Balance proof \| Your wallet \| Join/)
  asUser(0)
  expect(await page()).toBe('Back | Balance proof | Loading | Loading')
})

test.each<[string, CheckedBalances | null, string]>([
  ['is being checked', null, 'Checking'],
  ['is not logged yet', { is: 'unaudited' }, 'Not signed yet'],
  ['was false', { is: 'false' }, 'False answer'],
  ['is signed', signed(), `Signed ${clockText()}`],
  ['is of an account without money', signed({ balances: [] }), `Nothing owed ${clockText()}`],
])('the wallet tells in a few words that the proof %s', async (_, data, text) => {
  asUser(0)
  atTime(UNTIL + 300_000)
  if (data) found(data)
  expect(await state()).toBe(text)
})

test.each<[boolean, string]>([
  [true, `Signed ${timeText()}`],
  [false, 'No audit for over a day'],
])(
  'the wallet tells the day of an old proof that is kept (%s), otherwise that no newer one came',
  async (isKept, text) => {
    asUser(0)
    atTime(UNTIL + 2 * 86_400_000)
    found(signed({ isKept }))
    expect(await state()).toBe(text)
  },
)

function clockText(): string {
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en', parts).format(UNTIL)
}

test('every language has a row for each kind of balance', async () => {
  asUser(0)
  found(signed())
  for (const language of ['japanese', 'korean', 'arab', 'chinese'] as const) {
    await inLanguage(language)
    expect((await page()).match(/USDT\D+\| (651\.25|25\.00|500\.00)/g)).toHaveLength(3)
  }
})
