import { bytesOfBase64 } from '@tickmark/core/base64'
import { bytesOfHex } from '@tickmark/core/bytes'
import { checkpointKey, openCheckpoint } from '@tickmark/core/log/checkpoint'
import { appendLeaf, isEdge, rootOf, type Edge } from '@tickmark/core/log/tree/tree'
import { decodeFrame } from '@tickmark/wire/legacy/codec'
import { frame, type Frame, eventFrame } from '@tickmark/wire/live/socket'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import * as z from 'zod/mini'
import { caller, newUser, setServer, signIn, wallet } from '../../app/app.testing.ts'
import { movableClock } from '../../platform/clock.testing.ts'
import { nodeCrypto } from '../../platform/crypto.ts'
import { silentLog } from '../../platform/log.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Connection } from './audience.ts'
import { liveHub } from './hub.ts'
import type { LiveSource } from './subscriptions.ts'

// A frame is due exactly when a test lets a second pass.
const clock = movableClock({ isStill: true })
const server = setServer({ clock, env: { SOCKETS_PER_IP: '12', SOCKETS_PER_SESSION: '2' } })
const url = () => server.url
const opened: WebSocket[] = []
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate()
  await expect.poll(() => server.app.hub.size()).toBe(0)
})

interface Page {
  socket: WebSocket
  frames: Frame[]
  closed: Promise<number>
  say(what: unknown): void
  next(type: number): Promise<Frame>
}

