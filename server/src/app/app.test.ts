import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from './app.ts'
import { moneyKey, newUser, setServer } from './app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { loadConfig } from './config.ts'
import { createTestDatabase } from '../db/database.testing.ts'
import { silentLog } from '../platform/log.ts'
import { WebSocket } from 'ws'

const clock = movableClock()
const server = setServer({ clock })
const url = () => server.url

interface Event {
  type: number
  seq: number
  data: { event: string; order?: { orderId: string } }
}

interface Quote {
  ranges: { id: string; rate: string }[]
}

test('[API-01] a new user joins, places an order, hears its result over the socket, and holds its receipt', async () => {
  const user = await newUser(url, 1)
  const book = { book: '1' }
  const before = await user.get('/api/getavailableMoneyByCurrency', {
    query: { ...book, currencyName: 'USDT' },
  })
  expect(before.body.data).toEqual({ balance: '10000' })

  const events: Event[] = []
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/wss`, {
    headers: { origin: server.url, cookie: `sid=${user.cookies.get('sid')}` },
  })
  socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as Event))
  await new Promise((resolve) => socket.once('open', resolve))

  const quotes = await user.get('/api/getTimeAccountCurrency', {
    query: { ...book, type: '0', pid: '1', timeId: '110' },
  })
  const { ranges } = quotes.body.data as Quote
  expect(ranges).toHaveLength(3)
  const order = {
    pid: 1,
    stake: '10',
    timeId: 110,
    currencyId: 1,
    quoteId: ranges[0]?.id,
    book: 1,
  }
  const headers = moneyKey()
  const placed = await user.post('/api/createLimitOrder', { json: order, headers })
  expect(placed.status, placed.text).toBe(200)
  const { orderId } = placed.body.data as { orderId: string }
  const repeated = await user.post('/api/createLimitOrder', { json: order, headers })
  expect((repeated.body.data as { orderId: string }).orderId).toBe(orderId)
  const reused = await user.post('/api/createLimitOrder', { json: { ...order, stake: '11' }, headers })
  expect(reused.body.code).toBe('key_reused')

  for (let i = 0; i < 66; i++) {
    clock.advance(1_000)
    await server.app.market.idle()
    if (i % 3 === 0) socket.send(JSON.stringify({ type: 1, paramsJson: {} }))
  }
  const result = await user.get('/api/modifyLimitOrder', { query: { orderId } })
  expect(result.body.data).toMatchObject({ order: { status: 1, orderId } })
  await expect
    .poll(() => events.find((one) => one.type === 9 && one.data.event === 'order_settled')?.data.order)
    .toMatchObject({ orderId })
  const receipt = await user.get('/api/getReceipt', { query: { orderId } })
  expect(receipt.body.data).toMatchObject({ receipt: { format: 'tickmark-receipt/4' } })
  const other = await newUser(url, 2)
  expect((await other.get('/api/getReceipt', { query: { orderId } })).body.code).toBe('order_unknown')
  expect((await other.get('/api/getReceipt', { query: { orderId: randomUUID() } })).body.code).toBe(
    'order_unknown',
  )
  socket.close()
})

test('a start that fails after the port is open leaves nothing behind, not even the port', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-app-'))
  const { url: databaseUrl, close } = await createTestDatabase()
  const given = { PORT: String(await freePort()), DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const start = (more = {}) =>
    startApp({ config: loadConfig({ ...given, ...more }), clock: movableClock(), log: silentLog() })
  try {
    // A file at the path where the signer expects its folder.
    writeFileSync(join(dataDir, 'signer'), '')
    await expect(start()).rejects.toThrow(/EEXIST|ENOTDIR/)
    const next = await start({ CHAINS: 'none' })
    expect((await fetch(`${next.url}/healthz`)).status).toBe(200)
    await next.stop()
  } finally {
    await close()
    rmSync(dataDir, { recursive: true })
  }
})

test('a start that finds its port taken closes everything again, and the next one goes well', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-app-'))
  const { url: databaseUrl, close } = await createTestDatabase()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const env = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl, CHAINS: 'none' }
  const start = () => startApp({ config: loadConfig(env), clock: movableClock(), log: silentLog() })
  try {
    await expect(start()).rejects.toThrow(/EADDRINUSE/)
    other.close()
    await once(other, 'close')
    const next = await start()
    expect((await fetch(`${next.url}/healthz`)).status).toBe(200)
    await next.stop()
  } finally {
    await close()
    rmSync(dataDir, { recursive: true })
  }
})

/** A free port of this machine. */
async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  taken.close()
  await once(taken, 'close')
  return port
}
