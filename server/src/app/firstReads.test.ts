import type { AnyRoute } from '@tickmark/wire/call'
import { ROLES } from '@tickmark/wire/roles'
import { ROUTES } from '@tickmark/wire/routes/all'
import { OPERATOR_ROUTES } from '@tickmark/wire/routes/operators/all'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { movableClock } from '../platform/clock.testing.ts'
import { type Caller, moneyKey, newUser, setServer } from './app.testing.ts'
import { operatorCaller } from './operatorCaller.testing.ts'
import { order } from './placeOrder.testing.ts'

/** Early in a minute, so that all of a test is in one. */
const startMs = Math.floor(Date.now() / 60_000) * 60_000 - 50_000
const clock = movableClock({ isStill: true, startMs })
const server = setServer({ clock, env: { CONTENT: 'none' } })
const url = () => server.url
const ORDER_ID = /^[0-9a-f-]{36}$/

/** The calls that only read and need no input. */
function readsOf(table: Record<string, AnyRoute>, ...by: AnyRoute['who'][]) {
  return Object.entries(table).filter(
    ([, { changes, who, input }]) => !changes && by.includes(who) && z.safeParse(input, {}).success,
  )
}

/** The answer of each call. */
async function answersTo(
  reads: ReturnType<typeof readsOf>,
  to: Caller,
  fields: Record<string, string>,
): Promise<Map<string, unknown>> {
  expect(reads.length).toBeGreaterThan(10)
  const answers = new Map<string, unknown>()
  for (const [name, { method, path }] of reads) {
    const { status, text, body } =
      method === 'GET' ? await to.get(path, { query: fields }) : await to.post(path, { json: fields })
    expect(`${name} ${status}`, text).toBe(`${name} 200`)
    answers.set(name, body)
  }
  return answers
}

test.each(['0', '1'])(
  'in account %s, a user who has just joined can make every read that needs no input',
  async (book) => {
    const user = await newUser(url, 1 + Number(book))
    await answersTo(readsOf(ROUTES, 'user'), user, { book })
  },
)

test('the operators of a new house can make every read that needs no input', async () => {
  const operator = await operatorCaller(server, { roles: ROLES })
  await answersTo(readsOf(OPERATOR_ROUTES, 'operator'), operator, {})
})

test('after a restart every read gives what it gave before, and a repeated call the first answer', async () => {
  const user = await newUser(url, 3)
  const operator = await operatorCaller(server, { roles: ROLES })
  const headers = moneyKey()
  const act = async (path: string, json: object) => {
    const reply = await user.post(path, { json, headers })
    expect(`${path} ${reply.status}`, reply.text).toBe(`${path} 200`)
    return reply.body
  }
  const read = async () => [
    await answersTo(readsOf(ROUTES, 'user', 'anyone'), user, { book: '1' }),
    await answersTo(readsOf(OPERATOR_ROUTES, 'operator'), operator, {}),
  ]
  const HOSTING = [
    '/api/orderConfirmation',
    { buyMoney: '500', mid: 1, type: '0', userNum: '1', book: 1 },
  ] as const
  const ACTS: [path: string, json: object][] = [
    ['/api/keepProd', { pid: 3 }],
    ['/api/addAlert', { pid: 1, kind: 'price', value: '900000' }],
    ['/api/setLimit', { kind: 'lossDay', value: '100' }],
    ['/api/muteMessages', { category: 'orders', muted: 1 }],
    ['/api/openThread', { subject: 'general' }],
    ['/api/setAddressBook', { on: 1 }],
    ['/api/startAuthenticator', {}],
  ]
  // A house that stops stores the minute of use, which is the same for all that follows.
  await user.get('/api/getUse')
  await server.restart(() => {})
  expect(await order(user)).toMatch(ORDER_ID)
  for (const [path, json] of ACTS) await act(path, json)
  const { data: hosted } = await act(...HOSTING)
  // For longer than operators share any figures.
  clock.advance(6_000)
  await server.app.market.idle()
  await server.app.idle()
  const before = await read()
  await server.restart(() => {})
  expect(await read()).toEqual(before)
  // Prices are known again before the next tick.
  expect(await order(user)).toMatch(ORDER_ID)
  const { data: again } = await act(...HOSTING)
  expect(again).toEqual({ ...(hosted as object), head: expect.any(String) as unknown })
})
