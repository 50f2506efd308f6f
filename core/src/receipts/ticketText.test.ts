import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticketBody, type Ticket } from './receipts.ts'
import { ticketText } from './ticketText.ts'

/** Printable ASCII without the two characters that JSON escapes. */
const text = fc
  .array(
    fc.integer({ min: 0x20, max: 0x7e }).filter((code) => code !== 0x22 && code !== 0x5c),
    { maxLength: 80 },
  )
  .map((codes) => String.fromCharCode(...codes))
const number = fc.oneof(fc.nat(), fc.maxSafeInteger())

const ticket: fc.Arbitrary<Ticket> = fc.record({
  v: fc.constant(1 as const),
  kind: fc.constant('ticket' as const),
  rule: text,
  order: text,
  user: text,
  book: fc.constantFrom('real' as const, 'simulated' as const),
  currency: text,
  pid: number,
  pair: text,
  duration: number,
  fixingTicks: number,
  direction: fc.constantFrom('up' as const, 'down' as const),
  barrierPpm: number,
  ratePct: number,
  chancePpm: number,
  marginPpm: number,
  stake: text,
  profit: text,
  fee: text,
  acceptedAt: number,
  dueAt: number,
  model: number,
  rules: number,
  consent: text,
})

test('the hand-written text equals the canonical one', () => {
  const check = (one: Ticket) => {
    expect(ticketText(one)).toBe(ticketBody(one))
  }
  fc.assert(fc.property(ticket, check), { numRuns: 2_000 })
})

test('a ticket that needs an escape or has a fraction is never written', () => {
  const check = (one: Ticket) => {
    for (const odd of ['"', '\\', '\n', 'é', '\u{1f600}']) {
      for (const field of ['rule', 'order', 'user', 'currency', 'pair', 'stake', 'consent'] as const) {
        expect(() => ticketText({ ...one, [field]: one[field] + odd })).toThrow()
      }
    }
    for (const odd of [0.5, Number.NaN, 2 ** 53, Infinity, -0]) {
      for (const field of ['pid', 'acceptedAt', 'dueAt', 'model', 'rules', 'barrierPpm'] as const) {
        expect(() => ticketText({ ...one, [field]: odd })).toThrow()
      }
    }
  }
  fc.assert(fc.property(ticket, check), { numRuns: 20 })
})
