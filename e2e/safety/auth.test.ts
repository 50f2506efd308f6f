import { caller, type Caller, newUser, signIn, wallet } from '@tickmark/server/app/app.testing'
import { ROUTES, type RouteName } from '@tickmark/wire/routes/all'
import { beforeAll, describe, expect, test } from 'vitest'
import { openHouse } from '../support/stage/stage.ts'
import { ask } from './ask.ts'
import { type Wanted, wrongAnswers } from './cells.ts'
import { foreignHeaders, seeForeign } from './foreign.ts'

const house = openHouse()
const url = () => house.url
const names = Object.keys(ROUTES) as RouteName[]
const closed = names.filter((name) => ROUTES[name].who !== 'anyone')
const forUsers = names.filter((name) => ROUTES[name].who === 'user')
const changing = names.filter((name) => ROUTES[name].changes)
const paying = names.filter((name) => ROUTES[name].money)
const NOT_SIGNED_IN: Wanted = [401, 'sign_in_first']
let wallets = 1_000
/** A registered user, for calls that are refused before they change anything. */
let joined: Caller
beforeAll(async () => {
  joined = await newUser(url, ++wallets)
})

describe('[T11] a call that needs a proved address', () => {
  test('is refused without a session, and with an invalid one', async () => {
    const cookie = joined.cookies.get('sid') ?? ''
    const bearer = await bearerToken()
    const strangers: [string, Record<string, string>][] = [
      ['nothing', {}],
      ['a short cookie', { cookie: 'sid=junk' }],
      ['a junk cookie', { cookie: `sid=${'A'.repeat(43)}` }],
      ['a cookie with other letters', { cookie: 'sid=../../etc' }],
      ['a broken cookie', { cookie: 'sid=%%%;;;==' }],
      ['a short token', { authorization: 'Bearer junk' }],
      ['a junk token', { authorization: `Bearer ${'B'.repeat(43)}` }],
      ['a junk token beside a good cookie', { authorization: 'Bearer junk', cookie: `sid=${cookie}` }],
      ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
      ['the cookie as a token', { authorization: `Bearer ${cookie}` }],
      ['the token as a cookie', { cookie: `sid=${bearer}` }],
    ]
    const found = await wrongAnswers(closed, async (name, see) => {
      for (const [what, headers] of strangers) {
        see(await ask(caller(url), name, { headers }), NOT_SIGNED_IN, what)
      }
    })
    expect(found).toEqual([])
    expect((await ask(joined, 'sessions')).status, 'the good cookie').toBe(200)
    const program = caller(url, { authorization: `Bearer ${bearer}`, origin: '' })
    expect((await ask(program, 'sessions')).status, 'the good token').toBe(200)
  })

  test('is refused with an ended session, whether ended by its id or by signing out', async () => {
    const [byId, running] = [await newUser(url, ++wallets), await newUser(url, ++wallets)]
    const cookies = [byId, running].map((user) => `sid=${user.cookies.get('sid')}`)
    expect((await ask(byId, 'signOut', { fields: { id: await ownSession(byId) } })).status).toBe(200)
    expect((await running.delete(ROUTES.signOut.path)).status).toBe(200)
    const found = await wrongAnswers(closed, async (name, see) => {
      for (const cookie of cookies) see(await ask(caller(url), name, { headers: { cookie } }), NOT_SIGNED_IN)
    })
    expect(found).toEqual([])
  })

  test('ends the session when the wallet has changed', async () => {
    const found = await wrongAnswers(closed, async (name, see) => {
      const user = await newUser(url, ++wallets)
      const cookie = `sid=${user.cookies.get('sid')}`
      const moved = await ask(user, name, { fields: { address: wallet(++wallets).address } })
      see(moved, [401, 'wallet_changed'])
      see(moved, () => !user.cookies.has('sid'), 'the cookie stays')
      see(await ask(caller(url), name, { headers: { cookie } }), NOT_SIGNED_IN, 'with the old cookie')
    })
    expect(found).toEqual([])
  })

  test('from another site ends no session, whatever address it claims', async () => {
    const { address } = wallet(++wallets)
    const reading = forUsers.filter((name) => ROUTES[name].method === 'GET' && !ROUTES[name].changes)
    const opened = { 'x-app': '', origin: '', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const found = await wrongAnswers(reading, async (name, see) => {
      see(await ask(joined, name, { fields: { address }, headers: opened }), [401, 'wallet_changed'])
      see(await ask(joined, 'sessions'), [200], 'the session afterwards')
    })
    expect(found).toEqual([])
  })

  test('accepts the own address in any letter case', async () => {
    const found = await wrongAnswers(closed, async (name, see) => {
      const { address } = wallet(++wallets)
      const user = await newUser(url, wallets)
      const reply = await ask(user, name, { fields: { address: address.toLowerCase() } })
      see(reply, ({ status }) => status !== 401)
    })
    expect(found).toEqual([])
  })

  test('is refused to a visitor who has not joined', async () => {
    const visitor = caller(url)
    await signIn(visitor, wallet(++wallets))
    const found = await wrongAnswers(forUsers, async (name, see) => {
      see(await ask(visitor, name), [403, 'register_first'])
    })
    expect(found).toEqual([])
  })
})

describe('[T11] a call that changes something', () => {
  test('is refused to other sites, also as a form post, which a browser sends without a preflight', async () => {
    const cases = foreignHeaders(house.url)
    expect(cases.length).toBeGreaterThan(10)
    const found = await wrongAnswers(changing, (name, see) => seeForeign(joined, name, cases, see))
    expect(found).toEqual([])
  })

  test('is accepted from our page, and with a bearer token without an origin', async () => {
    const passes: Wanted = ({ body }) => body.code !== 'wrong_origin'
    const found = await wrongAnswers(changing, async (name, see) => {
      const own = await newUser(url, ++wallets)
      see(await ask(own, name, { headers: { 'sec-fetch-site': 'same-origin' } }), passes, 'our page')
      const program = caller(url, { authorization: `Bearer ${await bearerToken()}`, origin: '' })
      see(await ask(program, name), passes, 'a program')
    })
    expect(found).toEqual([])
  })

  test('uses the referrer when a GET has no origin', async () => {
    const read = changing.filter((name) => ROUTES[name].method === 'GET')
    const found = await wrongAnswers(read, async (name, see) => {
      const own = await newUser(url, ++wallets)
      const referring = { origin: '', referer: `${house.url}/account` }
      see(await ask(own, name, { headers: referring }), [200], 'a referring page')
      const told = { origin: '', 'sec-fetch-site': 'same-origin' }
      see(await ask(own, name, { headers: told }), [200], 'the browser’s word')
    })
    expect(found).toEqual([])
  })

  test('needs a UUID as idempotency key when it moves money', async () => {
    const uuid = crypto.randomUUID()
    const crooked = ['1', 'x'.repeat(36), '00000000-0000-0000-0000-00000000000g', `${uuid} ${uuid} `]
    const found = await wrongAnswers(paying, async (name, see) => {
      const keyed = (key: string) => ask(joined, name, { headers: { 'idempotency-key': key } })
      see(await keyed(''), [400, 'key_missing'])
      for (const key of crooked) see(await keyed(key), [400, 'key_invalid'], key)
    })
    expect(found).toEqual([])
  })
})

test('every session ends after a day without a call', async () => {
  const user = await newUser(url, ++wallets)
  const headers: Record<string, string>[] = [
    { cookie: `sid=${user.cookies.get('sid')}` },
    { authorization: `Bearer ${await bearerToken()}` },
  ]
  house.clock.advance(24 * 3_600_000 + 1_000)
  const found = await wrongAnswers(closed, async (name, see) => {
    for (const one of headers) see(await ask(caller(url), name, { headers: one }), NOT_SIGNED_IN)
  })
  expect(found).toEqual([])
})

async function bearerToken(): Promise<string> {
  const who = caller(url)
  const reply = await signIn(who, wallet(++wallets), { transport: 'bearer' })
  expect(who.cookies.has('sid')).toBe(false)
  return (reply.body.data as { token: string }).token
}

async function ownSession(user: Caller): Promise<string> {
  const { body } = await ask(user, 'sessions')
  return (body.data as { list: { id: string }[] }).list[0]?.id ?? ''
}
