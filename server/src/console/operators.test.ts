import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { caller, type Caller, setServer, wallet } from '../app/app.testing.ts'
import { operatorCaller, operatorOf, proveAddress } from '../app/operatorCaller.testing.ts'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { silentLog } from '../platform/log.ts'
import { actionsOfNobody, operatorsOffActions } from './auditStore.ts'
import { listActions, recordAction } from '../operators/actionLogStore.ts'
import { insertPasskey } from './stores/factorStore.ts'
import { setRoles } from './stores/operatorStore.ts'
import { addFirstOperators } from './operators/firstOperators.ts'

const NAMED = 411
const server = setServer({ env: { OPERATORS: `${wallet(NAMED).address}:support` } })
const url = () => server.url
let sandbox: Caller

interface Listed {
  operator: string
  name: string
  roles: string[]
  revokedAt: number | null
  byLink: boolean
  hasCode: boolean
  linkUntil: number | null
}

const secretOf = (link: string | null) => link?.split('#link=')[1] ?? ''

async function openLink(link: string | null): Promise<Caller> {
  const who = caller(url)
  const opened = await who.post('/api/console/session/link', { json: { link: secretOf(link) } })
  expect(opened.status, opened.text).toBe(200)
  return who
}

async function list(
  by = sandbox,
): Promise<{ list: Listed[]; mayInviteAlone: boolean; mayOmitAddress: boolean }> {
  return (await by.get('/api/console/operators')).body.data as Awaited<ReturnType<typeof list>>
}

const invite = (json: object, by = sandbox) =>
  by.post('/api/console/operators/invite', {
    json: { name: 'Ann', roles: ['viewer'], reason: 'joins us', ...json },
  })
const revoke = async (operator: string, by: Caller) =>
  (await by.post('/api/console/operators/revoke', { json: { operator, reason: 'has left' } })).body

beforeAll(async () => {
  sandbox = await openLink(await server.app.ownLink())
})

test('the only admin invites alone: by address, or in the sandbox by a link alone', async () => {
  const now = await list()
  expect(now).toMatchObject({ mayInviteAlone: true, mayOmitAddress: true })
  const named = wallet(NAMED).address
  expect(now.list.map(({ operator, name, byLink }) => [operator === named, name, byLink])).toEqual([
    [true, `${named.slice(0, 6)}…${named.slice(-4)}`, false],
    [false, 'Sandbox', true],
  ])
  const { address } = wallet(412)
  const invited = await invite({ operator: address.toLowerCase() })
  expect(invited.body.data).toMatchObject({ operator: address })
  const { link } = invited.body.data as { link: string }
  expect((await invite({ operator: address })).body.code).toBe('operator_known')
  expect((await invite({ operator: '0x12' })).body.code).toBe('address_invalid')

  // The link opens nothing without the wallet, and the wallet nothing without the link.
  const stranger = caller(url)
  const opened = await stranger.post('/api/console/session/link', { json: { link: secretOf(link) } })
  expect(opened.body.code).toBe('console_link_invalid')
  expect((await proveAddress(stranger, wallet(412))).body.code).toBe('console_link_missing')
  const invitedToo = (await invite({ operator: wallet(413).address, name: 'Abe' })).body.data as {
    link: string
  }
  for (const other of ['x'.repeat(32), secretOf(invitedToo.link)])
    expect((await proveAddress(stranger, wallet(412), other)).body.code).toBe('console_link_invalid')
  const ann = await operatorOf(url, wallet(412), { link: secretOf(link) })
  expect((await list(ann)).list.find((one) => one.operator === address)).toMatchObject({ hasCode: true })
  const renewed = await sandbox.post('/api/console/operators/link', { json: { operator: address } })
  expect(renewed.body.code).toBe('operator_enrolled')

  const made = await invite({ name: 'Ben' })
  const ben = await openLink((made.body.data as { link: string }).link)
  expect((await list(ben)).list.filter((one) => one.byLink).map((one) => one.name)).toEqual([
    'Ben',
    'Sandbox',
  ])
})

