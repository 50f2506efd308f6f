import { expect, test } from 'vitest'
import { base64Of, bytesOfBase64 } from '../base64.ts'
import { ONE } from '../money/money.ts'
import { chanceOf, crypto } from '../receipts/nodeCrypto.testing.ts'
import { tamper, TAMPERING_NAMES } from '../receipts/tamper.testing.ts'
import { runs } from '../runs.testing.ts'
import { parseSealed, type SealedLoan } from './sealed.ts'
import { sealedLoan, walletSignature } from './sealed.testing.ts'
import { checkSealed, type SealedStep } from './sealedCheck.ts'

const honest = sealedLoan()
const other = sealedLoan({ number: 2 })
const failed = (given: unknown, ...more: [known?: { owner?: string; site?: string }]) =>
  checkSealed(given, crypto, ...more)
    .steps.filter((one) => !one.ok)
    .map((one) => one.name)

test('every honest agreement holds: both wallets, both terms, smallest and largest amount, any letters', () => {
  const loans = [
    honest,
    sealedLoan({ wallet: 'tron' }),
    sealedLoan({ facts: { amount: 100n * ONE, instalments: 6, writtenAtMs: Date.UTC(2028, 0, 31, 23, 59) } }),
    sealedLoan({ facts: { amount: 50_000n * ONE } }),
    sealedLoan({ facts: { amount: 10_001n * (ONE / 100n) } }),
    sealedLoan({ person: { name: '😀 \ud800', phone: '1', address: '"\\\n', idNumber: 'ليلى' } }),
  ]
  for (const one of loans)
    expect(checkSealed(JSON.parse(JSON.stringify(one)), crypto)).toMatchObject({ verdict: 'holds' })
  expect(
    failed(honest, { owner: honest.agreement.borrower.toLowerCase(), site: 'tickmark.example' }),
  ).toEqual([])
})

test('1,000 of 1,000 changed files are found: bits, drops, swaps, duplicates', () => {
  const random = chanceOf(12)
  const loans = [honest, sealedLoan({ wallet: 'tron', number: 3 }), other]
  for (let done = 0; done < runs(1_000, 20_000);) {
    const one = loans[done % loans.length] as SealedLoan
    const kind = TAMPERING_NAMES[done % TAMPERING_NAMES.length] as (typeof TAMPERING_NAMES)[number]
    const changed = tamper(one, kind, random)
    if (!changed) continue
    const { verdict } = checkSealed(changed, crypto)
    if (verdict !== 'broken') throw new Error(`${kind} went unnoticed: ${JSON.stringify(changed)}`)
    done += 1
  }
})

const withFacts = (facts: Partial<SealedLoan['agreement']>): SealedLoan => ({
  ...honest,
  agreement: { ...honest.agreement, ...facts },
})
const [first, ...rest] = honest.schedule
const part = first as SealedLoan['schedule'][number]
const noPng = bytesOfBase64(honest.drawing)?.map((byte, i) => (i === 0 ? 0x88 : byte))

/** A file with one thing changed, and all the steps that find it. */
test.each<[string, SealedLoan, SealedStep[]]>([
  ['another site', withFacts({ site: 'https://other.example' }), ['text']],
  ['another borrower', withFacts({ borrower: other.agreement.borrower }), ['text', 'signature']],
  ['another application', withFacts({ application: other.agreement.application }), ['text']],
  ['a larger amount', withFacts({ amount: '12000' }), ['schedule', 'text']],
  ['an amount that is not lent', withFacts({ amount: '99' }), ['terms', 'schedule', 'text']],
  ['an amount with parts of a cent', withFacts({ amount: '1200.001' }), ['terms', 'schedule', 'text']],
  ['fewer instalments', withFacts({ instalments: 6 }), ['schedule', 'text']],
  ['an instalment of 7', withFacts({ instalments: 7 }), ['terms', 'schedule', 'text']],
  ['another moment of the same day', withFacts({ writtenAtMs: honest.agreement.writtenAtMs + 1 }), ['text']],
  [
    'another month',
    withFacts({ writtenAtMs: honest.agreement.writtenAtMs + 86_400_000 * 30 }),
    ['schedule', 'text'],
  ],
  ['another due date', { ...honest, schedule: [{ ...part, due: '2026-12-30' }, ...rest] }, ['schedule']],
  ['another instalment', { ...honest, schedule: [{ ...part, amount: '101' }, ...rest] }, ['schedule']],
  ['an instalment less', { ...honest, schedule: [part, ...rest.slice(1)] }, ['schedule']],
  ['another sentence', { ...honest, text: honest.text.replace('none', '5 %') }, ['text', 'signature']],
  [
    'another name',
    { ...honest, details: { ...(honest.details ?? failedToSeal()), name: 'Somebody Else' } },
    ['details'],
  ],
  ['the details of somebody else', { ...honest, details: other.details }, ['details']],
  ['the drawing of somebody else', { ...honest, drawing: other.drawing }, ['drawing']],
  ['a drawing that is no picture', { ...honest, drawing: base64Of(noPng ?? failedToSeal()) }, ['drawing']],
  ['a drawing that is no base64', { ...honest, drawing: '*' }, ['drawing']],
  ['the signature of another loan', { ...honest, signature: other.signature }, ['signature']],
  ['the signature of another kind of wallet', { ...honest, wallet: 'tron' }, ['signature']],
])('a file with %s fails at the step for it', (_, given, steps) => {
  expect(checkSealed(given, crypto).verdict).toBe('broken')
  expect(failed(given)).toEqual(steps)
})

