import { toyWithdrawalFile } from '@tickmark/core/evidence/toyWithdrawal.testing'
import { CLOSING_FORMAT, type ClosingFile } from '@tickmark/core/receipts/answerShape'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { PROMISE_FORMAT, type PromiseFile } from '@tickmark/core/receipts/promiseShape'
import { playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { expect, test } from 'vitest'
import type { KeptPromise } from '../watch/promises/kept/promiseStore.ts'
import { checkHere } from './checkHere.ts'

const house = testCrypto(5)
const played = playExchange(house, 60)
const { head } = toyWithdrawalFile(house)
const { keys } = house

function one(isClosed: boolean) {
  const found = played.find(
    ({ consents, lacks }) => (consents.close !== null) === isClosed && lacks.length === 0,
  )
  if (!found) throw new Error('the exchange has one')
  return found
}

/** The house's ticket for an order, as this device keeps it. */
function promiseOf({ receipt }: ReturnType<typeof one>, given: Partial<KeptPromise> = {}): KeptPromise {
  const { ticket, ticketProof: proof, consents } = receipt
  const file: PromiseFile = { format: PROMISE_FORMAT, ticket, proof, head, keys, consent: consents.order }
  const kept = {
    order: ticket.order,
    file,
    ticket: receipt.settlement.ticket,
    problem: null,
    keptAtMs: 0,
    owner: '',
  }
  return { ...kept, isLogged: true, isSettled: false, ...given }
}
function closingOf({ receipt }: ReturnType<typeof one>): ClosingFile {
  const { settlement, settlementProof: proof, consents } = receipt
  return { format: CLOSING_FORMAT, settlement, proof, head, keys, consent: consents.close }
}
const OTHER = 'ab'.repeat(32)

test('a receipt of the ticket and the close that this device keeps holds', () => {
  const order = one(true)
  const kept = { promise: promiseOf(order), closing: closingOf(order) }
  const finding = checkHere(order.receipt, keys, kept)
  expect([finding.verdict, finding.promise]).toEqual(['holds', null])
  expect(finding.receipt).toEqual(order.receipt)
  expect(finding.steps.map(({ name }) => name)).toEqual(expect.arrayContaining(['ticket_kept', 'close_kept']))
})

test('one of another ticket or close is broken, and the house’s own answer is the evidence', () => {
  const order = one(true)
  const promise = promiseOf(order, { ticket: OTHER })
  const byTicket = checkHere(order.receipt, keys, { promise, closing: null })
  expect([byTicket.verdict, byTicket.promise]).toEqual(['broken', promise.file])
  const closing = closingOf(order)
  const other = { ...closing, settlement: { ...closing.settlement, payout: '1' } }
  const byClose = checkHere(order.receipt, keys, { promise: null, closing: other })
  expect([byClose.verdict, byClose.promise]).toEqual(['broken', other])
})

test('a promise that is false says nothing about the ticket; an unchecked one is checked by the keys', () => {
  const order = one(false)
  const verdict = (given: Partial<KeptPromise>) =>
    checkHere(order.receipt, keys, { promise: promiseOf(order, { ticket: OTHER, ...given }), closing: null })
      .verdict
  expect(verdict({ problem: 'other_terms' })).toBe('holds')
  expect(verdict({ problem: 'unchecked' })).toBe('broken')
  const file = { ...promiseOf(order).file, keys: { ...keys, receipts: OTHER } }
  expect(verdict({ problem: 'unchecked', file })).toBe('holds')
})

test('a file that is no receipt has none', () => {
  expect(checkHere({ format: 'other' })).toMatchObject({ verdict: 'broken', receipt: null, promise: null })
})
