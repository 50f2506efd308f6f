import { ONE } from '@tickmark/core/money/money'
import { CANCELLED_BY_OWNER, WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { newAddress, openWithdrawalFixture, USDT, type WithdrawalFixture } from '../withdrawals.testing.ts'
import { askedOffSums } from './auditStore.ts'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
const DAY_MS = 24 * HOUR_MS
const USDC = 2

let fixture: WithdrawalFixture
/** The request under test, an earlier one of its owner, and earlier ones of five others. */
let id: string
let own: string
const others: string[] = []

beforeAll(async () => {
  fixture = await openWithdrawalFixture()
  const withdraw = async (sums: string[]) => {
    const owner = await fixture.addOwner({ [USDT]: '20000' })
    const ids = []
    for (const amount of sums) ids.push(await fixture.withdraw(owner, { amount, to: newAddress() }))
    return ids
  }
  for (let i = 0; i < 5; i++) others.push(...(await withdraw(['8800'])))
  // The last one comes after the request, and counts for it in no case.
  ;[own = '', id = ''] = await withdraw(['1000', '6000', '2000'])
})
afterAll(() => fixture.close())

interface Change {
  /** Time before the request. */
  ago?: number
  amount?: bigint
  wasAsked?: boolean
  currency?: number
  /** When it ended, relative to the request, and whether its owner cancelled it. */
  ended?: number
  isCancelled?: boolean
}

async function change(tx: Tx, one: string, { ago, amount, wasAsked, currency, ended, isCancelled }: Change) {
  const nowMs = fixture.clock.nowMs()
  await sql`update withdrawal set requested_at = ${nowMs - (ago ?? 0)}::bigint, amount = coalesce(${amount ?? null}::bigint, amount),
    needs_approval = ${wasAsked ?? false}, currency = ${currency ?? USDT}, reason = ${isCancelled ? CANCELLED_BY_OWNER : null} where id = ${one}`.execute(
    tx,
  )
  if (ended !== undefined)
    await sql`insert into withdrawal_step values (${one}, ${WITHDRAWAL_STATES.cancelled}, ${nowMs + ended})`.execute(
      tx,
    )
}

/** The rule's finding about the request: that operators were not asked about it but should have been, or the opposite. */
async function wrongAfter(work: (tx: Tx) => Promise<void>): Promise<string[]> {
  const found: string[] = []
  const undone = new Error('undone')
  const done = transact(fixture.deps.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change(tx, id, {})
    await work(tx)
    for (const needs of [false, true]) {
      await sql`update withdrawal set needs_approval = ${needs} where id = ${id}`.execute(tx)
      for (const one of await askedOffSums(tx)) if (one.where === `withdrawal ${id}`) found.push(one.found)
    }
    throw undone
  })
  await expect(done).rejects.toThrow(undone)
  return found
}

const [MUST_ASK, EITHER, MUST_NOT] = [['not asked'], [], ['asked']]

/** Just over the owner's limit of 10,000 in 24 hours, together with this request's 6,000. */
const OWN_OVER = 4_000n * ONE + 1n

test.each<[string, Change, string[]]>([
  ['fills the limit', { amount: OWN_OVER - 1n }, MUST_NOT],
  ['exceeds it by a unit', {}, MUST_ASK],
  ['is of another currency', { currency: USDC }, MUST_NOT],
  ['is younger than the day but for a minute', { ago: DAY_MS - MINUTE_MS - 1 }, MUST_ASK],
  ['is as old as the day but for a minute', { ago: DAY_MS - MINUTE_MS }, EITHER],
  ['is a minute past the day, all but a millisecond', { ago: DAY_MS + MINUTE_MS - 1 }, EITHER],
  ['is a minute past the day', { ago: DAY_MS + MINUTE_MS }, MUST_NOT],
  ['ended more than a minute after this request', { ended: MINUTE_MS + 1 }, MUST_ASK],
  ['ended a minute after it', { ended: MINUTE_MS }, EITHER],
  ['ended less than a minute before it', { ended: -MINUTE_MS + 1 }, EITHER],
  ['ended a minute before it', { ended: -MINUTE_MS }, MUST_NOT],
  ['was cancelled unasked', { ago: HOUR_MS, ended: -MINUTE_MS, isCancelled: true }, MUST_ASK],
  [
    'was cancelled while operators were asked',
    { ended: -MINUTE_MS, isCancelled: true, wasAsked: true },
    MUST_NOT,
  ],
])('asked = sums, when an earlier request of its owner %s', async (_, earlier, expected) => {
  const found = await wrongAfter(async (tx) => {
    for (const one of others) await change(tx, one, { ago: 2 * HOUR_MS })
    await change(tx, own, { amount: OWN_OVER, ...earlier })
  })
  expect(found).toEqual(expected)
})

/** Just over everybody's limit of 50,000 in an hour, together with this request's 6,000 and four others' 35,200. */
const ALL_OVER = 8_800n * ONE + 1n

test.each<[string, Change, string[]]>([
  ['fills the hour', { amount: ALL_OVER - 1n }, MUST_NOT],
  ['exceeds it by a unit', {}, MUST_ASK],
  ['is of another currency', { currency: USDC }, MUST_NOT],
  ['was decided by operators', { wasAsked: true }, MUST_NOT],
  ['is younger than the hour but for a minute', { ago: HOUR_MS - MINUTE_MS - 1 }, MUST_ASK],
  ['is as old as the hour but for a minute', { ago: HOUR_MS - MINUTE_MS }, EITHER],
  ['is a minute past the hour, all but a millisecond', { ago: HOUR_MS + MINUTE_MS - 1 }, EITHER],
  ['is a minute past the hour', { ago: HOUR_MS + MINUTE_MS }, MUST_NOT],
  ['ended more than a minute after this request', { ended: MINUTE_MS + 1 }, MUST_ASK],
  ['ended a minute after it', { ended: MINUTE_MS }, EITHER],
  ['ended less than a minute before it', { ended: -MINUTE_MS + 1 }, EITHER],
  ['ended a minute before it', { ended: -MINUTE_MS }, MUST_NOT],
  ['was cancelled by another', { ended: -MINUTE_MS, isCancelled: true }, MUST_NOT],
])('asked = sums, when an earlier request of another %s', async (_, earlier, expected) => {
  const found = await wrongAfter(async (tx) => {
    await change(tx, own, { ago: 2 * DAY_MS })
    for (const one of others) await change(tx, one, {})
    await change(tx, others[0] ?? '', { amount: ALL_OVER, ...earlier })
  })
  expect(found).toEqual(expected)
})
