import { expect, test } from 'vitest'
import { CONSENT_LIFE_MS, NO_HEAD } from './consentText.ts'
import { readDelegation, type Delegation } from './delegation.ts'
import { exitConsentText } from './hostingConsent.ts'
import { AHEAD_MOST_MS, judgeConsent } from './judgeConsent.ts'
import { ORIGIN, testOwner, type TestOwner } from './owner.testing.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import {
  readRepaymentText,
  repaymentTermsOf,
  repaymentText,
  type RepaymentConsent,
  type RepaymentTerms,
} from './repaymentConsent.ts'

const NOW_MS = 1_795_219_200_000
const owner = testOwner(1, NOW_MS - 60_000)
const delegation = delegationOf(owner)

const LOAN = '00000000-0000-4000-8000-000000000001'
const terms: RepaymentTerms = { loan: LOAN, first: 2, last: 3, fee: '60', sum: '260' }
const repayment: RepaymentConsent = {
  origin: ORIGIN,
  session: owner.session,
  nonce: NOW_MS,
  at: NOW_MS,
  expires: NOW_MS + CONSENT_LIFE_MS,
  head: NO_HEAD,
  ...terms,
}

function delegationOf({ delegation: { text } }: TestOwner): Delegation {
  const read = readDelegation(text, crypto.sha256)
  if (!read) throw new Error('the owner delegates')
  return read
}

function codeOf(change: Partial<RepaymentConsent>, asked: Partial<RepaymentTerms> = {}, nowMs = NOW_MS) {
  const text = repaymentText({ ...repayment, ...change })
  const judged = judgeConsent({ text, asked: { repay: { ...terms, ...asked } }, delegation, nowMs })
  return judged.ok ? 'ok' : judged.refusal.code
}

test.each<[string, Partial<RepaymentConsent>, number, string]>([
  ['all as it is booked', {}, NOW_MS, 'ok'],
  ['another loan', { loan: LOAN.replace(/1$/, '2') }, NOW_MS, 'consent_other_terms'],
  ['an instalment more before it', { first: 1 }, NOW_MS, 'consent_other_terms'],
  ['an instalment less', { first: 3 }, NOW_MS, 'consent_other_terms'],
  ['an instalment more after it', { last: 4 }, NOW_MS, 'consent_other_terms'],
  ['no late fee', { fee: '0' }, NOW_MS, 'consent_other_terms'],
  ['a unit less', { sum: '259' }, NOW_MS, 'consent_other_terms'],
  ['a unit more', { sum: '261' }, NOW_MS, 'consent_other_terms'],
  ['another site', { origin: 'https://evil.example' }, NOW_MS, 'consent_other_session'],
  ['another key', { session: '0'.repeat(64) }, NOW_MS, 'consent_other_session'],
  ['a life a millisecond too long', { expires: repayment.expires + 1 }, NOW_MS, 'consent_invalid'],
  ['a time 2 s ahead', {}, NOW_MS - AHEAD_MOST_MS, 'ok'],
  ['a time more than 2 s ahead', {}, NOW_MS - AHEAD_MOST_MS - 1, 'consent_time_off'],
  ['its last millisecond', {}, NOW_MS + CONSENT_LIFE_MS, 'ok'],
  ['the millisecond after', {}, NOW_MS + CONSENT_LIFE_MS + 1, 'consent_expired'],
])('a repayment signed with %s is judged correctly', (_, change, nowMs, code) => {
  expect(codeOf(change, {}, nowMs)).toBe(code)
})

test.each<[keyof RepaymentTerms, string | number]>([
  ['loan', LOAN.replace(/1$/, '2')],
  ['first', 1],
  ['last', 4],
  ['fee', '0'],
  ['sum', '261'],
])('a signed repayment covers none with another %s', (name, value) => {
  expect(codeOf({}, { [name]: value })).toBe('consent_other_terms')
})

test('no other signed text is a repayment, and a repayment is no other text', () => {
  const exit = exitConsentText({ ...repayment, order: LOAN, back: '1' })
  const asked = { repay: terms }
  expect(judgeConsent({ text: exit, asked, delegation, nowMs: NOW_MS })).toMatchObject({
    refusal: { code: 'consent_invalid' },
  })
  const text = repaymentText(repayment)
  const other = { exit: LOAN, back: 1n, fee: 0n, spent: 0n }
  expect(judgeConsent({ text, asked: other, delegation, nowMs: NOW_MS })).toMatchObject({
    refusal: { code: 'consent_invalid' },
  })
})

const text = repaymentText(repayment)
const lied = (change: object) => repaymentText({ ...repayment, ...change })

test('a signed repayment reads back', () => {
  expect(text.split('\n')[0]).toBe('tickmark-repayment/1')
  expect(readRepaymentText(text)).toEqual(repayment)
})

test.each<[string, string]>([
  ['another kind', text.replace('repayment/1', 'repayment/2')],
  ['a blank more', text.replace('{', '{ ')],
  ['a field more', text.replace('}', ',"more":1}')],
  ['no first instalment', text.replace('"first":2,', '')],
  ['a loan that is no id', lied({ loan: 'mine' })],
  ['a first instalment below zero', lied({ first: -1 })],
  ['instalments that run back', lied({ first: 4 })],
  ['a first instalment of none', lied({ first: 0 })],
  ['an instalment in words', lied({ last: '3' })],
  ['a fee below zero', lied({ fee: '-60' })],
  ['a sum with a point', lied({ sum: '2.6' })],
  ['a sum as a number', lied({ sum: 260 })],
  ['no time', text.replace(`"at":${NOW_MS},`, '')],
  ['no JSON', 'tickmark-repayment/1\n{'],
])('a text with %s is no repayment', (_, given) => {
  expect(readRepaymentText(given)).toBeNull()
})

test.each<[string, [number, bigint][], Omit<RepaymentTerms, 'loan'>]>([
  ['an instalment', [[2, 100n]], { first: 2, last: 2, fee: '0', sum: '100' }],
  ['the late fee', [[0, 60n]], { first: 0, last: 0, fee: '60', sum: '60' }],
  [
    'both',
    [
      [0, 60n],
      [2, 100n],
      [3, 101n],
    ],
    { first: 2, last: 3, fee: '60', sum: '261' },
  ],
])('who pays %s signs that', (_, payments, expected) => {
  const paid = payments.map(([number, amount]) => ({ number, amount }))
  expect(repaymentTermsOf(LOAN, paid)).toEqual({ loan: LOAN, ...expected })
})
