import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '@tickmark/wire/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { insertPasskey, passkeysOf, putPending } from './factorStore.ts'
import {
  findOperator,
  findOwnOperator,
  holdOperators,
  insertOperator,
  restoreOperator,
  revokeOperator,
  suspendOperator,
} from './operatorStore.ts'
import { endSessions, insertSession, putLink, takeLink } from './sessionStore.ts'

const NOW = 1_800_000_000_000

let made: TestDatabase
beforeAll(async () => void (made = await createTestDatabase()))
afterAll(() => made.close())
const db = () => made.database.db
const inTx = <T>(work: (tx: Tx) => Promise<T>) => transact(db(), work)

let ann: string
let ben: string
beforeEach(async () => ([ann, ben] = [await add('Ann'), await add('Ben')]))

let number = 0
async function add(name: string, roles: readonly Role[] = ['support'], more: object = {}): Promise<string> {
  const address = `${name} ${String(++number).padStart(3, '0')}`
  const given = { address, name, roles, invitedBy: null, byLink: false, atMs: NOW, ...more }
  await insertOperator(db(), given)
  return address
}

/** A session of an operator. */
function begin(operator: string): Promise<string> {
  const id = randomUUID()
  const row = { id, token: randomBytes(32), operator, factorAtMs: null, nowMs: NOW }
  return inTx((tx) => insertSession(tx, row, 0)).then(() => id)
}

test('who is revoked loses his sessions, links and factors, and nobody else does', async () => {
  const hashes = [randomBytes(32), randomBytes(32)]
  for (const [at, operator] of [ann, ben].entries()) {
    await begin(operator)
    await begin(operator)
    await inTx((tx) => putLink(tx, hashes[at] ?? Buffer.alloc(32), operator, NOW + 9))
    const key = { publicKey: Buffer.from('k'), counter: 0, transports: [], name: 'Key', createdAtMs: 1 }
    await inTx((tx) => insertPasskey(tx, operator, { ...key, id: operator }))
    await putPending(db(), operator, randomBytes(48))
  }
  await endSessions(db(), ann, await begin(ann), NOW - 1)
  expect(await inTx((tx) => revokeOperator(tx, ann, ben, NOW))).toBe(2)
  const taken = hashes.map((hash) => inTx((tx) => takeLink(tx, hash, NOW)))
  expect(await Promise.all(taken)).toEqual([null, ben])
  expect([await endSessions(db(), ann, null, NOW), await endSessions(db(), ben, null, NOW)]).toEqual([0, 2])
  for (const [operator, count] of [
    [ann, 0],
    [ben, 1],
  ] as const) {
    expect(await passkeysOf(db(), operator)).toHaveLength(count)
    const codes = await sql`select from operator_code where operator = ${operator}`.execute(db())
    expect(codes.rows).toHaveLength(count)
  }
  expect(await findOperator(db(), ann)).toMatchObject({ revokedBy: ben, revokedAtMs: NOW })
})

test('who is reinstated begins afresh: with new roles and another inviter, and no longer suspended', async () => {
  const cem = await add('Cem')
  const invitation = {
    address: ann,
    name: 'Ann II',
    roles: ['editor'] as const,
    byLink: false,
    atMs: NOW + 2,
  }
  const again = { ...invitation, invitedBy: ben, invitedWith: cem }
  expect(await inTx((tx) => restoreOperator(tx, again))).toBe(false)
  await inTx((tx) => suspendOperator(tx, ann, ben, NOW))
  await inTx((tx) => revokeOperator(tx, ann, ben, NOW + 1))
  expect(await inTx((tx) => restoreOperator(tx, again))).toBe(true)
  expect(await findOperator(db(), ann)).toEqual({
    address: ann,
    name: 'Ann II',
    roles: ['editor'],
    invitedBy: ben,
    invitedAtMs: NOW + 2,
    byLink: false,
    revokedBy: null,
    revokedAtMs: null,
    suspendedAtMs: null,
  })
  const { rows } = await sql`select invited_with from operator where address = ${ann}`.execute(db())
  expect(rows).toEqual([{ invited_with: cem }])
  expect(await findOperator(db(), ben)).toMatchObject({ name: 'Ben', roles: ['support'] })
})

test('of these addresses only operators in office are held', async () => {
  await inTx((tx) => revokeOperator(tx, ann, ben, NOW))
  const held = await inTx((tx) => holdOperators(tx, [ann, ben, 'nobody']))
  expect([...held.keys()]).toEqual([ben])
})

test('the sandbox’s own operator is the first who signs in by link and whom nobody invited', async () => {
  const [invited, own] = [
    await add('Invited', ['viewer'], { byLink: true, invitedBy: ann, atMs: 1 }),
    await add('Own', ['admin'], { byLink: true, atMs: 2 }),
  ]
  await add('Abe', ['admin'], { byLink: true, atMs: 3 })
  expect((await findOwnOperator(db()))?.address).toBe(own)
  expect((await findOperator(db(), invited))?.byLink).toBe(true)
})
