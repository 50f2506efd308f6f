import { ONE } from '@tickmark/core/money/money'
import { runs } from '@tickmark/core/runs.testing'
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../orders/orders.testing.ts'
import { createCollector } from './collector.ts'
import { answersOf, openLending, type Application, type LendingFixture } from './lending.testing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let lending: LendingFixture
beforeAll(async () => void (lending = await openLending(Date.parse('2027-01-31T23:00:00Z'))))
afterAll(() => lending.close())

type Command =
  | { do: 'wait'; hours: number; houses: number }
  | { do: 'give' | 'spend'; cents: bigint }
  | { do: 'repay'; instalments: number; isStale: boolean }
  | { do: 'repeat' }

const cents = fc.bigInt({ min: 1n, max: 30_000n })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.oneof(fc.integer({ min: 1, max: 96 }), fc.integer({ min: 96, max: 24 * 70 })),
      houses: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('give' as const, 'spend' as const), cents }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('repay' as const),
      instalments: fc.integer({ min: 0, max: 12 }),
      isStale: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const) }) },
)
const history = fc.record({
  amount: fc.bigInt({ min: 10_000n, max: 100_000n }).map((one) => one * (ONE / 100n)),
  instalments: fc.constantFrom(6, 12),
  commands: fc.array(command, { minLength: 5, maxLength: 30, size: 'max' }),
})

/** The same loan by plain sums, as a person with a calendar would keep it. */
interface Ledger {
  has: bigint
  /** The unpaid instalments: due time, amount, and when their late fee was announced. */
  open: { dueMs: number; amount: bigint; warnedMs: number }[]
  fee: bigint
  charged: boolean
}

function ledgerOf({ amount, instalments, writtenAtMs }: Application): Ledger {
  const written = new Date(writtenAtMs)
  const part = (amount / BigInt(instalments) / 1_000_000n) * 1_000_000n
  const open = Array.from({ length: instalments }, (_, i) => ({
    dueMs: Date.UTC(written.getUTCFullYear(), written.getUTCMonth() + i + 2, 1) - DAY_MS,
    amount: i + 1 < instalments ? part : amount - part * BigInt(instalments - 1),
    warnedMs: Infinity,
  }))
  return { has: amount, open, fee: 0n, charged: false }
}

/**
 * Pays the fee and then what is due, while the money lasts. Charges the fee for an instalment due four days ago whose fee was
 * announced a day before; announces it 25 hours before those four days are over.
 */
function collect(ledger: Ledger, borrowed: bigint, nowMs: number): void {
  payDue(ledger, nowMs)
  if (ledger.charged) return
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  const isLate = ledger.open.some(
    ({ dueMs, warnedMs }) => dueMs + 4 * DAY_MS <= nowMs && warnedMs + DAY_MS <= today,
  )
  if (isLate) {
    Object.assign(ledger, { charged: true, fee: borrowed / 20n })
    return payDue(ledger, nowMs)
  }
  for (const one of ledger.open)
    if (one.warnedMs === Infinity && one.dueMs + 4 * DAY_MS - 25 * HOUR_MS <= nowMs) one.warnedMs = nowMs
}

function payDue(ledger: Ledger, nowMs: number): void {
  if (ledger.fee > ledger.has) return
  ledger.has -= ledger.fee
  ledger.fee = 0n
  for (
    let [next] = ledger.open;
    next && next.dueMs <= nowMs && next.amount <= ledger.has;
    [next] = ledger.open
  ) {
    ledger.has -= next.amount
    ledger.open.shift()
  }
}

const owedIn = ({ open, fee }: Ledger) => open.reduce((sum, one) => sum + one.amount, fee)
const text = (sum: bigint) => `${sum / ONE}.${String(sum % ONE).padStart(8, '0')}`

test(
  '[T1] any history of a loan, with restarts and several houses, ends as plain sums with a calendar do',
  async () => {
    const run = async ({
      commands,
      ...terms
    }: {
      amount: bigint
      instalments: number
      commands: Command[]
    }) => {
      const one = await lending.borrower(terms)
      const ledger = ledgerOf(one)
      let last: (() => Promise<unknown>) | null = null
      for (const step of commands) {
        if (step.do === 'repeat') await last?.()
        else if (step.do === 'repay') last = await repay(one, ledger, step)
        else await play(one, ledger, step)
        expect(await stateOf(one)).toEqual({
          has: ledger.has,
          owed: owedIn(ledger),
          paid: terms.instalments - ledger.open.length,
          charged: ledger.charged,
        })
      }
      expect(await lending.findings()).toEqual([])
    }
    await fc.assert(fc.asyncProperty(history, run), { numRuns: runs(12, 400), endOnFailure: true })
  },
  runs(300_000, 6 * HOUR_MS),
)

