import {
  STUCK_MS,
  SILENCE_MS,
  WITHDRAWAL_STATES,
  type WithdrawalState,
} from '@tickmark/core/wallet/withdrawals'
import type { ReplyOf } from '@tickmark/wire/call'
import { operatorOverviewRoutes, type QueueName } from '@tickmark/wire/routes/operators/overview'
import { operatorWithdrawalRoutes } from '@tickmark/wire/routes/operators/withdrawals'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newUser, setServer } from '../../app/app.testing.ts'
import { operatorCaller, type OperatorCaller } from '../../app/operatorCaller.testing.ts'
import { movableClock } from '../../platform/clock.testing.ts'

const clock = movableClock()
const server = setServer({ clock, env: { CONTENT: 'none' } })
const db = () => server.database.database.db
/** No network of this server has the number. */
const CHAIN = 999
let ann: OperatorCaller

beforeAll(async () => {
  await newUser(() => server.url, 871)
  await newUser(() => server.url, 872)
  ann = await operatorCaller(server, { roles: ['treasurer'] })
})

/** A withdrawal that reached this state a moment ago. */
async function withdrawal(userId: number, upTo: WithdrawalState, given: object = {}): Promise<string> {
  const nowMs = BigInt(clock.nowMs())
  const id = randomUUID()
  const terms = {
    id,
    user_id: BigInt(userId),
    chain: CHAIN,
    currency: 1,
    amount: 5n,
    fee_cap: 1n,
    gas_currency: 3,
    gas_price: 1n,
  }
  const signed = {
    gas_cap: '1',
    destination: '0xa',
    account: '0xb',
    wallet_type: 1,
    intent: '{}',
    nonce: randomUUID(),
    signature: '0x',
  }
  const times = { requested_at: nowMs, address_from: nowMs, state_at: nowMs, needs_approval: false, ...given }
  const last = WITHDRAWAL_STATES[upTo]
  await db()
    .insertInto('withdrawal')
    .values({ ...terms, ...signed, ...times, state: Math.min(last, 2) })
    .execute()
  for (let state = 3; state <= last; state++)
    await db().updateTable('withdrawal').set({ state }).where('id', '=', id).execute()
  return id
}

async function queue(wanted: QueueName) {
  // The house is polled once in two seconds.
  clock.advance(2_100)
  const { body } = await ann.get(operatorOverviewRoutes.consoleQueues.path)
  const { queues } = body.data as ReplyOf<typeof operatorOverviewRoutes.consoleQueues>
  return queues.find(({ name }) => name === wanted)
}

async function shown(view: 'stuck' | 'waiting' | 'overdue'): Promise<string[]> {
  const { body } = await ann.get(operatorWithdrawalRoutes.consoleWithdrawals.path, { query: { view } })
  return (body.data as ReplyOf<typeof operatorWithdrawalRoutes.consoleWithdrawals>).list.map(({ id }) => id)
}

/** The case of the hold that operators see with a withdrawal; null without one. */
async function holdShownWith(id: string): Promise<string | null> {
  const { body } = await ann.get(operatorWithdrawalRoutes.consoleWithdrawal.path, { query: { id } })
  const { hold } = body.data as ReplyOf<typeof operatorWithdrawalRoutes.consoleWithdrawal>
  return hold && hold.caseId
}

/** Ends a withdrawal as the worker would. */
function end(id: string): Promise<unknown> {
  return db()
    .updateTable('withdrawal')
    .set({ state: WITHDRAWAL_STATES.cancelled })
    .where('id', '=', id)
    .execute()
}

test.each<WithdrawalState>(['approved', 'built', 'signed', 'broadcast'])(
  'a withdrawal that stays %s is stuck after ten minutes, since it came so far',
  async (state) => {
    const id = await withdrawal(1, state)
    const atMs = clock.nowMs()
    clock.advance(STUCK_MS - 10_000)
    expect(await queue('withdrawalsStuck')).toMatchObject({ waiting: 0, oldestAt: null })
    expect(await shown('stuck')).toEqual([])
    clock.advance(10_000)
    const found = await queue('withdrawalsStuck')
    expect(found?.waiting).toBe(1)
    expect(Math.abs((found?.oldestAt ?? 0) - atMs)).toBeLessThan(5_000)
    expect(await shown('stuck')).toEqual([id])
    await db()
      .updateTable('withdrawal')
      .set({ state: state === 'approved' || state === 'built' ? 7 : 9 })
      .where('id', '=', id)
      .execute()
    expect(await shown('stuck')).toEqual([])
  },
)

