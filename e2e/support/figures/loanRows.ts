import { DAY_MS } from '@tickmark/core/days'
import { LOAN } from '@tickmark/core/loans/terms'
import type { Answer } from './ask.ts'
import type { Given, Row } from './row.ts'
import { unitsOf, type Write } from './write.ts'

const STRIP = ['getMyLimitOrders', 'getOrderValue'] as const

const usdt = (write: Write, given: string | bigint) => `${write.sum('USDT', given)} USDT`

type Instalment = Answer<'loanOrderList'>['orders'][number]

/** An instalment's line in the schedule: only those ahead have their number in the circle. */
function instalment(write: Write, { number, amount, due, standing, paidAt }: Instalment): string {
  const word = write.say(`loanList:standing.${standing}`)
  const state = standing === 'late' ? write.say('loanList:standing.overdue') : word
  const told = paidAt === null ? word : `${word} · ${write.dateTime(paidAt)}`
  const inCircle = standing === 'ahead' || standing === 'due' ? ` ${number}` : ''
  return `${state}${inCircle} ${usdt(write, amount)} ${told} ${write.utcDay(due)}`
}

/** The box above the schedule. */
function nextEvent({ write, nowMs }: Given, { apply, orders }: Answer<'loanOrderList'>): string[] {
  const next = orders.find((one) => one.status === 0)
  if (!next) return []
  const facts = { amount: usdt(write, next.amount), date: write.utcDay(next.due), number: next.number }
  if (next.standing === 'ahead') {
    const days = (Date.parse(next.due) - Date.parse(dayOf(nowMs))) / DAY_MS
    return [write.say('loanList:next.ahead', { ...facts, count: days })]
  }
  if (next.standing !== 'overdue') throw new Error(`an instalment that is ${next.standing}`)
  // The fee is charged at the end of the third day after the due date.
  const until = write.utcDay(dayOf(Date.parse(next.due) + LOAN.graceDays * DAY_MS))
  const fee = usdt(write, unitsOf(apply.totalAmount) / 20n)
  return [write.say('loanList:next.overdue', facts), write.say('loanList:next.overdueDetail', { until, fee })]
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

async function schedule(given: Given, applyId: string): Promise<string[]> {
  const { ask, write, nowMs } = given
  const answer = await ask('loanOrderList', { applyId })
  const { apply, orders } = answer
  return [
    `${write.figure(apply.totalAmount, { decimals: 2 })} USDT`,
    write.say('loanList:paidOf', { paid: apply.paid, count: apply.instalments }),
    ...nextEvent(given, answer),
    write.say('loanList:today', { date: write.utcDay(dayOf(nowMs)) }),
    ...orders.map((one) => instalment(write, one)),
    `${write.say('loanList:total')} ${usdt(write, apply.totalAmount)}`,
    `${write.say('loanList:count')} ${apply.instalments}`,
    `${write.say('loanList:paid')} ${apply.paid}`,
    `${write.say('loanList:owed')} ${usdt(write, apply.owed)}`,
    `${write.say(`loanList:fee.${apply.lateFee.state}`)} ${write.say('loanList:feeWhen')} ${usdt(write, apply.lateFee.amount)}`,
    `${write.say('loanList:startedAt')} ${write.dateTime(apply.startedAt)}`,
    `${write.say('loanList:termEnds')} ${write.utcDay(apply.termEnds)}`,
  ]
}

const LENT = '1234.57'

export const LOAN_ROWS: readonly Row[] = [
  {
    page: 'loan form',
    book: 0,
    path: ({ loan }) => (loan ? null : '/loan'),
    async open(page, { write }) {
      await page.getByRole('textbox', { name: write.say('loans:field.amount') }).fill(LENT)
      await page
        .locator('label')
        .filter({ hasText: write.say('loans:months', { count: 12 }) })
        .click()
    },
    calls: [...STRIP],
    async figures({ write }) {
      const [least, most] = [LOAN.least, LOAN.most].map((one) => write.brief('USDT', one))
      const part = (unitsOf(LENT) / 12n / LOAN.unit) * LOAN.unit
      const last = unitsOf(LENT) - 11n * part
      const facts = { count: 11, amount: usdt(write, part), last: usdt(write, last) }
      return [
        LENT,
        write.say('loans:field.amountHint', { least: least ?? '', most: most ?? '' }),
        ...LOAN.instalments.map((count) => write.say('loans:months', { count })),
        write.say('loans:parts.last', facts),
      ]
    },
  },
  {
    page: 'loans',
    book: 0,
    path: ({ loan }) => (loan ? '/detail' : null),
    calls: ['loanApplyList', ...STRIP],
    isArab: true,
    async figures({ ask, write }) {
      const { list } = await ask('loanApplyList')
      return list.flatMap((one) => [
        `${write.figure(one.amount, { decimals: 2 })} USDT`,
        `${write.say('loanList:paidOf', { paid: one.paid, count: one.instalments })} ${write.dateTime(one.createdAt)}`,
      ])
    },
  },
  {
    page: 'loan',
    book: 0,
    path: ({ loan }) => loan && `/loandetail/${loan}`,
    calls: ['loanOrderList', ...STRIP],
    isArab: true,
    figures: (given) => schedule(given, given.who.loan ?? ''),
  },
  {
    page: 'repaying a loan',
    book: 0,
    path: ({ loan }) => loan && `/loandetail/${loan}`,
    open: (page, { write }) =>
      page
        .getByRole('button', { name: write.say('loanList:repay.action'), exact: true })
        .first()
        .click(),
    calls: ['loanOrderList', 'getavailableMoneyByCurrency', ...STRIP],
    async figures(given) {
      const { ask, write, who } = given
      const { apply, orders } = await ask('loanOrderList', { applyId: who.loan ?? '' })
      const [next] = orders.filter((one) => one.status === 0)
      if (!next) throw new Error('nothing is owed')
      const rest = unitsOf(apply.owed) - unitsOf(next.amount)
      const { balance } = await ask('getavailableMoneyByCurrency', { currencyName: 'USDT' })
      return [
        ...(await schedule(given, who.loan ?? '')),
        `${write.say('loanList:repay.choice.next', { count: 1 })} ${usdt(write, next.amount)}`,
        `${write.say('loanList:repay.choice.all', { count: apply.instalments - apply.paid })} ${usdt(write, apply.owed)}`,
        `${write.say('loanList:repay.instalments')} ${usdt(write, next.amount)}`,
        `${write.say('loanList:repay.total')} ${usdt(write, next.amount)}`,
        `${write.say('loanList:repay.left')} ${usdt(write, rest)}`,
        `${write.say('loanList:repay.balance')} ${usdt(write, balance)}`,
        ...(unitsOf(balance) < unitsOf(next.amount)
          ? [
              write.say('loanList:repay.missing', {
                missing: usdt(write, unitsOf(next.amount) - unitsOf(balance)),
              }),
            ]
          : []),
        write.say('loanList:repay.pay', { sum: usdt(write, next.amount) }),
      ]
    },
  },
]
