import { expect, test } from 'vitest'
import { parseEntry } from '../log/log.ts'
import { testCrypto } from './nodeCrypto.testing.ts'
import { isConsent, isNote, isRefusal, isStatement, isTicket, parseReceipt } from './receiptShape.ts'
import { playExchange } from './toyExchange.testing.ts'

/** The fields of a receipt and of its entries, by object. */
const FIELDS = {
  'tickmark-receipt/4':
    'checkpoint consents format keys proof segments settlement settlementLog settlementProof ticket ticketLog ticketProof',
  ticket:
    'acceptedAt barrierPpm book chancePpm consent currency direction dueAt duration fee fixingTicks kind marginPpm model order pair pid profit ratePct rule rules stake user v',
  settlement:
    'bid consent entryPrice entrySeq exitPrice exitSeq kind ledger net order outcome payout settledAt ticket v',
  proof: 'batch count index path root signature',
  'model entry': 'at deviations kind rules seq',
  'receipts entry': 'at count first kind last model root seq',
  'rules entry': 'at before from kind rules seq',
  'tick entry': 'at kind prices seq',
  'tickets entry': 'at count first kind last model root seq',
}

test('adding a field to a receipt or to one of its entries requires a new version number', () => {
  const { receipt } = playExchange(testCrypto(5), 40).find((one) => one.statement.outcome === 'closed') ?? {}
  if (!receipt) throw new Error('an order was closed early')
  const fields = (one: object) => Object.keys(one).toSorted().join(' ')
  const entries = receipt.segments.flatMap(({ bodies }) =>
    bodies.map((body) => parseEntry(body) ?? { kind: '' }),
  )
  expect({
    [receipt.format]: fields(receipt),
    ticket: fields(receipt.ticket),
    settlement: fields(receipt.settlement),
    proof: fields(receipt.ticketProof),
    ...Object.fromEntries(entries.map((one) => [`${one.kind} entry`, fields(one)])),
  }).toEqual(FIELDS)
})

test('a receipt’s figures are accepted up to their bounds and no further', () => {
  const { ticket, statement } = playExchange(testCrypto(6), 1)[0] ?? {}
  const LAST = 8_640_000_000_000_000
  const most = '9223372036854775807'
  for (const field of ['barrierPpm', 'chancePpm', 'marginPpm'])
    expect(
      [999_999, 1_000_000].map((ppm) => isTicket({ ...ticket, [field]: ppm })),
      field,
    ).toEqual([true, false])
  for (const at of [LAST, LAST + 1]) {
    expect(isTicket({ ...ticket, acceptedAt: at, dueAt: LAST })).toBe(at === LAST)
    expect(isStatement({ ...statement, settledAt: at })).toBe(at === LAST)
  }
  expect([most, '9223372036854775808'].map((stake) => isTicket({ ...ticket, stake }))).toEqual([true, false])
  expect(['-5', '0', '-0', '5'].map((net) => isStatement({ ...statement, net }))).toEqual([
    true,
    true,
    false,
    true,
  ])
})

test('only the net result of a receipt may be below zero', () => {
  const { ticket, statement } = playExchange(testCrypto(6), 1)[0] ?? {}
  for (const field of ['stake', 'profit', 'fee'])
    expect(
      ['0', '-1'].map((units) => isTicket({ ...ticket, [field]: units })),
      field,
    ).toEqual([true, false])
  for (const field of ['payout', 'entryPrice', 'exitPrice', 'bid'])
    expect(
      ['0', '-1'].map((units) => isStatement({ ...statement, [field]: units })),
      field,
    ).toEqual([true, false])
})

test('a receipt’s texts are accepted from their shortest to their longest length, and no others', () => {
  const { receipt, consents } = playExchange(testCrypto(6), 1)[0] ?? {}
  const { ticket, settlement } = receipt ?? {}
  const order = consents?.order
  const refusal = { v: 1, kind: 'refusal', number: 1, asked: ticket?.order, order: ticket?.order, at: 1 }
  const delegated = (change: object) =>
    isConsent({ ...order, delegation: { ...order?.delegation, ...change } })
  const bounds: [is: (text: string) => boolean, start: string, least: number, most: number][] = [
    [(pair) => isTicket({ ...ticket, pair }), '', 1, 200],
    [(ledger) => isStatement({ ...settlement, ledger }), '', 1, 200],
    [(code) => isRefusal({ ...refusal, consent: 'a'.repeat(64), code }), '', 2, 40],
    [isNote, '', 1, 20_000],
    [(text) => isConsent({ ...order, text }), '', 1, 2_000],
    [(text) => delegated({ text }), '', 1, 2_000],
    [(address) => delegated({ address }), '', 1, 200],
    [(signature) => delegated({ signature }), '0x', 2, 4_000],
    [(body) => parseReceipt({ ...receipt, segments: [{ from: 1, bodies: [body] }] }) !== null, '', 1, 20_000],
  ]
  for (const [is, start, least, most] of bounds) {
    const lengths = [least - 1, least, most, most + 1]
    const read = lengths.map((length) => is(start + 'a'.repeat(length)))
    expect(read, String(is)).toEqual([false, true, true, false])
  }
})
