import { expect, test } from 'vitest'
import { moneyKey, newUser, setServer, type Caller } from '../app/app.testing.ts'
import { runAudit } from '../app/audit/audit.ts'

const server = setServer({ ownsTables: false })
const url = () => server.url
const simulated = { book: '1' }
const terms = { ...simulated, currencyId: '1', toCurrencyId: '4', amount: '3000' }

interface Statement {
  opening: string
  closing: string
  lines: { cause: string; amount: string; ref: string }[]
}

async function statement(user: Caller, currencyId: string): Promise<Statement> {
  const query = { ...simulated, currencyId, from: '0', to: '9999999999999' }
  return (await user.get('/api/getStatement', { query })).body.data as Statement
}

test('[WAL-08] a swap over HTTP: quoted, made once per key, and shown in message, record, statement and holdings', async () => {
  const user = await newUser(url, 21)
  const asked = await user.get('/api/getSwapQuote', { query: terms })
  expect(asked.status, asked.text).toBe(200)
  const { quote, receives } = asked.body.data as { quote: string; receives: string }
  const send = { json: { ...terms, quote }, headers: moneyKey() }
  const made = await user.post('/api/currencyExchange', send)
  expect(made.status, made.text).toBe(200)
  const done = made.body.data as { id: string; message: string; received: string }
  expect(done).toMatchObject({ received: receives, message: `Swapped 3000 USDT for ${receives} BTC.` })
  expect((await user.post('/api/currencyExchange', send)).body.data).toEqual(done)

  const records = await user.get('/api/getMyExchangeRecords', { query: simulated })
  expect(records.body.data).toMatchObject({
    total: 1,
    list: [{ id: done.id, money: '3000', name: 'USDT', received: receives, target: 'BTC', status: 1 }],
  })
  const paid = await statement(user, '1')
  expect(paid).toMatchObject({ opening: '0', closing: '7000' })
  expect(paid.lines.at(-1)).toMatchObject({ cause: 'swap', amount: '-3000', ref: done.id })
  expect((await statement(user, '4')).lines.at(-1)).toMatchObject({ cause: 'swap', amount: receives })
  const history = await user.get('/api/getHoldingsHistory', { query: { ...simulated, range: '1W' } })
  const { total } = history.body.data as { total: string[] }
  expect(total).toHaveLength(2)
  expect(Number(total.at(-1))).toBeGreaterThan(10_000)
  expect(await runAudit(server.database.database)).toEqual([])
})

test('a swap needs a key and a user', async () => {
  const user = await newUser(url, 22)
  const { body } = await user.post('/api/currencyExchange', { json: terms })
  expect(body.code).toBe('key_missing')
  user.cookies.clear()
  const stranger = await user.post('/api/currencyExchange', { json: terms, headers: moneyKey() })
  expect(stranger.body.code).toBe('sign_in_first')
  for (const path of ['getSwapQuote', 'getStatement', 'getHoldingsHistory', 'getMyExchangeRecords']) {
    const query = { ...terms, from: '0', to: '1' }
    expect((await user.get(`/api/${path}`, { query })).body.code).toBe('sign_in_first')
  }
})

test('nobody can request a statement in another user’s name', async () => {
  const user = await newUser(url, 23)
  const query = { ...simulated, currencyId: '1', from: '0', to: '9999999999999' }
  expect((await user.get('/api/getStatement', { query })).status).toBe(200)
  for (const claim of ['userId', 'owner', 'user'])
    expect((await user.get('/api/getStatement', { query: { ...query, [claim]: '1' } })).status).toBe(400)
})
