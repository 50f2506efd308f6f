import { route } from '@tickmark/wire/call'
import Fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { movableClock } from '../../platform/clock.testing.ts'
import { silentLog } from '../../platform/log.ts'
import { envelopeOf } from './envelope.ts'
import { parseBodies } from './input.ts'
import { mount, routesOf } from './mount.ts'
import { fairRoom } from './fairRoom.ts'
import { turnsOf } from './turns.ts'

test('in a full room a picture that is still being sent gives way to an owner who has fewer', () => {
  const room = fairRoom(3)
  const gone: string[] = []
  const enter = (name: string) => {
    try {
      return room.enter(name.charAt(0), () => gone.push(name))
    } catch (thrown) {
      return (thrown as { code: string }).code
    }
  }
  const places = ['a1', 'a2', 'a3'].map(enter)
  expect(enter('a4')).toBe('busy')
  const [, , last] = places
  if (typeof last === 'object') last.arrive()
  enter('b1')
  expect(gone).toEqual(['a2'])
  expect(enter('c1')).toBe('busy')
  // One that has gone frees no second place, and one that has arrived frees its own.
  for (const place of places.slice(1)) if (typeof place === 'object') place.leave()
  enter('c2')
  expect([enter('d1'), gone]).toEqual(['busy', ['a2']])
})

test('in a full room of many owners the oldest slow one gives way, and one that has arrived does not', () => {
  const room = fairRoom(3)
  const slow = new Set(['b', 'c'])
  const gone: string[] = []
  const enter = (name: string) =>
    room.enter(
      name,
      () => gone.push(name),
      () => slow.has(name),
    )
  enter('a')
  const second = enter('b')
  enter('c')
  enter('d')
  expect(gone).toEqual(['b'])
  second.leave()
  enter('e').arrive()
  expect(gone).toEqual(['b', 'c'])
  expect(() => enter('f')).toThrow()
  for (const name of ['a', 'd', 'e']) slow.add(name)
  enter('f')
  enter('g')
  expect(gone).toEqual(['b', 'c', 'a', 'd'])
  expect(() => enter('h')).toThrow()
})

const MOST = 48
const clock = movableClock({ isStill: true })
const site = { publicUrl: 'http://localhost', origins: ['http://localhost'], secure: false }
const table = {
  send: route({
    method: 'POST',
    path: '/api/send',
    who: 'user',
    picture: true,
    summary: '',
    input: z.object({}),
    reply: z.object({}),
  }),
}
let house: FastifyInstance
/** How many callers were looked up, and what each waits for. */
let asked: number
let gate: Promise<void>
beforeEach(async () => {
  house = Fastify()
  asked = 0
  gate = Promise.resolve()
  parseBodies(house)
  const times = { createdAtMs: 0, expiresAtMs: Infinity }
  const find = async (token: string) => {
    asked++
    await gate
    const user = { id: Number(token), address: `0x${token}`, practice: false }
    const own = { id: token, address: user.address, walletType: 1, practice: false, key: null } as const
    return { ...own, ...times, user, transport: 'bearer' as const }
  }
  mount(house, [routesOf(table, { send: async () => ({}) })], {
    mode: 'sandbox',
    site,
    consoleSite: site,
    envelope: envelopeOf(new Uint8Array(32)),
    limiter: { take: () => 0 },
    turns: turnsOf(clock),
    sessions: { find, end: async () => {} },
    operatorSessions: { find: async () => null },
    clock,
    log: silentLog(),
    isTransient: () => false,
    mostCalls: MOST,
  })
  await house.listen({ port: 0 })
})
afterEach(() => house.close())

/** A user's picture of which the first byte is sent. */
function sendSlowly(user: number) {
  const socket = connect((house.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(
    `POST /api/send HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nX-App: 1\r\nAuthorization: Bearer ${user}\r\nContent-Type: image/png\r\nContent-Length: 2\r\n\r\nx`,
  )
  let answer = ''
  socket.on('data', (part) => (answer += String(part)))
  const end = once(socket, 'close').then(() => answer)
  return { socket, end, finish: () => socket.write('x'), answer: () => answer }
}

async function fill(user: number) {
  const slow = Array.from({ length: MOST }, () => sendSlowly(user))
  await vi.waitUntil(() => asked >= MOST, { timeout: 10_000 })
  return slow
}

async function send(user: number): Promise<number> {
  const headers = {
    'x-app': '1',
    origin: 'http://localhost',
    authorization: `Bearer ${user}`,
    'content-type': 'image/png',
  }
  return (await house.inject({ method: 'POST', url: '/api/send', headers, payload: 'xx' })).statusCode
}

test('whoever sends many pictures slowly makes room for another, and keeps the rest', async () => {
  const slow = await fill(1)
  expect(await send(1)).toBe(503)
  expect(await send(2)).toBe(200)
  const first = await Promise.race(slow.map(({ end }) => end))
  expect(first).toMatch(/^HTTP\/1.1 503 [^]*connection: close[^]*"busy"/)
  const rest = slow.filter(({ answer }) => answer() === '')
  expect(rest).toHaveLength(MOST - 1)
  for (const { finish } of rest) finish()
  await vi.waitUntil(() => rest.every(({ answer }) => answer().startsWith('HTTP/1.1 200 ')), {
    timeout: 10_000,
  })
  for (const { socket } of rest) socket.destroy()
})

test('a picture whose sender has gone before he was known keeps no place', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  let closed = 0
  house.server.on('connection', (socket) => socket.on('close', () => closed++))
  for (const { socket } of await fill(1)) socket.destroy()
  await vi.waitUntil(() => closed === MOST, { timeout: 10_000 })
  resolve()
  expect(await send(1)).toBe(200)
})
