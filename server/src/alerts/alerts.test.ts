import { formatAmount } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { type Caller, caller, newUser, setServer } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'

const clock = movableClock({ isStill: true })
const server = setServer({ clock })
const url = () => server.url

interface Item {
  id: string
  symbol: string
  kind: string
  value: string
  level: string
  side: string
  firedAt: number | null
  firedPrice: string | null
}

async function list(user: Caller): Promise<Item[]> {
  const reply = await user.get('/api/getAlerts')
  expect(reply.status, reply.text).toBe(200)
  return (reply.body.data as { list: Item[] }).list
}

const add = (user: Caller, json: object) => user.post('/api/addAlert', { json })

async function tick(): Promise<void> {
  clock.advance(1_000)
  await server.app.market.idle()
}

function priceNow(pid: number): bigint {
  return server.app.market.latest()?.prices.get(pid) ?? 0n
}

test('an alert is set, listed, fires by itself, writes one message and is listed as fired', async () => {
  const user = await newUser(url, 1)
  await tick()
  const rise = await add(user, { pid: 1, kind: 'percent', value: '0.00000001' })
  const fall = await add(user, { pid: 1, kind: 'percent', value: '-0.00000001' })
  const far = await add(user, { pid: 2, kind: 'price', value: '1000000' })
  expect([rise.status, fall.status, far.status]).toEqual([200, 200, 200])
  expect(far.body.data).toMatchObject({
    symbol: 'ETH',
    kind: 'price',
    value: '1000000',
    level: '1000000',
    side: 'above',
    firedAt: null,
    firedPrice: null,
  })
  expect((await list(user)).map((one) => one.value)).toEqual(['1000000', '-0.00000001', '+0.00000001'])
  const before = priceNow(1)
  for (let i = 0; i < 30 && priceNow(1) === before; i++) await tick()
  const fired = (await list(user)).filter((one) => one.firedAt !== null)
  expect(fired.length).toBe(1)
  expect(fired[0]).toMatchObject({
    side: priceNow(1) > before ? 'above' : 'below',
    firedAt: server.app.market.latest()?.atMs,
    firedPrice: formatAmount(priceNow(1)),
  })
  await tick()
  const { list: messages } = (await user.get('/api/getMyMessage')).body.data as {
    list: { category: string; title: string; link: string }[]
  }
  const ours = messages.filter((one) => one.category === 'alerts')
  expect(ours.length).toBe((await list(user)).filter((one) => one.firedAt !== null).length)
  expect(ours[0]).toMatchObject({
    link: '/business?pid=1',
    title: expect.stringContaining('BTC') as unknown,
  })
})

test('an invalid alert is refused with its reason', async () => {
  const user = await newUser(url, 2)
  await tick()
  const code = async (json: object) => (await add(user, json)).body.code
  expect(await code({ pid: 99, kind: 'price', value: '1' })).toBe('product_unknown')
  expect(await code({ pid: 1, kind: 'price', value: '0' })).toBe('alert_value_invalid')
  expect(await code({ pid: 1, kind: 'percent', value: '1001' })).toBe('alert_value_invalid')
  expect(await code({ pid: 1, kind: 'percent', value: '0' })).toBe('alert_value_invalid')
  expect(await code({ pid: 1, kind: 'price', value: formatAmount(priceNow(1)) })).toBe('alert_reached')
  expect(await code({ pid: 1, kind: 'level', value: '1' })).toBe('bad_request')
})

test('at most fifty are pending, also when set at once; deleting one allows another', async () => {
  const user = await newUser(url, 3)
  await tick()
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, i) => add(user, { pid: 1, kind: 'price', value: String(900_000 + i) })),
  )
  expect(replies.filter((one) => one.status === 200)).toHaveLength(50)
  const full = replies.find((one) => one.status !== 200)
  expect(full?.body).toMatchObject({ code: 'alerts_full', data: { most: '50' } })
  const [newest] = await list(user)
  const other = await newUser(url, 4)
  const remove = async (who: Caller) =>
    (await who.post('/api/removeAlert', { json: { id: newest?.id } })).body.data
  expect(await remove(other)).toEqual({ removed: false })
  expect(await remove(user)).toEqual({ removed: true })
  expect(await remove(user)).toEqual({ removed: false })
  expect((await add(user, { pid: 1, kind: 'price', value: '1' })).status).toBe(200)
  expect(await list(user)).toHaveLength(50)
  expect(await list(other)).toEqual([])
})

test('twenty that fired are listed, the latest first, behind those that wait', async () => {
  const user = await newUser(url, 5)
  // Of the two alerts of a round, one fires at the next tick with a changed price.
  for (let round = 0; round < 24; round++) {
    await tick()
    await add(user, { pid: 1, kind: 'percent', value: '0.00000001' })
    await add(user, { pid: 1, kind: 'percent', value: '-0.00000001' })
  }
  await tick()
  await add(user, { pid: 1, kind: 'price', value: '0.5' })
  const all = await list(user)
  expect(all[0]).toMatchObject({ value: '0.5', firedAt: null })
  const times = all.flatMap((one) => one.firedAt ?? [])
  expect(times).toHaveLength(20)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('without an account alerts can be neither set nor listed', async () => {
  expect((await caller(url).get('/api/getAlerts')).status).toBe(401)
  expect((await add(caller(url), { pid: 1, kind: 'price', value: '1' })).status).toBe(401)
})
