import { expect, test } from 'vitest'
import { type OrderConsent, orderText, readOrderText } from '../consent/consentText.ts'
import { testOwner } from '../consent/owner.testing.ts'
import { findConsent } from './consentCheck.ts'
import {
  BID,
  closed,
  closedAtMs,
  closedId,
  closing,
  CONSENT_LIES,
  house,
  nodeCrypto,
  ofWon,
  ordering,
  won,
} from './consentLies.testing.ts'
import { retell } from './lie.testing.ts'
import { crypto } from './nodeCrypto.testing.ts'
import { checkReceipt } from './receiptCheck.ts'
import type { Receipt } from './receipts.ts'
import { closeConsent } from './toyConsents.testing.ts'
import { START_MS } from './toyLog.testing.ts'

test.each(CONSENT_LIES)(
  'a house that signs %s gets the right verdict',
  (_, one, change, verdict, missing) => {
    const told = checkReceipt(retell(one, nodeCrypto, change), crypto)
    expect(told.verdict).toBe(verdict)
    const step = told.steps.find((each) => each.name === 'consent')
    expect(step?.facts['missing']).toBe(missing)
    expect(step?.ok).toBe(verdict === 'holds')
    // The owner's consent alone reveals the change, even if other steps would too.
    const others = told.steps.filter((each) => each.name !== 'consent' && !each.ok).map((each) => each.name)
    if (verdict !== 'broken') expect(others).toEqual([])
  },
)

test('a signature with a high s is rejected, although it verifies', () => {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const s = (order - BigInt(`0x${ofWon.signature.slice(64)}`)).toString(16).padStart(64, '0')
  const twin = { ...ofWon, signature: ofWon.signature.slice(0, 64) + s }
  expect(checkReceipt(retell(won, nodeCrypto, ordering(twin)), crypto).verdict).toBe('broken')
})

test('two sessions of one wallet may place and close', () => {
  const { address } = closed.owner.delegation
  const wallets = Array.from({ length: 7 }, (_, i) => testOwner(31_001 + i, START_MS - 30_000))
  const second = wallets.find((one) => one.delegation.address === address)
  if (!second) throw new Error('the wallet is one of those that trade')
  const close = closeConsent(second, closedId, String(BID), closedAtMs)
  const told = checkReceipt(retell(closed, nodeCrypto, closing(BID, close)), crypto)
  expect(told.verdict).toBe('holds')
})

test('a reader who knows the owner detects somebody else’s order', () => {
  const { address } = won.owner.delegation
  const verdictFor = (owner: string) => checkReceipt(won.receipt, crypto, { owner }).verdict
  expect(verdictFor(address)).toBe('holds')
  expect(verdictFor(house.delegation.address)).toBe('broken')
})

test('a reader who knows the site detects a signature for another one', () => {
  const verdictFor = (site: string) => checkReceipt(won.receipt, crypto, { site }).verdict
  const site =
    checkReceipt(won.receipt, crypto).steps.find(({ name }) => name === 'consent')?.facts['site'] ?? ''
  expect(verdictFor(site)).toBe('holds')
  for (const other of [`${site}:8443`, `https://${site}`, 'evil.example', ''])
    expect(verdictFor(other)).toBe('broken')
})

test('the ticket has the signed order, term by term', () => {
  const terms = ['book', 'currency', 'pid', 'pair', 'duration', 'direction', 'barrierPpm', 'ratePct'] as const
  for (const name of [...terms, 'chancePpm', 'marginPpm', 'stake'] as const) {
    const value = won.ticket[name]
    const other = typeof value === 'number' ? value + 1 : name === 'stake' ? '3' : `${value}x`
    const text = orderText({ ...(readOrderText(ofWon.text) as OrderConsent), [name]: other })
    const consent = { ...won.owner.sign(text), delegation: ofWon.delegation }
    const receipt = retell(won, nodeCrypto, ordering(consent)) satisfies Receipt
    expect(findConsent(receipt, crypto)).toEqual({ ok: false, missing: null, owner: '', site: '' })
  }
})
