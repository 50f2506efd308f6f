import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { caller, type Caller, setServer, wallet } from '../app/app.testing.ts'
import { proveAddress } from '../app/operatorCaller.testing.ts'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { passkey } from './passkey.testing.ts'
import { insertPasskey, passkeysOf } from './stores/factorStore.ts'
import { lockOperators } from './stores/operatorStore.ts'

const NUMBERS = [421, 422, 423, 424, 425, 426]
const clock = movableClock()
const OPERATORS = NUMBERS.map((one) => `${wallet(one).address}:viewer`).join(' ')
const server = setServer({ clock, env: { OPERATORS } })
const url = () => server.url

async function arriving(number: number): Promise<Caller> {
  const who = caller(url)
  expect((await proveAddress(who, wallet(number))).status).toBe(200)
  return who
}

const factor = (who: Caller, verb: string, json: object = {}) =>
  who.post(`/api/console/factor/passkey/${verb}`, { json })
const options = async (who: Caller, verb: 'new' | 'ask') =>
  ((await factor(who, verb)).body.data as { options: { challenge: string; rpId?: string } }).options
const state = async (who: Caller) =>
  ((await who.get('/api/console/session')).body.data as { session: { state: string } }).session.state

test('an operator makes a passkey at the first sign-in, and proves it at the next', async () => {
  const [who, key] = [await arriving(421), passkey(server.url)]
  const made = await options(who, 'new')
  expect(made).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { userVerification: 'required' },
  })
  const kept = await factor(who, 'keep', { response: key.made(made), name: 'Laptop' })
  expect(kept.body.data, kept.text).toMatchObject({ session: { state: 'open', factors: { passkey: true } } })
  const shown = (await who.get('/api/console/factors')).body.data
  expect(shown).toMatchObject({ passkeys: [{ id: key.id, name: 'Laptop', usedAt: null }], codeSince: null })

  const later = await arriving(421)
  expect(await state(later)).toBe('factor')
  expect((await factor(later, 'new')).body.code).toBe('factor_first')
  const asked = await options(later, 'ask')
  expect(asked).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [{ id: key.id }],
  })
  const proof = key.proof(asked)
  expect((await factor(later, 'prove', { response: proof })).status).toBe(200)
  expect(await state(later)).toBe('open')
  expect(await options(later, 'new')).toMatchObject({ excludeCredentials: [{ id: key.id }] })
  const used = { passkeys: [{ id: key.id, usedAt: expect.any(Number) as number }] }
  expect((await later.get('/api/console/factors')).body.data).toMatchObject(used)
  // The answer uses the challenge up.
  expect((await factor(await arriving(421), 'prove', { response: proof })).body.code).toBe('passkey_invalid')
})

test('a passkey is refused for another host, page or challenge, when too late, and without user verification', async () => {
  const [who, key] = [await arriving(422), passkey(server.url)]
  const other = passkey(server.url)
  for (const more of [
    { host: 'tickmark.example' },
    { origin: 'https://tickmark.example' },
    { isChecked: false },
  ]) {
    const response = key.made(await options(who, 'new'), more)
    expect((await factor(who, 'keep', { response, name: 'Key' })).body.code).toBe('passkey_invalid')
  }
  const first = key.made(await options(who, 'new'))
  const made = await options(who, 'new')
  expect((await factor(who, 'keep', { response: first, name: 'Key' })).body.code).toBe('passkey_invalid')
  expect((await factor(who, 'keep', { response: key.made(made), name: 'Key' })).body.code).toBe(
    'passkey_invalid',
  )
  expect(await state(who)).toBe('enrol')
  const response = key.made(await options(who, 'new'))
  expect((await factor(who, 'keep', { response, name: 'Key' })).status).toBe(200)

  const later = await arriving(422)
  for (const [by, more] of [
    [other, {}],
    [key, { host: 'tickmark.example' }],
    [key, { origin: 'https://tickmark.example' }],
    [key, { isChecked: false }],
    // A decreasing counter reveals a copy.
    [key, { counter: 1 }],
  ] as const) {
    const proof = by.proof(await options(later, 'ask'), more)
    expect((await factor(later, 'prove', { response: proof })).body.code).toBe('passkey_invalid')
  }
  const late = await options(later, 'ask')
  clock.advance(5 * 60_000)
  expect((await factor(later, 'prove', { response: key.proof(late) })).body.code).toBe('passkey_invalid')
  for (const nonsense of [{}, { id: key.id }, { id: key.id, response: { signature: 'x' } }])
    expect((await factor(later, 'prove', { response: nonsense })).body.code).toBe('passkey_invalid')
  expect(await state(later)).toBe('factor')
  const inTime = await options(later, 'ask')
  clock.advance(4 * 60_000)
  expect((await factor(later, 'prove', { response: key.proof(inTime) })).status).toBe(200)
})

