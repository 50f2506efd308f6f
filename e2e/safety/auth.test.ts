import { caller, type Caller, newUser, type Reply, signIn, wallet } from '@tickmark/server/app/app.testing'
import { ROUTES, type RouteName } from '@tickmark/wire/routes/all'
import { DESK_ROUTES, type DeskRouteName } from '@tickmark/wire/routes/operators/all'
import { describe, expect, test } from 'vitest'
import { openHouse } from '../support/stage.ts'
import { ask } from './ask.ts'

/** Wallets of people of the house: one who may only look, and one who may everything. */
const VIEWER = 901
const ADMIN = 902
const house = openHouse({ OPERATORS: `${wallet(VIEWER).address}:viewer ${wallet(ADMIN).address}:admin` })
const url = () => house.url
const names = Object.keys(ROUTES) as RouteName[]
const closed = names.filter((name) => ROUTES[name].who !== 'anyone')
const forUsers = names.filter((name) => ROUTES[name].who === 'user')
const changing = names.filter((name) => ROUTES[name].changes)
const desk = Object.keys(DESK_ROUTES) as DeskRouteName[]
const deskWithRole = desk.filter((name) => DESK_ROUTES[name].role !== 'any')
const deskChanging = desk.filter((name) => DESK_ROUTES[name].changes)
/** Requests that no page of ours makes. */
const foreign: [string, () => Record<string, string>][] = [
  ['no X-App', () => ({ 'x-app': '' })],
  ['another X-App', () => ({ 'x-app': '0' })],
  ['another origin', () => ({ origin: 'https://evil.example' })],
  ['a sandboxed origin', () => ({ origin: 'null' })],
  ['an origin that starts alike', () => ({ origin: `${house.url}.evil.example` })],
  ['no origin with a cookie', () => ({ origin: '' })],
  ['a cross-site fetch', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['a sibling site', () => ({ 'sec-fetch-site': 'same-site' })],
]
let wallets = 1_000

describe('a call for people who proved their address', () => {
  test.each(closed)('%s is refused without a session, and with one that is not', async (name) => {
    const strangers: [string, Record<string, string>][] = [
      ['nothing', {}],
      ['a junk cookie', { cookie: `sid=${'A'.repeat(43)}` }],
      ['a broken cookie', { cookie: 'sid=%%%;;;==' }],
      ['a junk token', { authorization: `Bearer ${'B'.repeat(43)}` }],
      ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ]
    for (const [what, headers] of strangers) {
      expectRefusal(await ask(caller(url), name, { headers }), 401, 'sign_in_first', what)
    }
  })

  test.each(closed)('%s is refused with a session that was ended', async (name) => {
    const { user, headers } = await cookieUser()
    expect((await ask(user, 'signOut', { fields: { id: await ownSession(user) } })).status).toBe(200)
    expectRefusal(await ask(caller(url), name, { headers }), 401, 'sign_in_first')
  })

  test.each(closed)('%s takes a token only the way it was handed out', async (name) => {
    const byCookie = await cookieUser()
    const token = byCookie.headers.cookie.replace('sid=', '')
    const asBearer = { authorization: `Bearer ${token}` }
    expectRefusal(await ask(caller(url), name, { headers: asBearer }), 401, 'sign_in_first')
    const bearer = await bearerToken()
    expectRefusal(
      await ask(caller(url), name, { headers: { cookie: `sid=${bearer}` } }),
      401,
      'sign_in_first',
    )
  })

  test.each(closed)('%s ends the session when the wallet has changed', async (name) => {
    const { user } = await cookieUser()
    const other = { address: wallet(++wallets).address }
    expectRefusal(await ask(user, name, { fields: other }), 401, 'wallet_changed')
    expectRefusal(await ask(user, name), 401, 'sign_in_first')
  })

  test.each(forUsers)('%s is refused to a visitor who has not joined', async (name) => {
    const visitor = caller(url)
    await signIn(visitor, wallet(++wallets))
    expectRefusal(await ask(visitor, name), 403, 'register_first')
  })
})

describe('a call that changes something', () => {
  test.each(changing)('%s is refused to other sites', async (name) => {
    const { user } = await cookieUser()
    for (const [what, headers] of foreign) {
      expectRefusal(await ask(user, name, { headers: headers() }), 403, 'wrong_origin', what)
    }
  })

  test.each(changing.filter((name) => ROUTES[name].method === 'POST'))(
    '%s is refused as a form of another site, which a browser sends without asking',
    async (name) => {
      const { user } = await cookieUser()
      const form = { origin: 'https://evil.example', 'x-app': '' }
      const reply = await user.post(ROUTES[name].path, { form: { pid: '1' }, headers: form })
      expectRefusal(reply, 403, 'wrong_origin')
    },
  )
})

describe('a call for operators', () => {
  test('is under a path of its own, says so of itself, and is refused to other sites when it changes anything', () => {
    for (const name of desk) {
      const { path, who, method, changes, money } = DESK_ROUTES[name]
      expect({ name, who, money }).toEqual({ name, who: 'operator', money: false })
      expect(path).toMatch(/^\/api\/desk\//)
      expect(changes, name).toBe(method !== 'GET')
    }
    expect(names.filter((name) => ROUTES[name].path.startsWith('/api/desk'))).toEqual([])
  })

  test.each(desk)('%s is refused without a session, and with one that is not or is over', async (name) => {
    expectRefusal(await ask(caller(url), name), 401, 'sign_in_first')
    const junk = { cookie: `sid=${'A'.repeat(43)}` }
    expectRefusal(await ask(caller(url), name, { headers: junk }), 401, 'sign_in_first')
    const operator = await operatorOf(ADMIN)
    const cookie = `sid=${operator.cookies.get('sid')}`
    expect((await ask(operator, 'signOut', { fields: { id: await ownSession(operator) } })).status).toBe(200)
    expectRefusal(await ask(caller(url), name, { headers: { cookie } }), 401, 'sign_in_first')
  })

  test.each(desk)('%s is refused to users and visitors, whatever they say of themselves', async (name) => {
    const { user } = await cookieUser()
    expectRefusal(await ask(user, name), 403, 'operators_only', 'a user')
    const visitor = caller(url)
    await signIn(visitor, wallet(++wallets))
    expectRefusal(await ask(visitor, name), 403, 'operators_only', 'a visitor')
    const posing = { fields: { address: wallet(ADMIN).address } }
    expectRefusal(await ask(user, name, posing), 401, 'wallet_changed', 'who names an operator’s address')
  })

  test.each(deskWithRole)('%s is refused to an operator of another role', async (name) => {
    const reply = await ask(await operatorOf(VIEWER), name)
    expectRefusal(reply, 403, 'role_missing')
    expect(reply.body.data).toEqual({ role: DESK_ROUTES[name].role })
  })

  test.each(deskChanging)(
    '%s is refused to other sites, an operator’s own browser among them',
    async (name) => {
      const operator = await operatorOf(ADMIN)
      for (const [what, headers] of foreign) {
        expectRefusal(await ask(operator, name, { headers: headers() }), 403, 'wrong_origin', what)
      }
      const form = { form: { id: '1' }, headers: { origin: 'https://evil.example', 'x-app': '' } }
      expectRefusal(await operator.post(DESK_ROUTES[name].path, form), 403, 'wrong_origin', 'a form')
    },
  )

  test.each(desk)('%s lets in who may everything', async (name) => {
    const reply = await ask(await operatorOf(ADMIN), name)
    expect([200, 400, 404, 409], reply.text).toContain(reply.status)
  })

  async function operatorOf(number: number): Promise<Caller> {
    const operator = caller(url)
    await signIn(operator, wallet(number))
    return operator
  }
})

test('a call that moves money needs a key, and a UUID as one', async () => {
  const { user } = await cookieUser()
  for (const name of names.filter((one) => ROUTES[one].money)) {
    expectRefusal(await ask(user, name, { headers: { 'idempotency-key': '' } }), 400, 'key_missing', name)
    expectRefusal(await ask(user, name, { headers: { 'idempotency-key': '1' } }), 400, 'key_invalid', name)
  }
})

test('every session ends after a day without a call', async () => {
  const { user, headers } = await cookieUser()
  const bearer = { authorization: `Bearer ${await bearerToken()}` }
  house.clock.advance(24 * 3_600_000 + 1_000)
  for (const name of closed) {
    expectRefusal(await ask(user, name), 401, 'sign_in_first', name)
    expectRefusal(await ask(caller(url), name, { headers: bearer }), 401, 'sign_in_first', name)
  }
  expect(headers.cookie).toMatch(/^sid=/)
})

function expectRefusal(reply: Reply, status: number, code: string, what = ''): void {
  expect({ what, status: reply.status, code: reply.body.code }).toEqual({ what, status, code })
}

async function cookieUser(): Promise<{ user: Caller; headers: { cookie: string } }> {
  const user = await newUser(url, ++wallets)
  const sid = user.cookies.get('sid')
  return { user, headers: { cookie: `sid=${sid}` } }
}

async function bearerToken(): Promise<string> {
  const reply = await signIn(caller(url), wallet(++wallets), { transport: 'bearer' })
  return (reply.body.data as { token: string }).token
}

async function ownSession(user: Caller): Promise<string> {
  const { body } = await ask(user, 'sessions')
  return (body.data as { list: { id: string }[] }).list[0]?.id ?? ''
}
