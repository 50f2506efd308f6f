import { expect, test } from 'vitest'
import { type ApplicantFacts, whatBlocksLoan } from './admitApplicant.ts'

const NOW = 1_000
const free: ApplicantFacts = {
  isOpen: true,
  book: 'real',
  hasOpenLoan: false,
  pauses: { breakUntilMs: NOW, excludedUntilMs: NOW },
}
const excluded = { ...free, pauses: { breakUntilMs: 0, excludedUntilMs: NOW + 1 } }
const withLoan = { ...excluded, hasOpenLoan: true }
const practising: ApplicantFacts = { ...withLoan, book: 'simulated' }

test.each([
  ['nothing does', free, null],
  ['he has excluded himself', excluded, { code: 'excluded', untilMs: NOW + 1 }],
  ['he has a loan', withLoan, { code: 'loan_open' }],
  ['he uses the simulated account', practising, { code: 'loan_account_simulated' }],
  ['the house takes none', { ...practising, isOpen: false }, { code: 'loans_closed' }],
] as const)('a user may apply unless %s, which is named before what is above', (_why, facts, block) => {
  expect(whatBlocksLoan(facts, NOW)).toEqual(block)
})
