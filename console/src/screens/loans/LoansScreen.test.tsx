import { expect, test } from 'vitest'
import { askedAt, at, drawnScreen, page } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { csvOf } from '../../kit/csvOf.testing.ts'
import { LENT_CSV } from './LoansScreen.tsx'

const ID = '019a0000-0000-7000-8000-0000000000c1'
const LENT: Reply<'consoleLentLoans'>['list'][number] = {
  id: ID,
  userId: 71,
  amount: '900',
  instalments: 12,
  paid: 5,
  owed: '400.5',
  next: '80.25',
  due: '2026-12-01',
  standing: 'due',
  hasLateFee: false,
}
const FIRST = { pageSize: 50 }

test('applications tell since when they wait, the sum, the instalments, and until when to decide', async () => {
  const one = {
    id: ID,
    amount: '900',
    instalments: 12,
    submittedAt: at('10:00:00'),
    decideBefore: at('18:00:01'),
  }
  const answers = [page('consoleLoans', FIRST, { list: [one], total: 1 })]
  expect(await drawnScreen('/loans', { answers })).toBe(
    [
      'Loans | [Filters] | Show | ● | Under review | Paid out, not repaid | [Under review] | Waits',
      'Application | Amount | Instalments | Lapses at | 2 hr | 019a0000…0000c1 | 900.00 | USDT | 12',
      'Nov 7, 2026 18:00:01 | [Under review] | 1 row',
    ].join(' | '),
  )
})

test('lent loans tell day, standing, borrower, sums, and what is paid', async () => {
  const answers = [
    page('consoleLentLoans', FIRST, { list: [LENT, { ...LENT, id: 'x', hasLateFee: true }], total: 2 }),
  ]
  expect(await drawnScreen('/loans?view=lent', { answers })).toBe(
    [
      'Loans | [Filters] | Show | Under review | ● | Paid out, not repaid | Save as CSV',
      '[Paid out, not repaid] | Due | Standing | Loan | User | Amount | Paid | Next instalment | Owed',
      'Late fee | 2026-12-01 | (caution) | Due | 019a0000…0000c1 | 71 | 900.00 | USDT | 5 of 12 | 80.25',
      'USDT | 400.50 | USDT | – | 2026-12-01 | (caution) | Due | x | 71 | 900.00 | USDT | 5 of 12',
      '80.25 | USDT | 400.50 | USDT | Charged | [Paid out, not repaid] | 2 rows',
    ].join(' | '),
  )
})

test.each([
  ['paid', '(good) | '],
  ['ahead', '(plain) | '],
  ['due', '(caution) | '],
  ['overdue', '(caution) | '],
  ['late', '(wrong) | '],
] as const)('a loan that is %s is told as %s', async (standing, told) => {
  const answers = [page('consoleLentLoans', FIRST, { list: [{ ...LENT, standing }], total: 1 })]
  expect(await drawnScreen('/loans?view=lent', { answers })).toContain(`2026-12-01 | ${told}`)
})

test('nothing to review and nothing lent are told', async () => {
  const none = { list: [], total: 0 }
  const answers = [page('consoleLoans', FIRST, none), page('consoleLentLoans', FIRST, none)]
  expect(await drawnScreen('/loans', { answers })).toBe(
    [
      'Loans | [Filters] | Show | ● | Under review | Paid out, not repaid | No application waits',
      'Applications appear here once their owner has signed the agreement.',
    ].join(' | '),
  )
  expect(await drawnScreen('/loans?view=lent', { answers })).toBe(
    [
      'Loans | [Filters] | Show | Under review | ● | Paid out, not repaid | off | Save as CSV',
      'No loan is running | Loans that were paid out stay here until the last instalment.',
    ].join(' | '),
  )
})

test('each view asks for its list every four seconds, while only a page of it is loaded', async () => {
  expect(await askedAt('/loans')).toEqual(['/api/console/loans {"pageSize":50} 4000'])
  expect(await askedAt('/loans?view=lent')).toEqual(['/api/console/loans/lent {"pageSize":50} 4000'])
})

test('the file of lent loans has their raw values', () => {
  expect(csvOf(LENT_CSV, [LENT])).toEqual([
    'id ; user ; amount ; owed ; next ; due ; standing',
    '019a0000-0000-7000-8000-0000000000c1 ; 71 ; 900 ; 400.5 ; 80.25 ; 2026-12-01 ; due',
  ])
})
