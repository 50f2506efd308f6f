import type { Role } from '@tickmark/wire/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { transact } from '../../db/transact.ts'
import { listActions } from '../../operators/actionLogStore.ts'
import { silentLog } from '../../platform/log.ts'
import { findOperator, findOwnOperator, insertOperator, revokeOperator } from '../stores/operatorStore.ts'
import { addFirstOperators, addOwnOperator, ownLink } from './firstOperators.ts'

const NOW = 1_800_000_000_000
let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase()
  await start('0xadmin', ['admin'])
})
afterAll(() => made.close())
const db = () => made.database.db
const depsOf = (mode: 'sandbox' | 'live') => ({ mode, database: made.database, pepper: new Uint8Array(32) })

/** A start with this operator in the configuration; returns what the process's log says. */
async function start(address: string, roles: readonly Role[]): Promise<string[]> {
  const said: string[] = []
  const log = { ...silentLog(), warn: (line: string) => void said.push(line) }
  await addFirstOperators({ ...depsOf('live'), log }, new Map([[address, roles]]), NOW)
  return said
}
const add = (address: string, roles: readonly Role[]) =>
  insertOperator(db(), { address, name: 'Ben', roles, invitedBy: '0xadmin', byLink: false, atMs: NOW - 5 })
const namings = async (address: string) =>
  (await listActions(db(), { operator: address, action: 'operators.name' }, 9)).map(({ details }) => details)

test('who is named anew becomes an operator by one action; a further start changes nothing', async () => {
  expect([
    await start('0xanna-lena', ['viewer', 'support']),
    await start('0xanna-lena', ['support', 'viewer']),
  ]).toEqual([[], []])
  expect(await namings('0xanna-lena')).toEqual([{ name: '0xanna…lena', roles: 'viewer,support' }])
  expect(await findOperator(db(), '0xanna-lena')).toMatchObject({
    invitedBy: null,
    invitedAtMs: NOW,
    byLink: false,
  })
  expect(await start('0xanna-lena', ['viewer'])).toEqual([
    'OPERATORS gives an operator other roles than the console did, which stand',
  ])
  expect((await findOperator(db(), '0xanna-lena'))?.roles).toEqual(['viewer', 'support'])
})

test('who was invited and is named then keeps roles and day, and is a hand of his own; who was revoked stays so', async () => {
  await add('0xben', ['support'])
  await add('0xold', ['support'])
  await transact(db(), (tx) => revokeOperator(tx, '0xold', '0xadmin', NOW))
  expect(await start('0xben', ['support'])).toEqual([])
  expect(await namings('0xben')).toMatchObject([{ roles: 'support', invitedBy: '0xadmin' }])
  expect(await findOperator(db(), '0xben')).toMatchObject({ invitedBy: null, invitedAtMs: NOW - 5 })
  expect(await start('0xold', ['support'])).toEqual(['OPERATORS names a revoked operator, who stays revoked'])
  expect(await namings('0xold')).toEqual([])
  expect(await findOperator(db(), '0xold')).toMatchObject({ invitedBy: '0xadmin', revokedAtMs: NOW })
})

test('a sandbox makes its own operator once, who has a link until he is revoked; a live house has none', async () => {
  const link = (mode: 'sandbox' | 'live') => ownLink(depsOf(mode), 'https://tickmark.example', NOW)
  expect(await link('sandbox')).toBeNull()
  await addOwnOperator(depsOf('sandbox'), NOW)
  await addOwnOperator(depsOf('sandbox'), NOW + 1)
  const { rows } = await sql`select from operator where by_link`.execute(db())
  expect(rows).toHaveLength(1)
  expect(await link('live')).toBeNull()
  expect(await link('sandbox')).toMatch(/^https:\/\/tickmark\.example\/console\/#link=[\w-]{32}$/)
  const own = await findOwnOperator(db())
  await sql`update operator set roles = '{viewer}' where address = ${own?.address}`.execute(db())
  await transact(db(), (tx) => revokeOperator(tx, own?.address ?? '', '0xadmin', NOW))
  expect(await link('sandbox')).toBeNull()
})