test('a new link invalidates the one before, and each is valid once', async () => {
  const { operator, link } = (await invite({ name: 'Cleo' })).body.data as { operator: string; link: string }
  // A passkey of her own does not replace the link, by which alone she signs in.
  const key = {
    id: 'c',
    publicKey: Buffer.from('c'),
    counter: 0,
    transports: [],
    name: 'Key',
    createdAtMs: 1,
  }
  await transact(server.database.database.db, (tx) => insertPasskey(tx, operator, key))
  const renewed = await sandbox.post('/api/console/operators/link', { json: { operator } })
  const second = (renewed.body.data as { link: string }).link
  for (const [one, code] of [
    [link, 'console_link_invalid'],
    [second, undefined],
    [second, 'console_link_invalid'],
  ] as const) {
    const reply = await caller(url).post('/api/console/session/link', { json: { link: secretOf(one) } })
    expect(reply.body.code).toBe(code)
  }
  const { db } = server.database.database
  const links = await listActions(db, { action: 'operators.link', subject: `operator ${operator}` }, 9)
  expect(links).toHaveLength(1)
  expect((await revoke(operator, sandbox)).status).toBe(200)
  const gone = await sandbox.post('/api/console/operators/link', { json: { operator } })
  expect(gone.body.code).toBe('operator_unknown')
})

test('with a second admin, inviting and changing roles takes two, even after that admin is gone', async () => {
  const second = await operatorCaller(server, { roles: ['admin'] })
  expect((await list()).mayInviteAlone).toBe(false)
  expect((await invite({ name: 'Dora' })).body.code).toBe('second_operator_needed')
  const { operator } = (await list()).list.find(({ name }) => name === 'Sandbox') ?? { operator: '' }
  const lead = { kind: 'operators.roles', reason: 'a new task' }
  const ask = async (payload: object, key: string) =>
    (await second.post('/api/console/proposals/ask', { json: { ...lead, payload, key } })).body
  const key = '01234567-89ab-4def-8123-456789abcdef'
  expect((await ask({ operator: wallet(499).address, roles: ['viewer'] }, key)).code).toBe('operator_unknown')
  expect((await ask({ operator, roles: [] }, key)).code).toBe('proposal_invalid')
  expect((await ask({ operator, roles: ['viewer', 'viewer'] }, key)).code).toBe('proposal_invalid')
  expect((await ask({ operator, roles: ['god'] }, key)).code).toBe('proposal_invalid')

  expect((await revoke(second.address, second)).code).toBe('operator_own')
  expect((await revoke(wallet(499).address, second)).code).toBe('operator_unknown')
  expect((await revoke(second.address, sandbox)).data).toEqual({ sessions: 1, isFinal: false })
  expect((await revoke(second.address, sandbox)).code).toBe('operator_spared')
  expect((await second.get('/api/console/session')).body.data).toEqual({ session: null })
  const { db } = server.database.database
  await transact(db, async (tx) => {
    await setRoles(tx, second.address, ['viewer'])
    const subject = `operator ${second.address}`
    const action = { operator: second.address, action: 'operators.roles', subject, atMs: Date.now() }
    await recordAction(tx, { ...action, details: { roles: 'viewer' } })
  })
  expect((await invite({ name: 'Eve' })).body.code).toBe('second_operator_needed')
})

test('the last admin remains one; the database enforces it too', async () => {
  const { db } = server.database.database
  const admins = db.updateTable('operator').where('name', '=', 'Sandbox')
  const rejected = { constraint: 'operator_last_admin' }
  await expect(admins.set({ roles: ['viewer'] }).execute()).rejects.toMatchObject(rejected)
  const other = wallet(412).address
  await expect(admins.set({ revoked_by: other, revoked_ms: 1n }).execute()).rejects.toMatchObject(rejected)
  await expect(db.deleteFrom('operator').execute()).rejects.toThrow('never deleted')
})

