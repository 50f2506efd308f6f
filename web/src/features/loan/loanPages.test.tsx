import { expect, test } from 'vitest'
import { answered, asUser, asVisitor, drawn } from '../../app/drawn.testing.tsx'
import { LoanDetailPage } from './LoanDetailPage.tsx'

const [RUNNING, NEW] = [
  '019a0000-0000-7000-8000-0000000000c1',
  '019a0000-0000-7000-8000-0000000000c2',
] as const
const schedule = {
  apply: {
    id: RUNNING,
    totalAmount: '300',
    instalments: 1,
    paid: 0,
    state: 1,
    startedAt: new Date(2026, 10, 23, 9).getTime(),
    termEnds: '2027-02-23',
    lateFee: { amount: '15', state: 'none' as const, at: null, from: Date.parse('2027-02-03T00:00Z') },
    owed: '300',
  },
  orders: [
    {
      number: 1,
      amount: '300',
      due: '2026-12-31',
      status: 0 as const,
      paidAt: null,
      standing: 'ahead' as const,
    },
  ],
}
const first = async (path = '/loandetail') =>
  (await drawn(<LoanDetailPage />, path)).split(' | ').slice(0, 6).join(' | ')

test('a schedule is a user’s own, in the real account, and without a name the newest one', async () => {
  asVisitor()
  expect(await first()).toBe(
    [
      'Back | Loan repayment schedule | Loans are kept with your wallet',
      'Join with your own wallet to see your loans and what is due. | Join',
    ].join(' | '),
  )
  asUser(1)
  expect(await first()).toBe(
    [
      'Back | Loan repayment schedule | Simulated account | Loans are part of the real account',
      'You are in the simulated account, which has no loans. | Switch to the real account',
    ].join(' | '),
  )
  asUser(0)
  const loans = (...list: object[]) => answered('loanApplyList', {}, { list } as never)
  loans()
  expect(await first()).toBe(
    [
      'Back | Loan repayment schedule | There is no such loan here',
      'It is not one of yours, or it was not approved. | To the loan list',
    ].join(' | '),
  )
  answered('loanOrderList', { applyId: RUNNING }, schedule as never)
  loans({ id: NEW, state: 0 }, { id: NEW, state: 2 }, { id: RUNNING, state: 1 })
  expect(await first()).toBe('Back | Loan repayment schedule | Total amount | Active | 300.00 | USDT')
  expect(await first(`/loandetail/${RUNNING}`)).toBe(await first())
  expect(await first('/loandetail/7')).toContain('There is no such loan here')
})
