import { caller, type Caller, newUser, type Reply, signIn, wallet } from '@tickmark/server/app.testing'
import { ROUTES, type RouteName } from '@tickmark/wire/routes/all'
import { describe, expect, test } from 'vitest'
import { openHouse } from '../support/stage.ts'
import { ask } from './ask.ts'

const house = openHouse()
const url = () => house.url
const names = Object.keys(ROUTES) as RouteName[]
const closed = names.filter((name) => ROUTES[name].who !== 'anyone')
const forUsers = names.filter((name) => ROUTES[name].who === 'user')
const changing = names.filter((name) => ROUTES[name].changes)
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
    const foreign: [string, Record<string, string>][] = [
      ['no X-App', { 'x-app': '' }],
      ['another X-App', { 'x-app': '0' }],
      ['another origin', { origin: 'https://evil.example' }],
      ['a sandboxed origin', { origin: 'null' }],
      ['an origin that starts alike', { origin: `${house.url}.evil.example` }],
      ['no origin with a cookie', { origin: '' }],
      ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
      ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ]
    for (const [what, headers] of foreign) {
      expectRefusal(await ask(user, name, { headers }), 403, 'wrong_origin', what)
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
