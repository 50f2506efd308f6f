import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../runs.testing.ts'
import { playExchange, type Played } from './toyExchange.testing.ts'
import { chanceOf, crypto, testCrypto } from './nodeCrypto.testing.ts'
import { checkReceipt, type StepName } from './receiptCheck.ts'
import { TAMPERING_NAMES, tamper } from './tamper.testing.ts'

const ROUNDS = runs(1, 1_000)
const nodeCrypto = testCrypto(11)
const played = playExchange(nodeCrypto, 1_000)

function faults(receipt: unknown): StepName[] {
  return checkReceipt(receipt, crypto)
    .steps.filter((one) => !one.ok)
    .map((one) => one.name)
}

function playedWith(outcome: string): Played {
  const found = played.find(
    (one) => one.statement.outcome === outcome && (outcome === 'void' || one.lacks.length === 0),
  )
  if (!found) throw new Error(`no order is ${outcome}`)
  return found
}

/** Judges with fractions instead of levels, independently of the code under test. */
function judgeByFractions({ ticket, entry, exit }: Played): string {
  if (!entry || !exit) return 'void'
  if (ticket.barrierPpm === 0 && exit.price === entry.price) return 'tied'
  const sign = ticket.direction === 'up' ? 1n : -1n
  const moved = sign * (exit.price - entry.price) * 1_000_000n
  return moved > entry.price * BigInt(ticket.barrierPpm) ? 'won' : 'lost'
}

test('1,000 clean receipts of every outcome hold, also read back from a file, except for late entries and missing ticks', () => {
  const outcomes = new Map<string, number>()
  for (const one of played) {
    expect(faults(one.receipt)).toEqual(one.lacks)
    outcomes.set(one.statement.outcome, (outcomes.get(one.statement.outcome) ?? 0) + 1)
    const read = JSON.parse(JSON.stringify(one.receipt)) as unknown
    expect(checkReceipt(read, crypto, nodeCrypto.keys).verdict).toBe(
      one.lacks.length === 0 ? 'holds' : 'not_proven',
    )
  }
  // A house that logs a ticket late or twice could choose among entry prices, or void the order.
  expect(played.filter((one) => one.lacks.includes('ticket_before_entry')).length).toBeGreaterThan(20)
  expect([...outcomes.keys()].toSorted()).toEqual(['closed', 'lost', 'tied', 'void', 'won'])
  expect(Math.min(...outcomes.values())).toBeGreaterThanOrEqual(10)
  const voids = played.filter((one) => one.statement.outcome === 'void')
  expect(voids.some((one) => one.entry === null) && voids.some((one) => one.entry !== null)).toBe(true)
})

test(
  `${ROUNDS * 1_000} random orders: the check, the settlement and judging by fractions agree on every one`,
  () => {
    let orders = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const one of playExchange(testCrypto(100 + round), 1_000)) {
        const { outcome } = one.statement
        const verdict = checkReceipt(one.receipt, crypto)
        expect(verdict.verdict).toBe(one.lacks.length === 0 ? 'holds' : 'not_proven')
        expect(verdict.summary?.outcome).toBe(outcome)
        if (outcome !== 'closed') expect(judgeByFractions(one)).toBe(outcome)
        orders += 1
      }
    }
    expect(orders).toBe(ROUNDS * 1_000)
  },
  runs(180_000, 6 * 3_600_000),
)

test('each of 4,000 random tamperings is detected: bits, drops, swaps, duplicates', () => {
  const random = chanceOf(5)
  const counts: Record<string, number> = {}
  for (let done = 0; done < 4_000;) {
    const one = played[Math.floor(random() * played.length)] as Played
    const kind = TAMPERING_NAMES[done % TAMPERING_NAMES.length] as (typeof TAMPERING_NAMES)[number]
    const changed = tamper(one.receipt, kind, random)
    if (!changed) continue
    const { verdict } = checkReceipt(changed, crypto)
    if (verdict !== 'broken') throw new Error(`${kind} went unnoticed: ${JSON.stringify(changed)}`)
    counts[kind] = (counts[kind] ?? 0) + 1
    done += 1
  }
  expect(Object.values(counts)).toEqual([1_000, 1_000, 1_000, 1_000])
})

test.each([
  0,
  1,
  '',
  'receipt',
  null,
  undefined,
  true,
  [],
  [[]],
  {},
  { format: 'tickmark-receipt/1' },
  () => 1,
  NaN,
])('junk fails at its form: %o', (junk) => {
  expect(checkReceipt(junk, crypto)).toEqual({
    verdict: 'broken',
    steps: [{ name: 'form', ok: false, facts: {} }],
  })
})

test('any input gets a verdict without a throw, also in place of a part', () => {
  const { receipt } = playedWith('won')
  const names = Object.keys(receipt)
  fc.assert(
    fc.property(
      fc.anything({ withSparseArray: true, withNullPrototype: true, withBigInt: true }),
      (value) => {
        expect(checkReceipt(value, crypto).verdict).toBe('broken')
        for (const name of names.filter((one) => receipt[one as keyof typeof receipt] !== value))
          expect(checkReceipt({ ...receipt, [name]: value }, crypto).verdict).toBe('broken')
      },
    ),
    { numRuns: 500 },
  )
})

