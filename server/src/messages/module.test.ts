import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Caller, moneyKey, newUser, setServer } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'

const clock = movableClock({ isStill: true })
const server = setServer({ clock })
const url = () => server.url

async function pass(seconds: number, each = () => {}): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1_000)
    await server.app.market.idle()
    each()
  }
  await server.app.idle()
}

async function place(user: Caller): Promise<void> {
  const query = { type: '0', pid: '1', timeId: '110', book: '1' }
  const quotes = await user.get('/api/getTimeAccountCurrency', { query })
  const { ranges } = quotes.body.data as { ranges: { id: string }[] }
  const terms = { pid: 1, stake: '10', timeId: 110, currencyId: 1, book: 1 }
  const json = { ...terms, quoteId: ranges[0]?.id }
  const placed = await user.post('/api/createLimitOrder', { json, headers: moneyKey() })
  expect(placed.status, placed.text).toBe(200)
}

async function titles(user: Caller): Promise<string[]> {
  const { data } = (await user.get('/api/getMyMessage', { query: { pageSize: '50' } })).body
  return (data as { list: { title: string }[] }).list.map((one) => one.title)
}

test('orders that settle without an open page get a message; those settled with one do not', async () => {
  const [away, watching] = [await newUser(url, 1), await newUser(url, 2)]
  await pass(12)
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/wss`, {
    headers: { origin: server.url, cookie: `sid=${watching.cookies.get('sid')}` },
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const stay = () => socket.send(JSON.stringify({ type: 1, paramsJson: {} }))
  await place(away)
  await place(watching)
  await pass(70, stay)
  expect(await titles(away)).toEqual([
    expect.stringMatching(/^BTC\/USDT Up: [+−]?[\d.]+ USDT$/),
    'Welcome to Tickmark',
  ])
  expect(await titles(watching)).toEqual(['Welcome to Tickmark'])
  for (let i = 0; i < 6; i++) await place(away)
  await pass(70, stay)
  expect((await titles(away))[0]).toBe('6 orders settled')
  socket.close()
  const { rows } = await sql`select from settled_batch`.execute(server.database.database.db)
  expect(rows).toEqual([])
})
