import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ONE } from '../money/money.ts'
import { readApplication, type TypedApplication } from './application.ts'
import { judgeSimulated, type ReviewFacts } from './review.ts'
import { LOAN } from './terms.ts'

const whole: TypedApplication = {
  name: 'Ann Lee',
  phone: '0815123456',
  address: 'Long Street 1, Riverside',
  idNumber: 'L01X00T47',
  amount: '1000',
  instalments: '6',
}

test.each<[keyof TypedApplication, readonly string[], string]>([
  ['name', ['', '   ', '-', 'Ann\u0007Lee'], 'loan_name_invalid'],
  ['phone', ['', '+49 815', '0815-1', 'phone', '٠٨١٥', '1'.repeat(41)], 'loan_phone_invalid'],
  ['address', ['', ' \t ', '…'], 'loan_address_invalid'],
  ['idNumber', ['', '---'], 'loan_id_number_invalid'],
  ['amount', ['', 'x', '-100', '1e3', '100.001', '0'], 'loan_amount_invalid'],
  ['amount', ['99.99', '50000.01', '9'.repeat(40)], 'loan_amount_outside'],
  ['instalments', ['', '7', '06', '6.0', '0', '13'], 'loan_instalments_invalid'],
])('[LOAN-02] a form with a bad %s is refused', (field, bad, code) => {
  for (const text of bad) {
    expect(readApplication({ ...whole, [field]: text }), text).toEqual({ ok: false, refusal: { code } })
  }
})

test('[LOAN-02] of several faults, the refusal names the first in the form’s order', () => {
  const fields = ['name', 'phone', 'address', 'idNumber', 'amount', 'instalments'] as const
  const codes = ['name', 'phone', 'address', 'id_number', 'amount', 'instalments']
  fc.assert(
    fc.property(fc.subarray([...fields], { minLength: 1 }), (bad) => {
      const typed = { ...whole, ...Object.fromEntries(bad.map((one) => [one, ''])) }
      const first = codes[Math.min(...bad.map((one) => fields.indexOf(one)))]
      expect(readApplication(typed)).toEqual({ ok: false, refusal: { code: `loan_${first}_invalid` } })
    }),
  )
})

test('every amount of whole cents within the terms is accepted, and spaces around a text are trimmed', () => {
  const cents = fc.bigInt({ min: LOAN.least / LOAN.unit, max: LOAN.most / LOAN.unit })
  fc.assert(
    fc.property(cents, fc.constantFrom('6', '12'), (count, instalments) => {
      const amount = count * LOAN.unit
      const typed = `${amount / ONE}.${String((amount % ONE) / LOAN.unit).padStart(2, '0')}`
      expect(
        readApplication({
          ...whole,
          name: '  Ann Lee ',
          amount: ` ${typed}`,
          instalments: `${instalments} `,
        }),
      ).toEqual({
        ok: true,
        value: {
          details: { name: 'Ann Lee', phone: whole.phone, address: whole.address, idNumber: whole.idNumber },
          amount,
          instalments: Number(instalments),
        },
      })
    }),
  )
})

const photo = { side: 300, isOneColour: false }
const good: ReviewFacts = {
  details: { name: 'Li', phone: '1234567', address: 'x', idNumber: 'A1234' },
  front: photo,
  back: photo,
  amount: 100n * ONE,
  pool: 100n * ONE,
}

test.each<[string, Partial<ReviewFacts>, string | null]>([
  ['everything at its least', {}, null],
  [
    'everything at its most',
    { details: { ...good.details, phone: '1'.repeat(15), idNumber: 'A'.repeat(20) } },
    null,
  ],
  ['a name without a letter', { details: { ...good.details, name: '12' } }, 'name'],
  ['a name of one letter', { details: { ...good.details, name: 'L 1' } }, 'name'],
  ['a name in Chinese', { details: { ...good.details, name: '李明' } }, null],
  ['six digits', { details: { ...good.details, phone: '123456' } }, 'phone'],
  ['sixteen digits', { details: { ...good.details, phone: '1'.repeat(16) } }, 'phone'],
  ['a number of four', { details: { ...good.details, idNumber: 'A123' } }, 'idNumber'],
  ['a number of 21', { details: { ...good.details, idNumber: 'A'.repeat(21) } }, 'idNumber'],
  ['a number with a blank', { details: { ...good.details, idNumber: 'A 1234' } }, 'idNumber'],
  ['a small front', { front: { ...photo, side: 299 } }, 'front'],
  ['an empty back', { back: { ...photo, isOneColour: true } }, 'back'],
  ['more than the pool has', { amount: 100n * ONE + 1n }, 'pool'],
  ['two faults', { front: { ...photo, side: 1 }, amount: 101n * ONE }, 'front'],
])('the simulated reviewer finds in %s: %s', (_, change, rule) => {
  expect(judgeSimulated({ ...good, ...change })).toBe(rule)
})