/** False statements fail the check even when the operator signs them. */
function resigned(change: Partial<Parameters<typeof playExchange>[0]>, outcome: string) {
  const exchange = playExchange({ ...testCrypto(3), ...change }, 60)
  return exchange.find((one) => one.statement.outcome === outcome && one.lacks.length === 0)
}

test('a receipt signed by another key fails only at its signatures, and at its keys when the right ones are known', () => {
  const stranger = testCrypto(12)
  const forged = resigned({ sign: stranger.sign }, 'won')
  expect(faults(forged?.receipt)).toEqual(['ticket_signature', 'receipt_signature', 'checkpoint'])
  const own = resigned({}, 'won')
  const steps = checkReceipt(own?.receipt, crypto, nodeCrypto.keys).steps
  expect(steps.filter((one) => !one.ok).map((one) => one.name)).toEqual(['keys'])
})

test('keys are compared one by one, and not at all when none are given', () => {
  const { receipt } = playedWith('lost')
  expect(checkReceipt(receipt, crypto).steps.map((one) => one.name)).not.toContain('keys')
  expect(checkReceipt(receipt, crypto, { log: nodeCrypto.keys.log }).verdict).toBe('holds')
  expect(checkReceipt(receipt, crypto, { origin: nodeCrypto.keys.origin }).verdict).toBe('holds')
  expect(checkReceipt(receipt, crypto, { receipts: nodeCrypto.keys.log }).verdict).toBe('broken')
  expect(checkReceipt(receipt, crypto, { origin: 'log.sample/tm' }).verdict).toBe('broken')
})

test.each<[string, (one: Played) => unknown, StepName]>([
  [
    'another payout',
    ({ receipt }) => ({ ...receipt, settlement: { ...receipt.settlement, payout: '1' } }),
    'sums',
  ],
  [
    'another winner',
    ({ receipt }) => ({ ...receipt, settlement: { ...receipt.settlement, outcome: 'lost' } }),
    'outcome',
  ],
  [
    'another exit tick',
    ({ receipt }) => ({
      ...receipt,
      settlement: { ...receipt.settlement, exitSeq: receipt.settlement.exitSeq + 1 },
    }),
    'settlement_price',
  ],
  [
    'another entry price',
    ({ receipt }) => ({ ...receipt, settlement: { ...receipt.settlement, entryPrice: '1' } }),
    'entry_price',
  ],
  [
    'another stake',
    ({ receipt }) => ({ ...receipt, ticket: { ...receipt.ticket, stake: '7' } }),
    'ticket_signature',
  ],
  [
    'a due second off the rule',
    ({ receipt }) => ({ ...receipt, ticket: { ...receipt.ticket, dueAt: receipt.ticket.dueAt + 1000 } }),
    'form',
  ],
  ['another coin', ({ receipt }) => ({ ...receipt, ticket: { ...receipt.ticket, pid: 2 } }), 'form'],
  [
    'a rule unknown here',
    ({ receipt }) => ({ ...receipt, ticket: { ...receipt.ticket, rule: 'updown-3' } }),
    'form',
  ],
  [
    'a checkpoint of another size',
    ({ receipt }) => ({ ...receipt, checkpoint: receipt.checkpoint.replace(/\n(\d)/, '\n1$1') }),
    'checkpoint',
  ],
  [
    'a checkpoint of another log',
    ({ receipt }) => ({ ...receipt, checkpoint: receipt.checkpoint.replace('log.example', 'log.sample') }),
    'checkpoint',
  ],
  [
    'another name of the log',
    ({ receipt }) => ({ ...receipt, keys: { ...receipt.keys, origin: 'log.sample/tm' } }),
    'checkpoint',
  ],
  [
    'a subtree too many',
    ({ receipt }) => ({
      ...receipt,
      proof: [...receipt.proof, receipt.keys.log],
    }),
    'entries',
  ],
  [
    'the window without its first entry',
    ({ receipt }) => ({
      ...receipt,
      segments: receipt.segments.with(2, {
        from: receipt.segments[2]?.from ?? 0,
        bodies: receipt.segments[2]?.bodies.slice(1) ?? [],
      }),
    }),
    'entries',
  ],
  [
    'no window',
    ({ receipt }) => ({ ...receipt, segments: receipt.segments.slice(0, 2) }),
    'settlement_price',
  ],
  [
    'a place in the wrong tree',
    ({ receipt }) => ({
      ...receipt,
      ticketLog: { ...receipt.ticketLog, path: [...receipt.ticketLog.path, receipt.keys.log] },
    }),
    'ticket_logged',
  ],
])('%s fails at the right step', (_, change, name) => {
  const won = playedWith('won')
  const one =
    won.receipt.segments.length === 3
      ? won
      : (played.find(
          (p) => p.statement.outcome === 'won' && p.lacks.length === 0 && p.receipt.segments.length === 3,
        ) as Played)
  expect(faults(change(one))).toContain(name)
})

test('a summary has the figures as decimals', () => {
  const one = playedWith('won')
  const summary = checkReceipt(one.receipt, crypto).summary
  expect(summary).toMatchObject({ order: one.ticket.order, outcome: 'won', currency: one.ticket.currency })
  expect(summary?.entryPrice).toMatch(/^\d+(\.\d{1,8})?$/)
  expect(checkReceipt(playedWith('closed').receipt, crypto).summary?.exitPrice).toBeNull()
})