test('an operator has at most ten passkeys', async () => {
  const [who, key] = [await arriving(424), passkey(server.url)]
  const keep = async (one = passkey(server.url)) =>
    (await factor(who, 'keep', { response: one.made(await options(who, 'new')), name: 'Key' })).body
  expect((await keep(key)).status).toBe(200)
  await transact(server.database.database.db, async (tx) => {
    const [first] = await passkeysOf(tx, wallet(424).address)
    for (const { id } of Array.from({ length: 8 }, () => passkey(server.url)))
      if (first) await insertPasskey(tx, wallet(424).address, { ...first, id })
  })
  expect((await keep()).status).toBe(200)
  expect(await keep()).toMatchObject({ code: 'passkeys_full', data: { most: '10' } })
})

test('a passkey of somebody else is not stored, and the last factor stays', async () => {
  const [who, key, second] = [await arriving(423), passkey(server.url), passkey(server.url)]
  const keep = async (one: typeof key) =>
    (await factor(who, 'keep', { response: one.made(await options(who, 'new')), name: 'Key' })).body
  expect((await keep(key)).status).toBe(200)
  expect((await keep(key)).code).toBe('passkey_invalid')
  const remove = async (id: string) =>
    (await who.delete('/api/console/factor/passkey', { query: { passkey: id } })).body
  expect((await remove(key.id)).code).toBe('factor_last')
  expect((await keep(second)).status).toBe(200)
  expect((await remove('none')).code).toBe('factor_unknown')
  expect((await remove(key.id)).data).toEqual({ removed: true })
  expect((await remove(second.id)).code).toBe('factor_last')
})

/** Runs calls at once: what they need is locked until all of them wait for it or have ended. */
async function atOnce(lock: (tx: Tx) => Promise<unknown>, calls: (() => Promise<unknown>)[]) {
  const { db } = server.database.database
  const waiting = () =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      .execute(db)
      .then(({ rows }) => rows.length)
  let ended = 0
  const run = (call: () => Promise<unknown>) => call().finally(() => ended++)
  const { codes } = await transact(db, async (tx) => {
    await lock(tx)
    const all = Promise.all(calls.map(run))
    await vi.waitUntil(async () => ended + (await waiting()) >= calls.length, { timeout: 30_000 })
    return { codes: all }
  })
  return (await codes).map(String).toSorted()
}

test('of two sessions that add the first factor at the same moment, one gets in', async () => {
  const rivals = [await arriving(425), await arriving(425)]
  const made = await Promise.all(
    rivals.map(async (who) => passkey(server.url).made(await options(who, 'new'))),
  )
  const keep = async (who: Caller, at: number) => {
    const { status, body } = await factor(who, 'keep', { response: made[at], name: 'Key' })
    return body.code ?? status
  }
  // Both requests found no factor before either may add one.
  expect(
    await atOnce(
      lockOperators,
      rivals.map((who, at) => () => keep(who, at)),
    ),
  ).toEqual(['200', 'factor_first'])
})

test('of two passkeys that are removed at the same moment, one stays', async () => {
  const who = await arriving(426)
  const keys = [passkey(server.url), passkey(server.url)]
  for (const key of keys)
    await factor(who, 'keep', { response: key.made(await options(who, 'new')), name: 'Key' })
  const remove = async (id: string) => {
    const { status, body } = await who.delete('/api/console/factor/passkey', { query: { passkey: id } })
    return body.code ?? status
  }
  const { address } = wallet(426)
  // Each would find the other's passkey still there.
  const lock = (tx: Tx) =>
    sql`select from operator_passkey where operator = ${address} for update`.execute(tx)
  expect(
    await atOnce(
      lock,
      keys.map(
        ({ id }) =>
          () =>
            remove(id),
      ),
    ),
  ).toEqual(['200', 'factor_last'])
  expect(await passkeysOf(server.database.database.db, address)).toHaveLength(1)
})