async function open(options: ClientOptions = {}, protocols: string[] = []): Promise<Page> {
  const headers: Record<string, string> = { origin: server.url, ...options.headers }
  if (headers['origin'] === '') delete headers['origin']
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/wss`, protocols, { ...options, headers })
  opened.push(socket)
  const frames: Frame[] = []
  socket.on('message', (data: Buffer) =>
    frames.push(z.parse(frame, decodeFrame(JSON.parse(data.toString())))),
  )
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const page: Page = {
    socket,
    frames,
    closed,
    say: (what) => socket.send(typeof what === 'string' ? what : JSON.stringify(what)),
    async next(type) {
      const from = frames.length
      await expect
        .poll(() => frames.slice(from).find((one) => one.type === type), { timeout: 150_000 })
        .toBeDefined()
      return frames.slice(from).find((one) => one.type === type) as Frame
    },
  }
  return page
}

/** The answer to a refused handshake. */
function refusal(headers: Record<string, string>, path = '/wss'): Promise<number> {
  return new Promise((resolve, reject) => {
    const ask = request(new URL(path, server.url), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        ...headers,
      },
    })
    ask.once('response', (response) => resolve(response.statusCode ?? 0))
    ask.once('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    ask.once('error', reject).end()
  })
}

const top = { type: 1, token: '0x1', paramsJson: { type: 1 } }
const all = { type: 4, paramsJson: '{"type":4}' }
const detail = (pid: number, period = '15min') => ({ type: 2, paramsJson: { pid, period, timeId: 110 } })
const second = async () => {
  clock.advance(1_000)
  await server.app.market.idle()
}

/** Lets a second pass, and waits for its frame: when several seconds pass at once, only the newest is shown. */
async function nextSecond(page: Page, type: number): Promise<void> {
  const next = page.next(type)
  await second()
  await next
}

test('a refused handshake ends the connection, though the client keeps it open', async () => {
  const { port, hostname } = new URL(server.url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
  socket.write('GET /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await expect.poll(() => socket.readableEnded, { timeout: 10_000 }).toBe(true)
  expect(answer).toMatch(/^HTTP\/1.1 404 /)
  // A closed connection resets what comes to it.
  const isReset = () => socket.destroyed || !socket.write('more')
  await expect.poll(isReset, { timeout: 10_000 }).toBe(true)
})

describe('a subscription', () => {
  test('[API-05] is answered at once, and again at every tick, its seq growing by one', async () => {
    const page = await open()
    const first = page.next(1)
    page.say(top)
    const shown = await first
    expect(shown.type === 1 && shown.data.list).toHaveLength(5)
    expect(shown.feed).toBe('LIVE')
    for (let i = 1; i < 5; i++) await nextSecond(page, 1)
    const frames = page.frames.slice(0, 5)
    expect(frames.map((one) => one.seq)).toEqual([0, 1, 2, 3, 4].map((i) => shown.seq + i))
    for (const [i, one] of frames.entries()) {
      expect(one.asOf % 1_000).toBe(0)
      if (i > 0) expect(one.asOf).toBeGreaterThan(frames[i - 1]?.asOf ?? 0)
    }
  })

  test('[API-05] of any type gets its own kind of frame', async () => {
    const page = await open()
    for (const [what, type] of [
      [top, 1],
      [all, 4],
      [{ type: 3, paramsJson: {} }, 3],
    ] as const) {
      const next = page.next(type)
      page.say(what)
      expect((await next).type).toBe(type)
    }
  })

  test('to the log gets each signed head with the leaves added since, in few bytes', async () => {
    const { origin, log } = server.app.market.keys()
    const key = checkpointKey(origin, log, sha256)
    const page = await open()
    const first = page.next(5)
    page.say({ type: 5, paramsJson: {} })
    await first
    const { edge: hashes, checkpoint } = await (
      await fetch(`${server.url}/api/getLogHead`)
    )
      .json()
      .then((answer) => (answer as { data: { edge: string[]; checkpoint: string } }).data)
    const start = openCheckpoint(checkpoint, key, nodeCrypto)
    let edge: Edge = { size: start?.size ?? 0, hashes: hashes.map((one) => bytesOfHex(one) as Uint8Array) }
    expect(isEdge(edge)).toBe(true)
    for (let i = 1; i < 4; i++) await nextSecond(page, 5)
    for (const one of page.frames) {
      if (one.type !== 5 || one.data.size <= edge.size) continue
      const { size, leaves, note } = one.data
      expect(size - leaves.length).toBe(edge.size)
      for (const leaf of leaves) edge = appendLeaf(edge, bytesOfBase64(leaf) as Uint8Array, sha256)
      expect(openCheckpoint(note, key, nodeCrypto)).toEqual({ origin, size, root: rootOf(edge, sha256) })
      // Without the text, which only each tenth second has.
      const bytes = JSON.stringify({ ...one.data, last: null }).length - 46 * leaves.length
      expect(bytes).toBeLessThan(300)
    }
    expect(edge.size).toBeGreaterThan(start?.size ?? 0)
  })

  test('[API-06] to a coin carries its period, and shows its candles', async () => {
    const page = await open()
    for (const period of ['5min', '15min', '1hour', '4hour', '1day', '1week']) {
      const next = page.next(2)
      page.say(detail(2, period))
      expect(await next).toMatchObject({
        type: 2,
        pid: 2,
        period,
        data: { baseInfo: { symbol: 'ETH', favourite: 0 } },
      })
    }
    const standard = page.next(2)
    page.say({ type: 2, paramsJson: { pid: 3 } })
    expect(await standard).toMatchObject({ pid: 3, period: '15min' })
  })

  test('that is not renewed for 10 s ends; a renewed one continues', async () => {
    const page = await open()
    page.say(top)
    await page.next(1)
    for (let i = 0; i < 9; i++) await second()
    page.say(all)
    await page.next(4)
    const from = page.frames.length
    for (let i = 0; i < 3; i++) await nextSecond(page, 4)
    expect(page.frames.slice(from).filter((one) => one.type === 4)).toHaveLength(3)
    expect(page.frames.slice(from).filter((one) => one.type === 1)).toHaveLength(0)
  })

  test.each([
    '',
    'null',
    '[]',
    '{"type":6}',
    '{"type":2,"paramsJson":{"pid":0}}',
    '{"type":2,"paramsJson":{"pid":99}}',
    '{"type":1,"paramsJson":"{"}',
    '{"type":2,"paramsJson":{"pid":1,"period":"2min"}}',
    '{"__proto__":{"type":1}}',
  ])('that makes no sense (%j) is met with silence', async (text) => {
    const page = await open()
    page.say(text)
    page.say(all)
    await page.next(4)
    await second()
    expect(page.frames.every((one) => one.type === 4)).toBe(true)
    expect(page.socket.readyState).toBe(WebSocket.OPEN)
  })
})

describe('a frame', () => {
  test('is compressed for clients that negotiate compression, and plain but equal for others', async () => {
    const [squeezed, plain] = [await open(), await open({ perMessageDeflate: false })]
    expect(squeezed.socket.extensions).toBe('permessage-deflate')
    expect(plain.socket.extensions).toBe('')
    const both = [squeezed.next(4), plain.next(4)]
    squeezed.say(all)
    plain.say(all)
    const [a, b] = await Promise.all(both)
    expect(a).toEqual(b)
  })

  test('is not compressed for a client that can only inflate a small window', async () => {
    const page = await open({ perMessageDeflate: { serverMaxWindowBits: 9 } })
    expect(page.socket.extensions).toBe('')
    page.say(top)
    await page.next(1)
  })
})

describe('the user’s own', () => {
  test('[DET-02] watchlist follows the heart at once, and belongs to the session, not to the claimed address', async () => {
    const user = await newUser(url, 50)
    const page = await open({ headers: { cookie: `sid=${user.cookies.get('sid')}` } })
    const stranger = await open()
    const watchlist = { type: 3, token: wallet(50).address, paramsJson: {} }
    page.say(watchlist)
    stranger.say(watchlist)
    expect(await page.next(3)).toMatchObject({ data: { list: [] } })
    await user.post('/api/keepProd', { json: { pid: 7 } })
    await user.post('/api/keepProd', { json: { pid: 2 } })
    await expect.poll(() => pidsOf(page.frames.at(-1))).toEqual([7, 2])
    page.say(detail(7))
    expect(await page.next(2)).toMatchObject({ data: { baseInfo: { favourite: 1 } } })
    stranger.say(detail(7))
    expect(await stranger.next(2)).toMatchObject({ data: { baseInfo: { favourite: 0 } } })
    await user.get('/api/cancelKeep', { query: { pid: '7' } })
    await expect.poll(() => pidsOf(page.frames.findLast((one) => one.type === 3))).toEqual([2])
    expect(stranger.frames.filter((one) => one.type === 3).every((one) => pidsOf(one).length === 0)).toBe(
      true,
    )
  })

  test('events reach every page of the user and no other, numbered from one', async () => {
    const user = await newUser(url, 51)
    const cookie = `sid=${user.cookies.get('sid')}`
    const pages = [await open({ headers: { cookie } }), await open({ headers: { cookie } })]
    const stranger = await open()
    const id = await idOf(51)
    for (let i = 0; i < 3; i++) server.app.hub.publish(id, { event: 'balance_changed', book: 1 })
    for (const page of pages) {
      await expect.poll(() => page.frames.length).toBe(3)
      expect(page.frames.map((one) => one.seq)).toEqual([1, 2, 3])
      expect(page.frames.every((one) => z.safeParse(eventFrame, one).success)).toBe(true)
    }
    expect(stranger.frames).toEqual([])
  })

  test('a changed balance is told with the number of its book', async () => {
    const user = await newUser(url, 57)
    const page = await open({ headers: { cookie: `sid=${user.cookies.get('sid')}` } })
    const userId = await idOf(57)
    for (const book of ['real', 'simulated'] as const)
      server.app.runtime.events.announce('balance_changed', { userId, book })
    await expect
      .poll(() => page.frames.map((one) => one.type === 9 && one.data))
      .toEqual([
        { event: 'balance_changed', book: 0 },
        { event: 'balance_changed', book: 1 },
      ])
  })

  test('a bearer token opens a socket as a protocol, and is not sent back', async () => {
    const who = caller(url)
    await newUser(url, 52)
    const { token } = (await signIn(who, wallet(52), { transport: 'bearer' })).body.data as { token: string }
    const page = await open({ headers: { origin: '' } }, ['bearer', token])
    expect(page.socket.protocol).toBe('bearer')
    server.app.hub.publish(await idOf(52), { event: 'balance_changed', book: 0 })
    await expect.poll(() => page.frames.length).toBe(1)
  })

  test('events stop once the session has ended', async () => {
    const user = await newUser(url, 53)
    const page = await open({ headers: { cookie: `sid=${user.cookies.get('sid')}` } })
    await user.delete('/api/session')
    await expect
      .poll(() => page.frames.map((one) => one.type === 9 && one.data.event))
      .toEqual(['session_ended'])
    server.app.hub.publish(await idOf(53), { event: 'balance_changed', book: 0 })
    page.say(top)
    await page.next(1)
    expect(page.frames.filter((one) => one.type === 9)).toHaveLength(1)
  })

  test('a page with an ended session is notified, and gets the public frames', async () => {
    const user = await newUser(url, 55)
    const cookie = `sid=${user.cookies.get('sid')}`
    await user.delete('/api/session')
    const page = await open({ headers: { cookie } })
    await expect
      .poll(() => page.frames.map((one) => one.type === 9 && one.data.event))
      .toEqual(['session_ended'])
    page.say(top)
    await page.next(1)
  })

  test('a cookie without an origin counts for nothing', async () => {
    const user = await newUser(url, 54)
    const page = await open({ headers: { origin: '', cookie: `sid=${user.cookies.get('sid')}` } })
    server.app.hub.publish(await idOf(54), { event: 'balance_changed', book: 0 })
    page.say(top)
    await page.next(1)
    expect(page.frames.map((one) => one.type)).toEqual([1])
  })
})

describe('a socket', () => {
  test('is refused to other sites, at other paths, and beyond the limit per address', async () => {
    expect(await refusal({ origin: 'https://evil.example' })).toBe(403)
    expect(await refusal({ origin: 'null' })).toBe(403)
    expect(await refusal({ origin: server.url }, '/other')).toBe(404)
    expect(await refusal({ origin: server.url, 'sec-websocket-version': '12' })).toBe(400)
    for (let i = 0; i < 12; i++) await open()
    expect(await refusal({ origin: server.url })).toBe(429)
  })

  test('that is silent for 15 s is closed', async () => {
    const page = await open()
    clock.advance(14_000)
    page.say(top)
    await page.next(1)
    clock.advance(14_500)
    expect(page.socket.readyState).toBe(WebSocket.OPEN)
    clock.advance(2_000)
    expect(await page.closed).toBe(1000)
  })

  test('is closed when its session has ended, so that its page returns without it', () => {
    const still = movableClock({ isStill: true })
    const hub = liveHub({ clock: still, log: silentLog(), used: () => {} })
    const codes: number[] = []
    const page = hub.add({
      socket: { writable: true, writableLength: 0, write: () => {} },
      deflates: false,
      session: {
        id: 'one',
        address: '0x1',
        walletType: 1,
        practice: false,
        user: null,
        transport: 'cookie',
        key: null,
        createdAtMs: still.nowMs(),
        expiresAtMs: still.nowMs() + 20_000,
      },
      ended: false,
      close: (code) => codes.push(code),
      drop: () => {},
    })
    still.advance(10_000)
    page.message('{}')
    still.advance(9_999)
    expect(codes).toEqual([])
    still.advance(1_000)
    expect(codes).toEqual([1001])
    hub.close()
  })

  test('shows nothing of a watchlist that is read only after its session has ended', async () => {
    const still = movableClock({ isStill: true })
    const hub = liveHub({ clock: still, log: silentLog(), used: () => {} })
    const coins = [1, 11].map((pid) => ({ pid })) as ReturnType<LiveSource['all']>
    const reads: (() => void)[] = []
    hub.show({
      head: () => ({ asOf: 0, feed: 'LIVE' }),
      top: () => coins,
      all: () => coins,
      log: () => null,
      detail: () => null,
      favourites: () => new Promise((resolve) => reads.push(() => resolve([11]))),
    })
    const address = '0x1'
    const session = (id: string): Connection['session'] => ({
      id,
      address,
      walletType: 1,
      practice: false,
      user: { id: 1, address, practice: false },
      transport: 'cookie',
      key: null,
      createdAtMs: 0,
      expiresAtMs: still.nowMs() + 20_000,
    })
    const written = { ends: '', stays: '' }
    for (const id of ['ends', 'stays'] as const) {
      const write = (bytes: Buffer) => void (written[id] += bytes.toString('latin1'))
      const socket = { writable: true, writableLength: 0, write }
      const page = hub.add({
        socket,
        deflates: false,
        session: session(id),
        ended: false,
        close() {},
        drop() {},
      })
      page.message(JSON.stringify({ type: 3, paramsJson: { type: 3 } }))
    }
    hub.endSession('ends')
    for (const end of reads) end()
    await expect
      .poll(() => [written.stays, written.ends].map((one) => one.includes('"pid":')))
      .toEqual([true, false])
    hub.tick()
    await expect.poll(() => written.ends.match(/"type":3/g)?.length).toBe(2)
    expect(written.ends).not.toContain('"pid":')
    hub.close()
  })

  test('that sends too many messages is closed: ten at once, two a second', async () => {
    const page = await open()
    for (let i = 0; i < 10; i++) page.say(top)
    await page.next(1)
    clock.advance(2_000)
    for (let i = 0; i < 4; i++) page.say(top)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(page.socket.readyState).toBe(WebSocket.OPEN)
    for (let i = 0; i < 4; i++) page.say(top)
    expect(await page.closed).toBe(1008)
  })

  test('with a message of more than 4 KiB, or of bytes, is closed', async () => {
    const [long, bytes] = [await open(), await open()]
    long.say('x'.repeat(4_097))
    expect(await long.closed).toBe(1009)
    bytes.socket.send(Buffer.from([1, 2]))
    expect(await bytes.closed).toBe(1003)
  })

  test('with a compressed bomb is closed', async () => {
    const page = await open()
    const bomb = deflateRawSync(Buffer.alloc(10_000_000))
    expect(bomb.length).toBeGreaterThan(4_096)
    page.say('y'.repeat(1_000_000))
    expect(await page.closed).toBe(1009)
  })

  test('gives way to newer ones of the same session', async () => {
    const user = await newUser(url, 55)
    const cookie = `sid=${user.cookies.get('sid')}`
    const first = await open({ headers: { cookie } })
    await open({ headers: { cookie } })
    await open({ headers: { cookie } })
    expect(await first.closed).toBe(1008)
  })

  test('that closed by itself no longer counts: its session may open another, and events are numbered anew', async () => {
    const user = await newUser(url, 56)
    const cookie = `sid=${user.cookies.get('sid')}`
    const id = await idOf(56)
    const size = server.app.hub.size()
    const [first, second] = [await open({ headers: { cookie } }), await open({ headers: { cookie } })]
    second.socket.close()
    await second.closed
    await expect.poll(() => server.app.hub.size()).toBe(size + 1)
    const third = await open({ headers: { cookie } })
    for (const seq of [1, 2]) {
      server.app.hub.publish(id, { event: 'balance_changed', book: 1 })
      for (const page of [first, third])
        await expect.poll(() => page.frames.map((one) => one.seq)).toHaveLength(seq)
    }
    for (const page of [first, third]) page.socket.close()
    await Promise.all([first.closed, third.closed])
    await expect.poll(() => server.app.hub.hasOpenPage(id)).toBe(false)
    const next = await open({ headers: { cookie } })
    server.app.hub.publish(id, { event: 'balance_changed', book: 1 })
    await expect.poll(() => next.frames.map((one) => one.seq)).toEqual([1])
  })

  test('that does not read is skipped, and delays no other', async () => {
    const slow = await rawSocket()
    const page = await open()
    page.say(detail(1))
    await page.next(2)
    for (let i = 0; i < 40; i++) {
      page.say(detail(1))
      clock.advance(600)
      await second()
    }
    expect(page.frames.length).toBeGreaterThan(20)
    slow.destroy()
  })
})

/** A client that shakes hands, subscribes, and never reads again. */
async function rawSocket(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /wss HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return socket
}

function pidsOf(one: Frame | undefined): number[] {
  return one?.type === 3 ? one.data.list.map((item) => item.pid) : []
}

async function idOf(number: number): Promise<number> {
  const { db } = server.app.runtime.database
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('address', '=', wallet(number).address)
    .executeTakeFirst()
  return Number(row?.id)
}