async function play(
  one: Application,
  ledger: Ledger,
  step: Extract<Command, { do: 'wait' | 'give' | 'spend' }>,
): Promise<void> {
  if (step.do === 'wait') {
    lending.house.clock.advance(step.hours * HOUR_MS)
    const nowMs = lending.house.clock.nowMs()
    const isLookedAt = await isDueForLook(one, nowMs)
    const houses = Array.from({ length: step.houses }, () => lending.another(lending.test.database))
    const collectors = houses.map((house) => createCollector({ ...house, mode: 'sandbox' }))
    await Promise.all(collectors.map((collector) => collector.idle()))
    if (isLookedAt) collect(ledger, one.amount, nowMs)
    return
  }
  const wished = step.cents * (ONE / 100n)
  const sum = step.do === 'give' ? wished : -(wished < ledger.has ? wished : ledger.has)
  await lending.give(one.userId, sum)
  ledger.has += sum
}

/** Whether the house will look now; the interval is a rule of core with its own tests. */
async function isDueForLook({ id }: Application, nowMs: number): Promise<boolean> {
  const { db } = lending.test.database
  const { next_at_ms } = await db
    .selectFrom('loan')
    .select('next_at_ms')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return next_at_ms !== null && next_at_ms <= BigInt(nowMs)
}

/** Repays as the page would; returns the request, which can be sent again. */
async function repay(
  { id, userId }: Application,
  ledger: Ledger,
  { instalments, isStale }: Extract<Command, { do: 'repay' }>,
): Promise<() => Promise<unknown>> {
  const owed = owedIn(ledger)
  const ask = { ...lending.ask(userId), idempotencyKey: randomUUID() }
  const given = { applyId: id, instalments, owed: text(isStale ? owed + 1n : owed) }
  const send = () => answersOf(lending.house).repayLoan(given, ask)
  const sums = ledger.open.slice(0, instalments).map((one) => one.amount)
  const sum = sums.reduce((total, amount) => total + amount, ledger.fee)
  if (owed === 0n) expect(await codeOf(send())).toBe('loan_repaid')
  else if (isStale || sum === 0n) expect(await codeOf(send())).toBe('loan_sum_changed')
  else if (sum > ledger.has) expect(await codeOf(send())).toBe('insufficient_funds')
  else {
    const first = await send()
    ledger.has -= sum
    ledger.open.splice(0, instalments)
    ledger.fee = 0n
    return async () => expect(await send()).toEqual(first)
  }
  return async () => {}
}

async function stateOf({ id, userId }: Application) {
  const { apply } = await answersOf(lending.house).loanOrderList({ applyId: id }, lending.ask(userId))
  const [whole = '0', part = ''] = apply.owed.split('.')
  return {
    has: await lending.has(userId),
    owed: BigInt(whole) * ONE + BigInt(part.padEnd(8, '0')),
    paid: apply.paid,
    charged: apply.lateFee.state !== 'none',
  }
}

test('[T3] two houses collect while borrowers repay: each instalment is paid once', async () => {
  const loans = await Promise.all(Array.from({ length: 40 }, () => lending.borrower({ instalments: 6 })))
  const due = new Date(lending.house.clock.nowMs())
  lending.goTo(new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 2, 0)).toISOString())
  const other = lending.another(lending.test.database)
  const repaid = loans.map(({ id, userId }) =>
    codeOf(answersOf(other).repayLoan({ applyId: id, instalments: 1, owed: '1200' }, lending.ask(userId))),
  )
  const [codes] = await Promise.all([Promise.all(repaid), lending.look(), lending.look(other)])
  expect(new Set([...codes, 'ok', 'loan_sum_changed'])).toEqual(new Set(['ok', 'loan_sum_changed']))
  // Instalments that a request held locked during the look are collected a moment later, if still due.
  await lending.look()
  for (const one of loans) expect(await stateOf(one)).toMatchObject({ has: 1_000n * ONE, paid: 1 })
  expect(await lending.findings()).toEqual([])
})