test('a text with other terms is found even when the borrower signed it', () => {
  const text = honest.text.replace('interest: none', 'interest: 5 %')
  expect(failed({ ...honest, text, signature: walletSignature(1, text) })).toEqual(['text'])
})

test('a file that is no sealed agreement fails at its form', () => {
  const more = { ...honest, more: 1 }
  const nested = { ...honest, agreement: { ...honest.agreement, interest: '0' } }
  for (const given of [
    undefined,
    null,
    7,
    'text',
    [],
    {},
    more,
    nested,
    { ...honest, format: 'tickmark-loan/2' },
  ])
    expect(checkSealed(given, crypto)).toEqual({
      verdict: 'broken',
      steps: [{ name: 'form', ok: false }],
      sealed: null,
    })
})

test('every step of the check is told, that for the owner when an owner or site is asked for', () => {
  const steps = ['form', 'terms', 'schedule', 'text', 'details', 'drawing', 'signature']
  const told = (known?: Parameters<typeof checkSealed>[2]) =>
    checkSealed(honest, crypto, known).steps.map((one) => one.name)
  expect(told()).toEqual(steps)
  expect(told({ owner: honest.agreement.borrower })).toEqual([...steps, 'owner'])
  expect(told({ site: 'tickmark.example' })).toEqual([...steps, 'owner'])
})

const withName = (name: string) => ({ ...honest, details: { ...(honest.details ?? failedToSeal()), name } })

test.each<[string, SealedLoan, boolean]>([
  ['a name of 300 letters', withName('n'.repeat(300)), true],
  ['a name of 301 letters', withName('n'.repeat(301)), false],
  ['the last moment that it may name', withFacts({ writtenAtMs: 250_000_000_000_000 }), true],
  ['a moment after it', withFacts({ writtenAtMs: 250_000_000_000_001 }), false],
  ['no moment', withFacts({ writtenAtMs: 0 }), false],
  ['the largest drawing', { ...honest, drawing: 'A'.repeat(8_000_000) }, true],
  ['a larger drawing', { ...honest, drawing: 'A'.repeat(8_000_001) }, false],
  ['an amount with a zero too many', withFacts({ amount: '1200.0' }), false],
])('the form of an agreement: %s', (_, given, isRead) => {
  expect(parseSealed(given) !== null).toBe(isRead)
})

test('a file without the personal details is not proven; one of another owner or site is broken', () => {
  const withheld = { ...honest, details: null }
  expect(checkSealed(withheld, crypto)).toMatchObject({ verdict: 'not_proven' })
  expect(failed(withheld)).toEqual(['details'])
  expect(failed(honest, { owner: other.agreement.borrower })).toEqual(['owner'])
  expect(failed(honest, { site: 'other.example' })).toEqual(['owner'])
  expect(failed(honest, { owner: honest.agreement.borrower })).toEqual([])
  expect(failed(honest, { site: 'tickmark.example' })).toEqual([])
})

function failedToSeal(): never {
  throw new Error('an honest file has its details and a drawing')
}
