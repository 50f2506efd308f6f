import { route } from '@tickmark/wire/call'
import { claimField } from '@tickmark/wire/legacy/codec'
import Fastify, { type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { movableClock } from '../../platform/clock.testing.ts'
import { silentLog } from '../../platform/log.ts'
import type { CallContext, Session } from './context.ts'
import { envelopeOf } from './envelope.ts'
import { parseBodies } from './input.ts'
import { type ApiContext, mount, routesOf } from './mount.ts'
import { turnsOf } from './turns.ts'

const MOST = 3
const clock = movableClock({ isStill: true })
const shape = { who: 'anyone', summary: '', input: z.object({}), reply: z.object({}) } as const
const table = {
  look: route({ method: 'GET', path: '/api/look', ...shape }),
  write: route({ method: 'POST', path: '/api/write', changes: true, ...shape }),
  pay: route({ method: 'POST', path: '/api/pay', changes: true, money: true, ...shape }),
}

const site = { publicUrl: 'http://localhost', origins: ['http://localhost'], secure: false }
const api: ApiContext = {
  mode: 'sandbox',
  site,
  consoleSite: site,
  envelope: envelopeOf(new Uint8Array(32)),
  limiter: { take: () => 0 },
  turns: turnsOf(clock),
  sessions: { find: async () => null, end: async () => {} },
  operatorSessions: { find: async () => null },
  clock,
  log: silentLog(),
  isTransient: () => false,
  mostCalls: MOST,
}

let server: FastifyInstance
let gate: PromiseWithResolvers<void>
beforeEach(() => {
  server = Fastify()
  parseBodies(server)
  gate = Promise.withResolvers()
  const wait = async () => {
    await gate.promise
    return {}
  }
  mount(server, [routesOf(table, { look: wait, write: wait, pay: wait })], api)
})
afterEach(async () => {
  gate.resolve()
  await server.close()
})

async function ask({ method, path }: (typeof table)[keyof typeof table]): Promise<number> {
  const headers = { 'x-app': '1', origin: 'http://localhost', 'idempotency-key': randomUUID() }
  const answer = await server.inject({ method, url: path, headers })
  if (answer.statusCode === 503) expect(answer.headers['retry-after']).toBe('1')
  return answer.statusCode
}

const askMany = (one: (typeof table)[keyof typeof table], count: number) =>
  Array.from({ length: count }, () => ask(one))

test.each(['look', 'write'] as const)(
  'beyond the bound a call that moves no money is refused: %s',
  async (name) => {
    const first = askMany(table[name], MOST)
    expect(await ask(table[name])).toBe(503)
    gate.resolve()
    expect(await Promise.all(first)).toEqual([200, 200, 200])
    expect(await ask(table[name])).toBe(200)
  },
)

test('money-moving calls are admitted up to twice the limit, and keep other calls out', async () => {
  const first = askMany(table.pay, 2 * MOST)
  expect(await ask(table.pay)).toBe(503)
  expect(await ask(table.look)).toBe(503)
  gate.resolve()
  expect(await Promise.all(first)).toEqual(first.map(() => 200))
  expect(await ask(table.look)).toBe(200)
})

test('while reads are refused, money still moves', async () => {
  const first = askMany(table.look, MOST)
  const refused = await ask(table.look)
  const paid = ask(table.pay)
  gate.resolve()
  expect([refused, await paid]).toEqual([503, 200])
  expect(await Promise.all(first)).toEqual([200, 200, 200])
})

function sessionOf(userId: number, practice = false): Session {
  const user = { id: userId, address: `0x${userId}`, practice }
  return {
    id: String(userId),
    address: user.address,
    walletType: 1,
    practice,
    user,
    transport: 'bearer',
    key: null,
    createdAtMs: 0,
    expiresAtMs: Infinity,
  }
}

test('calls that read a history are answered to each user one after another, all others at once', async () => {
  const shape = { method: 'GET', who: 'user', summary: '', input: z.object({}), reply: z.object({}) } as const
  const own = {
    list: route({ path: '/api/list', inTurn: true, ...shape }),
    see: route({ path: '/api/see', ...shape }),
  }
  const sessions = { find: async (token: string) => sessionOf(Number(token)), end: async () => {} }
  const house = Fastify()
  parseBodies(house)
  const begun: string[] = []
  const answer =
    (name: string) =>
    async (_: unknown, { user }: CallContext) => {
      begun.push(`${name} of ${user?.id}`)
      await gate.promise
      return {}
    }
  mount(house, [routesOf(own, { list: answer('list'), see: answer('see') })], {
    ...api,
    sessions,
    mostCalls: 100,
  })
  const call = (path: string, userId: number) =>
    house.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${userId}` } })
  const first = call('/api/list', 1)
  await vi.waitUntil(() => begun.length === 1, { timeout: 10_000 })
  const more = [call('/api/list', 1), call('/api/see', 1), call('/api/see', 1), call('/api/list', 2)]
  await vi.waitUntil(() => begun.length === 4, { timeout: 10_000 })
  expect(begun.toSorted()).toEqual(['list of 1', 'list of 2', 'see of 1', 'see of 1'])
  gate.resolve()
  for (const one of [first, ...more]) expect((await one).statusCode).toBe(200)
  expect(begun).toHaveLength(5)
  await house.close()
})

test('a call that moves money gets one spelling of its key, and does not run without a valid one', async () => {
  const house = Fastify()
  parseBodies(house)
  const keys: (string | null)[] = []
  const pay = async (_: unknown, { idempotencyKey }: CallContext) => {
    keys.push(idempotencyKey)
    return {}
  }
  mount(house, [routesOf({ pay: table.pay }, { pay })], api)
  const key = randomUUID()
  const given = [key, key.toUpperCase(), '', 'x', `${key}0`, key.replaceAll('-', '')]
  const codes = []
  for (const one of given) {
    const headers = { 'x-app': '1', origin: 'http://localhost', 'idempotency-key': one }
    const answer = await house.inject({ method: 'POST', url: '/api/pay', headers })
    codes.push(answer.json<{ code?: string }>().code ?? 'ok')
  }
  expect(codes).toEqual(['ok', 'ok', 'key_missing', 'key_invalid', 'key_invalid', 'key_invalid'])
  expect(keys).toEqual([key, key])
  await house.close()
})

test('a practice wallet uses the real account in a sandbox, and never in a live house', async () => {
  const shape = { who: 'user', summary: '', input: z.object({}), reply: z.object({}) } as const
  const own = { see: route({ method: 'GET', path: '/api/see', ...shape }) }
  const statusOf = async (mode: 'sandbox' | 'live', practice: boolean, account: 0 | 1) => {
    const session = sessionOf(1, practice)
    const sessions = { find: async () => session, end: async () => {} }
    const house = Fastify()
    parseBodies(house)
    mount(house, [routesOf(own, { see: async () => ({}) })], { ...api, mode, sessions })
    const headers = { authorization: 'Bearer x' }
    const answer = await house.inject({
      method: 'GET',
      url: `/api/see?${claimField('book')}=${account}`,
      headers,
    })
    await house.close()
    return answer.statusCode
  }
  for (const mode of ['sandbox', 'live'] as const) {
    for (const practice of [false, true]) {
      const expected = mode === 'live' && practice ? 403 : 200
      const told = [await statusOf(mode, practice, 0), await statusOf(mode, practice, 1)]
      expect([mode, practice, ...told]).toEqual([mode, practice, expected, 200])
    }
  }
})
