import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { caller, setServer } from '../app/app.testing.ts'
import { approve, ask, type Asked } from '../app/decided.testing.ts'
import {
  type OperatorCaller,
  operatorCaller,
  operatorOf,
  proveAddress,
} from '../app/operatorCaller.testing.ts'
import { transact } from '../db/transact.ts'
import { holdOperatorWith } from '../operators/presentStore.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { isSuspended } from './stores/operatorStore.ts'

const HOUR_MS = 3_600_000
const clock = movableClock()
const server = setServer({ clock, env: { CONTENT: 'none' } })
const url = () => server.url
const admin = () => operatorCaller(server, { roles: ['admin'] })
const throwOut = async (by: OperatorCaller, { address }: OperatorCaller) => {
  const { body } = await by.post('/api/console/operators/revoke', {
    json: { operator: address, reason: 'stolen session' },
  })
  return body.code ?? body.data
}
/** The newest open proposal. */
async function waiting(by: OperatorCaller): Promise<Asked> {
  const { body } = await by.get('/api/console/proposals', { query: { state: 'open' } })
  const [proposal] = (body.data as { list: (Asked['proposal'] & { kind: string })[] }).list
  if (proposal?.kind !== 'operators.revoke') throw new Error('whoever throws out asks for the rest')
  return { proposal, effect: [] }
}
const signsIn = async ({ account }: OperatorCaller) => (await proveAddress(caller(url), account)).body.code

test('one admin suspends another at once and for an hour, and never all of them for good', async () => {
  const [thief, ann, ben] = [await admin(), await admin(), await admin()]
  const asked = await ask(ann, 'operators.invite', { operator: ann.address, name: 'Cem', roles: ['viewer'] })
  expect(asked).toBe('operator_known')
  for (const one of [ann, ben]) {
    expect(await throwOut(thief, one)).toEqual({ sessions: 1, isFinal: false })
    expect((await one.get('/api/console/session')).body.data).toEqual({ session: null })
    expect(await signsIn(one)).toBe('operator_suspended')
  }
  expect(await approve(thief, await waiting(thief))).toBe('proposal_own')
  clock.advance(HOUR_MS - 60_000)
  expect(await signsIn(ann)).toBe('operator_suspended')
  clock.advance(60_000)
  const [annAgain, benAgain, thiefAgain] = [
    await operatorOf(url, ann.account),
    await operatorOf(url, ben.account),
    await operatorOf(url, thief.account),
  ]
  expect(await throwOut(thiefAgain, ann)).toBe('operator_spared')
  const other = await ask(thiefAgain, 'operators.roles', { operator: ben.address, roles: ['viewer'] })
  expect(await throwOut(annAgain, thief)).toMatchObject({ isFinal: false })
  // The suspended admin's proposal from meanwhile is not carried out.
  expect(await approve(annAgain, other)).toBe('proposal_asker_lost')
  expect(await approve(benAgain, await waiting(benAgain))).toBe('approved')
  clock.advance(HOUR_MS)
  expect(await signsIn(thief)).toBe('operators_only')
})

test('a session opened during its operator’s suspension is invalid', async () => {
  const [ann, ben] = [await admin(), await admin()]
  await throwOut(ann, ben)
  const { db } = server.database.database
  await db
    .updateTable('operator_session')
    .set({ ended_ms: null })
    .where('operator', '=', ben.address)
    .execute()
  expect((await ben.get('/api/console/session')).body.data).toEqual({ session: null })
})

