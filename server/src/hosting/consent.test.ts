import { checkHosting, HOSTING_FORMAT } from '@tickmark/core/arbitrage/hostingPromise'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { ONE } from '@tickmark/core/money/money'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../orders/orders.testing.ts'
import { hostingAnswers } from './routes.ts'
import { openHost, type Host } from './host.testing.ts'
import { openHostingFixture, type HostingFixture } from './hosting.testing.ts'

const START_MS = Date.parse('2027-01-10T12:00:00Z')

let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(START_MS)))
afterAll(() => hosting.close())

/** The verdict over an answer with what its owner signed, but for the head: this house has no log. */
function checked(
  { statement, signature }: Awaited<ReturnType<Host['place']>>,
  consent: SignedConsent,
  { delegation }: Host,
) {
  const keys = { origin: 'toy', log: '0'.repeat(64), receipts: hosting.deps.signer.publicKey }
  const bundle = { ...consent, delegation }
  const file = { format: HOSTING_FORMAT, statement, signature, consent: bundle, head: 'toy\n', keys }
  const { steps } = checkHosting(JSON.parse(JSON.stringify(file)), crypto, { owner: delegation.address })
  return steps.filter((one) => !one.ok).map((one) => one.name)
}

test('a signed order and its signed exit lead from the house’s statements to the owner’s wallet', async () => {
  const one = await openHost(hosting, 1)
  const signed = one.hosts()
  const placed = await one.place(signed)
  expect(placed.orderNumber).toBe(placed.statement.order)
  expect(checked(placed, signed, one)).toEqual(['checkpoint'])
  const other = one.hosts()
  expect(checked(placed, other, one)).toEqual(['consent', 'checkpoint'])
  expect(checked({ ...placed, signature: '0'.repeat(128) }, signed, one)).toContain('answer_signature')
  const ending = one.exits(placed.orderNumber)
  const left = await one.exit(placed.orderNumber, ending)
  expect(checked({ ...placed, ...left }, ending, one)).toEqual(['checkpoint'])
  expect(left.statement).toMatchObject({ kind: 'exit', order: placed.orderNumber, back: '9950000000' })
  expect(await hosting.findings()).toEqual([])
})

test('a text hosts once, whatever key it comes under', async () => {
  const one = await openHost(hosting, 2)
  const signed = one.hosts()
  const codes = await Promise.all([signed, signed, signed].map((text) => codeOf(one.place(text))))
  expect(codes.toSorted()).toEqual(['consent_used', 'consent_used', 'ok'])
  expect(await hosting.hosted(one.userId)).toBe(100n * ONE)
})

test.each<[string, (one: Host) => SignedConsent | undefined, string]>([
  ['no signature', () => undefined, 'consent_missing'],
  ['another principal', (one) => one.hosts({ principal: '1' }), 'consent_other_terms'],
  ['another upper yield', (one) => one.hosts({ upperPpm: 301 }), 'consent_other_terms'],
  ['another fee', (one) => one.hosts({ exitFeePpm: 1 }), 'consent_other_terms'],
  ['the other book', (one) => one.hosts({ book: 'simulated' }), 'consent_other_terms'],
  ['another site', (one) => one.hosts({ origin: 'https://evil.example' }), 'consent_other_session'],
  ['an exit', (one) => one.exits('00000000-0000-4000-8000-000000000001'), 'consent_invalid'],
  [
    'the signature of another text',
    (one) => ({ ...one.hosts(), signature: one.hosts().signature }),
    'consent_invalid',
  ],
  [
    'a time that has run out',
    (one) => one.hosts({ at: START_MS - 6_000, expires: START_MS - 1_000 }),
    'consent_expired',
  ],
])('a session with a key hosts nothing with %s', async (what, consent, code) => {
  const one = await openHost(hosting, what.length + 10)
  expect(await codeOf(one.place(consent(one)))).toBe(code)
  expect(await hosting.hosted(one.userId)).toBe(0n)
})

test('an exit needs its own signature, for no more than it gives back', async () => {
  const one = await openHost(hosting, 5)
  const { orderNumber } = await one.place(one.hosts())
  expect(await codeOf(one.exit(orderNumber))).toBe('consent_missing')
  expect(await codeOf(one.exit(orderNumber, one.exits(orderNumber, { back: String(100n * ONE) })))).toBe(
    'consent_other_terms',
  )
  expect(await codeOf(one.exit(orderNumber, one.hosts()))).toBe('consent_invalid')
  // Another session of the same user, which has no key.
  const keyless = hostingAnswers(hosting.deps).exitHosting({ orderNumber }, hosting.ask(one.userId))
  expect(await codeOf(keyless)).toBe('consent_missing')
  expect(await codeOf(one.exit(orderNumber, one.exits(orderNumber)))).toBe('ok')
  expect(await hosting.findings()).toEqual([])
})