test('a request that waits for operators is not stuck, nor is one that waits for its new address', async () => {
  const asked = await withdrawal(1, 'requested', { needs_approval: true })
  const later = BigInt(clock.nowMs() + SILENCE_MS)
  const held = await withdrawal(1, 'held_new_address', { address_from: later })
  clock.advance(STUCK_MS + 2_000)
  expect(await queue('withdrawalsStuck')).toMatchObject({ waiting: 0 })
  expect(await queue('withdrawals')).toMatchObject({ waiting: 1 })
  expect(await shown('waiting')).toEqual([asked])
  await end(asked)
  await end(held)
})

test('a user under a security hold is in the queue of holds, and his payments wait without being stuck', async () => {
  expect(await queue('securityHolds')).toMatchObject({ waiting: 0, oldestAt: null })
  const ben = await operatorCaller(server, { roles: ['treasurer'] })
  const id = await withdrawal(2, 'approved')
  const atMs = clock.nowMs()
  const json = { userId: 2, caseId: 'case 7', reason: 'owner_asked', until: atMs + 3_600_000 }
  const propose = (by: OperatorCaller) => by.post(operatorWithdrawalRoutes.consoleProposeHold.path, { json })
  expect((await propose(ann)).body.data).toEqual({ isInForce: false })
  expect(await queue('securityHolds')).toMatchObject({ waiting: 1 })
  expect((await propose(ben)).body.data).toEqual({ isInForce: true })
  clock.advance(STUCK_MS + 2_000)
  const holds = await queue('securityHolds')
  expect(holds?.waiting).toBe(1)
  expect(Math.abs((holds?.oldestAt ?? 0) - atMs)).toBeLessThan(5_000)
  expect(await queue('withdrawalsStuck')).toMatchObject({ waiting: 0 })
  const ofAnother = await withdrawal(1, 'approved')
  expect([await holdShownWith(id), await holdShownWith(ofAnother)]).toEqual(['case 7', null])
  await end(ofAnother)
  // The operators' sessions outlast the hold because they are used meanwhile.
  for (let i = 0; i < 3; i++) {
    clock.advance(20 * 60_000)
    await queue('securityHolds')
  }
  expect(await queue('securityHolds')).toMatchObject({ waiting: 0, oldestAt: null })
  expect(await queue('withdrawalsStuck')).toMatchObject({ waiting: 1 })
  expect(await shown('stuck')).toEqual([id])
  // What has ended stays in the list.
  const { body } = await ann.get(operatorWithdrawalRoutes.consoleHolds.path)
  expect(body.data).toMatchObject({ list: [{ caseId: 'case 7', isInForce: false }] })
})

/** The house's promise of a withdrawal; only its time matters here. */
async function promised(withdrawalId: string, dueMs: number): Promise<void> {
  const { rows } = await sql<{ next: bigint }>`
    select coalesce(max(number), 0) + 1 as next from withdrawal_promise`.execute(db())
  await db()
    .insertInto('withdrawal_promise')
    .values({
      number: rows[0]?.next ?? 1n,
      withdrawal: withdrawalId,
      at_ms: BigInt(clock.nowMs()),
      text: JSON.stringify({ due: dueMs }),
      signature: Buffer.alloc(64),
    })
    .execute()
}

test('a withdrawal neither paid nor returned by the promised time is overdue, the latest first', async () => {
  const dueMs = clock.nowMs() + 60_000
  const [second, first, asked, returned, unpromised] = [
    await withdrawal(1, 'broadcast'),
    await withdrawal(1, 'approved'),
    await withdrawal(1, 'requested', { needs_approval: true }),
    await withdrawal(1, 'requested'),
    await withdrawal(1, 'approved'),
  ]
  await promised(second, dueMs)
  await promised(first, dueMs - 10_000)
  await promised(asked, dueMs + 3_600_000)
  await promised(returned, dueMs)
  await end(returned)
  expect(await queue('withdrawalsOverdue')).toMatchObject({ waiting: 0, oldestAt: null })
  expect(await shown('overdue')).toEqual([])
  clock.advance(60_000)
  expect(await queue('withdrawalsOverdue')).toMatchObject({ waiting: 2, oldestAt: dueMs - 10_000 })
  expect(await shown('overdue')).toEqual([first, second])
  for (let i = 0; i < 3; i++) {
    clock.advance(20 * 60_000)
    await queue('withdrawalsOverdue')
  }
  expect(await shown('overdue')).toEqual([first, second, asked])
  const pages: string[] = []
  for (let before: string | null | undefined; before !== null;) {
    const query = { view: 'overdue', limit: '1', ...(before && { before }) }
    const { body } = await ann.get(operatorWithdrawalRoutes.consoleWithdrawals.path, { query })
    const page = body.data as ReplyOf<typeof operatorWithdrawalRoutes.consoleWithdrawals>
    pages.push(...page.list.map(({ id }) => id))
    before = page.next
  }
  expect(pages).toEqual([first, second, asked])
  await end(first)
  expect(await shown('overdue')).toEqual([second, asked])
  expect(await shown('overdue')).not.toContain(unpromised)
})
