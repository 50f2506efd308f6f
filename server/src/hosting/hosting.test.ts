import { parseEntry } from '@tickmark/core/log/log'
import type { ReplyOf } from '@tickmark/wire/call'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import { YIELD_PATH } from '@tickmark/wire/logFiles'
import { expect, test } from 'vitest'
import { moneyKey, newUser, setServer, type Caller } from '../app/app.testing.ts'
import { approve, ask } from '../app/decided.testing.ts'
import { operatorCaller } from '../app/operatorCaller.testing.ts'
import { auditText, runAudit } from '../app/audit/audit.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { readYields } from '../market/store.ts'

const clock = movableClock({ startMs: Date.parse('2027-03-10T23:56:00Z') })
const server = setServer({ clock })
const practice = { book: '1' }

function host(user: Caller, buyMoney: string, more: object = {}) {
  const json = { book: 1, buyMoney, mid: 1, version: 1, type: '0', userNum: '1', ...more }
  return user.post('/api/orderConfirmation', { headers: moneyKey(), json })
}

test('money hosted in a product comes back, less the fee of an early exit', async () => {
  const user = await newUser(() => server.url, 3)
  const overview = await user.get('/api/getBzIndexData', { query: practice })
  expect(overview.body).toMatchObject({ status: 200, data: { profit: '0', tgzMoney: '0' } })
  const info = await user.get('/api/getMoveInfo', { query: { ...practice, mid: '1' } })
  expect(info.body.data).toMatchObject({ least: '100', most: '5000', serviceCharge: '0.5', period: 7 })
  const placed = await host(user, '250.5')
  expect(placed.body).toMatchObject({ status: 200, data: { message: '250.5 USDT are hosted.' } })
  const { orderNumber } = placed.body.data as { orderNumber: string }
  const list = await user.get('/api/getMyTgOrderList', { query: { ...practice, status: '1' } })
  expect(list.body.data).toMatchObject({
    total: 1,
    list: [{ orderMoney: '250.5', status: 1, profitDays: 0 }],
  })
  const real = await user.get('/api/getMyTgOrderList', { query: { book: '0', status: '1' } })
  expect(real.body.data).toMatchObject({ total: 0 })
  const estimate = await user.get('/api/getExitEstimate', { query: { ...practice, orderNumber } })
  expect(estimate.body.data).toMatchObject({ redeemMoney: '249.25', deductionMoney: '1.25' })
  const statement = await user.get('/api/getStatement', {
    query: { ...practice, currencyId: '1', kind: 'available', from: '0', to: String(clock.nowMs() + 1_000) },
  })
  expect(statement.text).toContain('"hosting"')
  const left = await user.post('/api/exitHosting', { headers: moneyKey(), json: { book: 1, orderNumber } })
  expect(left.body.data).toMatchObject({ redeemMoney: '249.25', deductionMoney: '1.25' })
  const hosted = await user.get('/api/getStatement', {
    query: { ...practice, currencyId: '1', kind: 'hosted', from: '0', to: String(clock.nowMs() + 1_000) },
  })
  const { lines, closing } = hosted.body.data as ReplyOf<(typeof walletRoutes)['getStatement']>
  const told = lines.map(({ cause, amount, balance, counter }) => [cause, amount, balance, counter])
  expect(told).toHaveLength(3)
  expect(told[0]).toEqual(['hosting', '250.5', '250.5', 'available'])
  expect(told).toContainEqual(['release', '-1.25', expect.any(String), 'fees'])
  expect(told).toContainEqual(['release', '-249.25', expect.any(String), 'available'])
  expect(closing).toBe('0')
})

/** The version on offer, or why there is none: a new version takes effect with the log's next second. */
async function versionOf(user: Caller): Promise<unknown> {
  const { body } = await user.get('/api/getMoveInfo', { query: { ...practice, mid: '1' } })
  return (body.data as { version?: number } | null)?.version ?? body.code
}