test('nobody decides about themselves except by withdrawing a proposal; the database enforces it too', async () => {
  const [ann, ben, cem] = [await admin(), await admin(), await admin()]
  const demotion = { operator: ben.address.toLowerCase(), roles: ['viewer'] }
  const asked = (await ask(ann, 'operators.roles', demotion)) as Asked
  const { id } = asked.proposal
  expect(asked.effect).toEqual([
    { name: 'operator', value: ben.address },
    { name: 'name', value: expect.stringMatching(/^Operator \d+$/) as string },
    { name: 'roles', value: 'viewer', was: 'admin' },
  ])
  const refuse = async (by: OperatorCaller, given = id) => {
    const { body } = await by.post('/api/console/proposals/refuse', { json: { id: given, reason: 'not me' } })
    return body.code ?? (body.data as { proposal: { state: string } }).proposal.state
  }
  expect([await approve(ben, asked), await refuse(ben)]).toEqual(['operator_own', 'operator_own'])
  const { body } = await ben.get('/api/console/proposal', { query: { id } })
  expect(body.data).toMatchObject({ proposal: { mayApprove: false } })
  const { db } = server.database.database
  const decision = sql`insert into proposal_decision
    select id, payload_hash, asked_by, asked_ms, expires_ms, ${ben.address}, 'refused', 'not me', asked_ms
    from proposal where id = ${id}`
  await expect(decision.execute(db)).rejects.toThrow('nobody decides about himself')
  expect(await approve(cem, asked)).toBe('approved')
  const own = await ask(cem, 'operators.roles', { operator: cem.address, roles: ['viewer'] })
  expect(await refuse(cem, (own as Asked).proposal.id)).toBe('withdrawn')
})

test('an admin is revoked however the proposal spells the address', async () => {
  const [ann, ben, cem] = [await admin(), await admin(), await admin()]
  const asked = await ask(ann, 'operators.revoke', { operator: ben.address.toLowerCase() })
  expect((asked as Asked).effect).toMatchObject([
    { name: 'operator', value: ben.address },
    { name: 'name' },
    { name: 'roles', value: '', was: 'admin' },
  ])
  expect(await approve(cem, asked)).toBe('approved')
  expect(await signsIn(ben)).toBe('operators_only')
})

test.each([
  ['throws him out', throwOut],
  [
    'approves his demotion',
    async (by: OperatorCaller, { address }: OperatorCaller) =>
      approve(by, await ask(await admin(), 'operators.roles', { operator: address, roles: ['viewer'] })),
  ],
])(
  'who %s waits for an operator’s vote before the log of actions, which the vote needs',
  async (_how, change) => {
    const [ann, ben] = [await admin(), await admin()]
    const { db } = server.database.database
    const waits = () =>
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        .execute(db)
        .then(({ rows }) => rows.length > 0)
    const voted = await transact(db, async (tx) => {
      await holdOperatorWith(tx, ben.address, ['admin'], clock.nowMs())
      const changed = change(ann, ben)
      await vi.waitUntil(waits, { timeout: 30_000 })
      const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(7310091, 0) as free`.execute(tx)
      return { isFree: rows[0]?.free, changed }
    })
    expect(voted.isFree).toBe(true)
    expect(await voted.changed).toEqual(expect.anything())
  },
)

test('the database revokes an admin only with two operators', async () => {
  const [ann, ben] = [await admin(), await admin()]
  const { db } = server.database.database
  const revoke = sql`update operator set revoked_by = ${ann.address}, revoked_ms = 1 where address = ${ben.address}`
  await expect(revoke.execute(db)).rejects.toThrow('revoked by two operators')
})

test('a suspension is over after an hour, to the millisecond', () => {
  const at = (ms: number | null, nowMs: number) => isSuspended({ suspendedAtMs: ms }, nowMs)
  expect([at(1_000, 3_600_999), at(1_000, 3_601_000), at(null, 0)]).toEqual([true, false, false])
})

test('an admin who was suspended is spared for a day, to the millisecond', async () => {
  const [ann, ben] = [await admin(), await admin()]
  clock.stop()
  const { db } = server.database.database
  const suspendedFor = (ms: number) =>
    db
      .updateTable('operator')
      .set({ suspended_by: ann.address, suspended_ms: BigInt(clock.nowMs() - ms) })
      .where('address', '=', ben.address)
      .execute()
  await suspendedFor(24 * HOUR_MS - 1)
  expect(await throwOut(ann, ben)).toBe('operator_spared')
  await suspendedFor(24 * HOUR_MS)
  expect(await throwOut(ann, ben)).toMatchObject({ isFinal: false })
})
