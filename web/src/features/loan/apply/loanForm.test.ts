import { LOAN } from '@tickmark/core/loans/terms'
import { formatAmount } from '@tickmark/core/money/money'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY, problems, reduce, summary, type LoanForm } from './loanForm.ts'

const FULL: LoanForm = {
  name: 'Ada Example',
  phone: '491701234567',
  homeAddress: '1 Harbour Street',
  idNumber: 'X1234567',
  amount: '1200',
  instalments: '6',
}
const ALL = { hasIdNumber: false, hasFront: true, hasBack: true }
const NONE = { hasIdNumber: false, hasFront: false, hasBack: false }
const told = (change: Partial<LoanForm>, facts = ALL) =>
  problems(reduce(FULL, change), facts).map((one) => one.problem)

describe('[LOAN-02] the form asks', () => {
  test('for every field, in order', () => {
    expect(problems(EMPTY, NONE).map((one) => one.problem)).toEqual([
      'emptyName',
      'emptyPhone',
      'emptyAddress',
      'emptyIDnumber',
      'emptyAmount',
      'emptyInstallment',
      'emptyIDfront',
      'emptyIDback',
    ])
    expect(told({})).toEqual([])
  })

  test.each<[Partial<LoanForm>, string[]]>([
    [{ name: ' ' }, ['emptyName']],
    [{ phone: '+49 170' }, ['IncorrectTelnumber']],
    [{ phone: '12a' }, ['IncorrectTelnumber']],
    [{ phone: '٠١٢٣٤٥٦٧٨٩' }, []],
    [{ amount: '99.99' }, ['amountOutside']],
    [{ amount: '100' }, []],
    [{ amount: '100.' }, []],
    [{ amount: '50000' }, []],
    [{ amount: '50000.01' }, ['amountOutside']],
    [{ amount: '100.001' }, ['amountOutside']],
    [{ amount: 'much' }, ['amountOutside']],
    [{ instalments: '7' }, ['IncorrectInstallment']],
    [{ instalments: 'six' }, ['IncorrectInstallment']],
    [{ instalments: '12' }, []],
  ])('about %j for %j', (change, expected) => {
    expect(told(change)).toEqual(expected)
  })

  test.each(['phone', 'idNumber'] as const)(
    'for a %s in digits of any script, and keeps Latin ones',
    (place) => {
      for (const typed of ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９', '0123456789'])
        expect(reduce(EMPTY, { [place]: typed })).toEqual({ ...EMPTY, [place]: '0123456789' })
    },
  )

  test('not for an ID number that the draft has', () => {
    expect(told({ idNumber: '' })).toEqual(['emptyIDnumber'])
    expect(told({ idNumber: '' }, { ...ALL, hasIdNumber: true })).toEqual([])
  })
})

test('a complete form has a schedule of the amount, and any other has none', () => {
  const cents = fc.bigInt({ min: 0n, max: 2n * (LOAN.most / LOAN.unit) })
  fc.assert(
    fc.property(cents, fc.constantFrom('6', '12', '7', ''), (amount, instalments) => {
      const form = reduce(FULL, { amount: formatAmount(amount * LOAN.unit), instalments })
      const schedule = summary(form, Date.UTC(2026, 0, 31))
      const isComplete = problems(form, ALL).length === 0
      expect(schedule !== null).toBe(isComplete)
      const sum = schedule?.reduce((all, one) => all + one.amount, 0n)
      expect(sum ?? amount * LOAN.unit).toBe(amount * LOAN.unit)
    }),
  )
})