test.each<[why: string, json: object, code: string]>([
  ['an unknown product', { mid: 77 }, 'hosting_product_unknown'],
  ['other terms', { version: 2 }, 'hosting_terms_changed'],
  ['less than the least', { buyMoney: '99.99' }, 'hosting_amount_outside'],
  ['more than the most', { buyMoney: '5000.01' }, 'hosting_amount_outside'],
  ['parts of a cent', { buyMoney: '100.001' }, 'hosting_amount_invalid'],
  ['nothing', { buyMoney: '0' }, 'hosting_amount_invalid'],
  ['words', { buyMoney: 'all' }, 'hosting_amount_invalid'],
  ['more than there is', { book: 0, buyMoney: '5000' }, 'insufficient_funds'],
])('hosting is refused for %s', async (_, json, code) => {
  const user = await newUser(() => server.url, 3)
  expect((await host(user, '100', json)).body.code).toBe(code)
})

test('a break refuses new orders but no exit', async () => {
  const user = await newUser(() => server.url, 4)
  const { orderNumber } = (await host(user, '100')).body.data as { orderNumber: string }
  const broken = await user.post('/api/takeBreak', { json: { hours: 24 } })
  expect(broken.status, broken.text).toBe(200)
  expect((await host(user, '100')).body.code).toBe('on_break')
  const left = await user.post('/api/exitHosting', { headers: moneyKey(), json: { book: 1, orderNumber } })
  expect(left.body.status).toBe(200)
})

test('two operators set the terms of future orders; a running order keeps its own', async () => {
  const user = await newUser(() => server.url, 5)
  const ann = await operatorCaller(server, { roles: ['treasurer'] })
  const ben = await operatorCaller(server, { roles: ['treasurer'] })
  const change = async (payload: object) => approve(ben, await ask(ann, 'hosting.product', payload))
  const { orderNumber } = (await host(user, '100')).body.data as { orderNumber: string }
  const terms = {
    mid: 1,
    after: 1,
    days: 7,
    least: '200',
    most: '300',
    upperPpm: 100,
    exitFeePpm: 50_000,
    isOpen: true,
  }
  expect(await change({ ...terms, least: '301' })).toBe('hosting_product_invalid')
  expect(await change(terms)).toBe('approved')
  await expect.poll(() => versionOf(user)).toBe(2)
  expect((await host(user, '200')).body.code).toBe('hosting_terms_changed')
  const left = await user.post('/api/exitHosting', { headers: moneyKey(), json: { book: 1, orderNumber } })
  expect(left.body.data).toMatchObject({ deductionMoney: '0.5' })
  expect(await change({ ...terms, after: 2, isOpen: false })).toBe('approved')
  await expect.poll(() => versionOf(user)).toBe('hosting_product_unknown')
  expect((await host(user, '200', { version: 3 })).body.code).toBe('hosting_closed')
})

test('the log has a day soon after its midnight, and the audit finds its books in order', async () => {
  clock.advance(Math.max(0, Date.parse('2027-03-11T00:00:01Z') - clock.nowMs()))
  await expect
    .poll(async () => (await readYields(server.database.database.db)).length, { timeout: 60_000 })
    .toBe(1)
  const [row] = await readYields(server.database.database.db)
  const entry = parseEntry(row?.body ?? '')
  expect(entry).toMatchObject({ kind: 'yield', day: '2027-03-10', first: 1, real: [0, '0', '0'] })
  const anybody = await newUser(() => server.url, 6)
  const shown = await anybody.get('/api/getProgramme', { query: practice })
  expect(shown.body.data).toMatchObject({ days: [{ day: '2027-03-10', hosted: '0', seq: entry?.seq }] })
  const published = (path: string) => fetch(`${server.url}${YIELD_PATH}${path}`)
  const { days } = (await (await published('')).json()) as { days: object[] }
  expect(days).toEqual([expect.objectContaining({ seq: entry?.seq, day: '2027-03-10', before: 0 })])
  expect(days[0]).not.toHaveProperty('kind')
  await server.app.market.idle()
  await expect.poll(async () => (await published('/2027-03-10')).status, { timeout: 60_000 }).toBe(200)
  expect(await (await published('/2027-03-10')).json()).toMatchObject({ day: '2027-03-10', payouts: [] })
  for (const path of ['/2027-03-09', '/2027-03-11', '/today'])
    expect((await published(path)).status).toBe(404)
  const findings = await runAudit(server.database.database, {
    ticksBetween: server.app.market.ticksBetween,
  })
  expect(findings, auditText(findings)).toEqual([])
}, 120_000)