test('of two admins who revoke each other at the same moment, one remains', async () => {
  const [one, other] = [
    await operatorCaller(server, { roles: ['admin'] }),
    await operatorCaller(server, { roles: ['admin'] }),
  ]
  const codes = await Promise.all([revoke(other.address, one), revoke(one.address, other)])
  expect(codes.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a revoked operator stays revoked at the next start, and changed roles stay changed', async () => {
  const said: string[] = []
  const log = { ...silentLog(), warn: (line: string) => void said.push(line) }
  const deps = {
    mode: 'sandbox',
    database: server.database.database,
    pepper: new Uint8Array(32),
    log,
  } as const
  const { address } = wallet(NAMED)
  const sandboxes = (await list()).list.find(({ name }) => name === 'Sandbox')?.operator
  const hands = await sql<{ hand: string }>`select hand_of(${wallet(412).address}) as hand`.execute(
    deps.database.db,
  )
  expect((await revoke(address, sandbox)).status).toBe(200)
  await addFirstOperators(deps, new Map([[address, ['support']]]), Date.now())
  await addFirstOperators(deps, new Map([[wallet(412).address, ['treasurer']]]), Date.now())
  const { list: all } = await list()
  // From then on, an operator invited by one admin alone counts as a separate hand.
  const { db } = server.database.database
  const { rows } = await sql<{ hand: string }>`select hand_of(${wallet(412).address}) as hand`.execute(db)
  expect([rows[0]?.hand, hands.rows[0]?.hand]).toEqual([wallet(412).address, sandboxes])
  expect(all.find((one) => one.operator === address)?.revokedAt).not.toBeNull()
  expect(all.find((one) => one.operator === wallet(412).address)?.roles).toEqual(['viewer'])
  expect(said).toEqual([
    'OPERATORS names a revoked operator, who stays revoked',
    'OPERATORS gives an operator other roles than the console did, which stand',
  ])
})

test('the audit finds operators and actions that the log of actions does not explain, and none in all of this', async () => {
  const { db } = server.database.database
  const [named, ann] = [wallet(NAMED).address, wallet(412).address]
  const { list: all } = await list()
  const nameOf = (address: string) => all.find((one) => one.operator === address)?.name ?? address
  /** What the audit finds after statements past the triggers, which are then undone. */
  const found = async (...statements: string[]) => {
    const undone = new Error('undone')
    let told: string[] = []
    const trial = transact(db, async (tx) => {
      const before = await lastId(tx)
      for (const one of statements) {
        const isAction = one.startsWith('insert into operator_action')
        // Only their own triggers give actions their numbers.
        await sql.raw(`set local session_replication_role = ${isAction ? 'origin' : 'replica'}`).execute(tx)
        await sql.raw(one).execute(tx)
      }
      const findings = [...(await operatorsOffActions(tx)), ...(await actionsOfNobody(tx))]
      told = findings.map(({ where }) => {
        const [kind, which = ''] = where.split(' ')
        return `${kind} ${kind === 'action' ? Number(which) - before : nameOf(which)}`
      })
      throw undone
    })
    await expect(trial).rejects.toBe(undone)
    return told.toSorted()
  }
  const lastId = async (tx: Tx) => {
    const { rows } = await sql<{ id: string }>`select max(id)::text as id from operator_action`.execute(tx)
    return Number(rows[0]?.id)
  }
  const act = (operator: string, atMs: number) =>
    `insert into operator_action (at_ms, operator, action, subject, details) values (${atMs}, '${operator}', 'coffee.cup', 'cup', '{}')`
  const make = (more: string) =>
    `insert into operator (address, name, roles, invited_ms, by_link${more.includes('|') ? ', invited_by' : ''}) values ('0xeve', 'Eve', '{admin}', ${more.replace('|', ',')})`
  const revokedMs = all.find((one) => one.operator === named)?.revokedAt ?? 0
  expect(await found()).toEqual([])
  expect(await found(make('1, false'))).toEqual(['operator 0xeve'])
  expect(await found(make('9999999999999, true'))).toEqual(['operator 0xeve'])
  expect(await found(make(`1, false | '${ann}'`))).toEqual(['operator 0xeve'])
  const changes = [
    `revoked_by = null, revoked_ms = null where address = '${named}'`,
    `revoked_ms = revoked_ms + 1 where address = '${named}'`,
    `roles = '{treasurer}' where address = '${named}'`,
    `invited_ms = invited_ms - 1 where address = '${named}'`,
    `invited_by = '${ann}' where address = '${named}'`,
  ]
  for (const change of changes)
    expect(await found(`update operator set ${change}`), change).toEqual([`operator ${nameOf(named)}`])
  expect(await found(`update operator set invited_by = null where name = 'Ben'`)).toEqual(['operator Ben'])
  expect(await found(`delete from operator where name = 'Ben'`)).toEqual(['operator Ben'])
  expect(await found(act('0xeve', revokedMs))).toEqual(['action 1'])
  expect(await found(act(named, revokedMs), act(named, revokedMs + 60_000))).toEqual([])
  expect(await found(act(named, revokedMs + 60_001), act(ann, revokedMs + 60_001))).toEqual(['action 1'])
  expect(await found(act(ann, 1))).toEqual(['action 1'])
})
