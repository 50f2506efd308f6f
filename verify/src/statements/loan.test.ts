import { sealedLoan, walletSignature } from '@tickmark/core/loans/sealed.testing'
import { expect, test } from 'vitest'
import { run } from '../main.ts'

const loan = sealedLoan()
const { borrower } = loan.agreement
const otherTerms = loan.text.replace('interest: none', 'interest: 9 %')
const FILES: Record<string, unknown> = {
  loan,
  tron: sealedLoan({ wallet: 'tron' }),
  answer: { status: 200, message: '', data: { file: loan } },
  unnamed: { ...loan, details: null },
  forged: { ...loan, agreement: { ...loan.agreement, amount: '50000' } },
  resigned: { ...loan, text: otherTerms, signature: walletSignature(1, otherTerms) },
  junk: { format: 'tickmark-loan/9' },
  keys: {},
}
const read = (name: string) => JSON.stringify(FILES[name])

test.each([
  ['loan', 0, /1200 USDT in 12 instalments[^]*2026-12-31 {2}100 USDT[^]*AGREEMENT HOLDS/],
  ['tron', 0, /Borrower T[^]*AGREEMENT HOLDS/],
  ['answer', 0, /AGREEMENT HOLDS/],
  [`loan --owner ${borrower} --site tickmark.example`, 0, /that you named[^]*AGREEMENT HOLDS/],
  ['loan --owner 0x1', 1, /BROKEN {2}It is of another borrower[^]*BROKEN: this file does not show/],
  ['loan --site other.example', 1, /BROKEN {2}It is of another borrower or site/],
  ['unnamed', 3, /NOT SHOWN {2}The personal details[^]*NOT PROVEN/],
  ['forged', 1, /BROKEN {2}The schedule is not[^]*BROKEN {2}The signed text[^]*BROKEN: this file/],
  ['resigned', 1, /BROKEN {2}The signed text[^]*ok {6}The borrower's wallet signed/],
  ['junk', 2, /the loan file is not what it should be/],
  ['loan --keys keys', 2, /Usage/],
  ['loan --log keys', 2, /Usage/],
])('the command on a loan file, %s, ends with %i', (args, code, says) => {
  const outcome = run(args.split(' '), read)
  expect(outcome.text).toMatch(says)
  expect(outcome.code).toBe(code)
})

test('the JSON report has the steps', () => {
  const { text } = run(['loan', '--json'], read)
  expect(JSON.parse(text)).toMatchObject({ verdict: 'holds', readable: true, steps: { length: 7 } })
})
