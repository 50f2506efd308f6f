import { afterAll, expect, onTestFinished, test } from 'vitest'
import { caller, newUser, setServer, signIn, wallet } from '../app/app.testing.ts'
import {
  type OperatorCaller,
  operatorCaller,
  operatorOf,
  proveAddress,
} from '../app/operatorCaller.testing.ts'
import { stubNode, tronWallet } from '../accounts/signIn.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { listActions } from '../operators/actionLogStore.ts'
import { CHALLENGE_LIFE_MS } from './session/signIn.ts'
import { codeAt } from '../platform/oneTimeCode.testing.ts'

const NAMED = 401
const clock = movableClock({ isStill: true })
const tron = tronWallet(404)
const contract = '0x1111111111111111111111111111111111111111'
const node = await stubNode(contract, () => true)
afterAll(() => void node.server.close())
const OPERATORS = `${wallet(NAMED).address}:viewer ${tron.address}:editor ${contract}:viewer`
const server = setServer({ clock, env: { OPERATORS, ETH_RPC_URL: node.url } })
const url = () => server.url

test('an operator proves an address, then sets up an authenticator, and later shows its codes', async () => {
  // An authenticator goes by the wall's time, which the house's may have left behind.
  clock.setWall(3_600_000)
  onTestFinished(() => clock.setWall(-3_600_000))
  const first = caller(url)
  const signed = await proveAddress(first, wallet(NAMED))
  expect(signed.body.data).toMatchObject({
    session: {
      address: wallet(NAMED).address,
      roles: ['viewer'],
      state: 'enrol',
      factors: { passkey: false, code: false },
    },
  })
  const [cookie = ''] = signed.headers.getSetCookie().filter((one) => one.startsWith('console='))
  expect(cookie).toMatch(/^console=[\w-]{43}; Path=\/api\/console; Max-Age=43200; HttpOnly; SameSite=Strict$/)
  expect((await first.get('/api/console/operators')).body.code).toBe('factor_first')
  const { secret } = (await first.post('/api/console/factor/code/new', { json: {} })).body.data as {
    secret: string
  }
  const now = codeAt(secret, clock.wallMs())
  const wrong = await first.post('/api/console/factor/code/keep', {
    json: { code: now === '000000' ? '1' : '000000' },
  })
  expect(wrong.body.code).toBe('code_wrong')
  const kept = await first.post('/api/console/factor/code/keep', { json: { code: now } })
  expect(kept.body.data).toMatchObject({ session: { state: 'open', factors: { code: true } } })
  expect((await first.get('/api/console/operators')).status).toBe(200)

  const second = caller(url)
  const again = await proveAddress(second, wallet(NAMED))
  expect(again.body.data).toMatchObject({ session: { state: 'factor' } })
  for (const path of ['code/new', 'passkey/new'])
    expect((await second.post(`/api/console/factor/${path}`, { json: {} })).body.code).toBe('factor_first')
  expect((await second.get('/api/console/operators')).body.code).toBe('factor_first')
  // A code is valid once.
  const used = await second.post('/api/console/factor/code/prove', { json: { code: now } })
  expect(used.body.code).toBe('code_wrong')
  const next = codeAt(secret, clock.wallMs() + 30_000)
  const proven = await second.post('/api/console/factor/code/prove', { json: { code: next } })
  expect(proven.body.data).toMatchObject({ session: { state: 'open' } })
  expect((await second.get('/api/console/operators')).status).toBe(200)
})

test('only operators known to the house get in, and a signature is valid once', async () => {
  const stranger = caller(url)
  expect((await proveAddress(stranger, wallet(402))).body.code).toBe('operators_only')
  const asked = await stranger.post('/api/console/session/challenge', {
    json: { address: wallet(NAMED).address, walletType: 1 },
  })
  const { message } = asked.body.data as { message: string }
  expect(message).toContain(`\nURI: ${server.url}/console\n`)
  const foreign = { address: wallet(NAMED).address, walletType: 1, message }
  const signature = await wallet(402).signMessage({ message })
  const refused = await stranger.post('/api/console/session', { json: { ...foreign, signature } })
  expect(refused.body.code).toBe('signature_wrong')
  const own = await wallet(NAMED).signMessage({ message })
  const late = await stranger.post('/api/console/session', { json: { ...foreign, signature: own } })
  expect(late.body.code).toBe('challenge_unknown')
})

test('while no node answers, an operator’s contract wallet is told to wait, and signs in later', async () => {
  const who = caller(url)
  const asked = { address: contract, walletType: 1 }
  const { message } = (await who.post('/api/console/session/challenge', { json: asked })).body.data as {
    message: string
  }
  const prove = () => who.post('/api/console/session', { json: { ...asked, message, signature: '0x12' } })
  node.isAway = true
  const early = await prove().finally(() => (node.isAway = false))
  expect([early.status, early.body.code]).toEqual([503, 'busy'])
  expect((await prove()).body.data).toMatchObject({ session: { address: contract, state: 'enrol' } })
  expect((await prove()).body.code).toBe('challenge_unknown')
})

test('an operator signs in with a Tron wallet, by a text that names Tron’s network', async () => {
  const [who, other] = [caller(url), caller(url)]
  const given = { address: tron.address, walletType: 2 }
  const texts = async (by: typeof who, json: object) =>
    (await by.post('/api/console/session/challenge', { json })).body.data as { message: string }
  const { message } = await texts(who, given)
  expect(message).toContain(' with your Tron account:\n')
  expect(message).toContain('\nChain ID: 728126428\n')
  const ethereum = (await texts(other, { address: wallet(NAMED).address, walletType: 1 })).message
  expect(ethereum).toContain(' with your Ethereum account:\n')
  expect(ethereum).toContain('\nChain ID: 1\n')
  const json = { ...given, message, signature: tron.signMessage(message) }
  const signed = await who.post('/api/console/session', { json })
  expect(signed.body.data).toMatchObject({ session: { address: tron.address, roles: ['editor'] } })
})

test('a text opens nothing in another browser than the one that asked for it', async () => {
  const account = wallet(NAMED)
  const given = { address: account.address, walletType: 1 }
  const [who, thief] = [caller(url), caller(url)]
  await thief.post('/api/console/session/challenge', { json: given })
  for (const [by, code] of [
    [thief, 'challenge_unknown'],
    [who, undefined],
  ] as const) {
    const { body } = await who.post('/api/console/session/challenge', { json: given })
    const { message } = body.data as { message: string }
    const signature = await account.signMessage({ message })
    const opened = await by.post('/api/console/session', { json: { ...given, message, signature } })
    expect(opened.body.code).toBe(code)
  }
})

test('a text is valid to its last millisecond', async () => {
  const account = wallet(NAMED)
  const openedAfter = async (ms: number) => {
    const who = caller(url)
    const given = { address: account.address, walletType: 1 }
    const asked = await who.post('/api/console/session/challenge', { json: given })
    const { message } = asked.body.data as { message: string }
    clock.advance(ms)
    const signature = await account.signMessage({ message })
    return who.post('/api/console/session', { json: { ...given, message, signature } })
  }
  expect((await openedAfter(CHALLENGE_LIFE_MS - 1)).status).toBe(200)
  expect((await openedAfter(CHALLENGE_LIFE_MS)).body.code).toBe('challenge_expired')
})

test('a text for one of the console’s addresses opens no session at another', async () => {
  const account = wallet(NAMED)
  const given = { address: account.address, walletType: 1 }
  const other = `http://127.0.0.1:${new URL(server.url).port}`
  const headers = { origin: other }
  const who = caller(url)
  const textAt = async (more: object) => {
    const asked = await who.post('/api/console/session/challenge', { json: given, ...more })
    return (asked.body.data as { message: string }).message
  }
  const opened = async (message: string, more: object) => {
    const signature = await account.signMessage({ message })
    const json = { ...given, message, signature }
    return (await who.post('/api/console/session', { json, ...more })).body
  }
  expect((await opened(await textAt({}), { headers })).code).toBe('challenge_unknown')
  expect((await opened(await textAt({ headers }), {})).code).toBe('challenge_unknown')
  expect((await opened(await textAt({ headers }), { headers })).status).toBe(200)
})

test('a user’s sign-in text does not open the console, nor the console’s a user’s session', async () => {
  const account = wallet(NAMED)
  const given = { address: account.address, walletType: 1 }
  for (const [from, to] of [
    ['/api/session/challenge', '/api/console/session'],
    ['/api/console/session/challenge', '/api/session'],
  ] as const) {
    const who = caller(url)
    const { message } = (await who.post(from, { json: given })).body.data as { message: string }
    const signature = await account.signMessage({ message })
    const reply = await who.post(to, { json: { ...given, message, signature } })
    expect(reply.body.code).toBe('challenge_unknown')
  }
})

test('a user’s session is worthless at the console, and an operator’s elsewhere', async () => {
  const operator = await operatorCaller(server, { roles: ['admin'] })
  expect((await operator.get('/api/sessions')).body.code).toBe('sign_in_first')
  const user = await newUser(url, 403)
  expect((await user.get('/api/console/operators')).body.code).toBe('operators_only')
  const bearer = caller(url)
  const { token } = (await signIn(bearer, wallet(403), { transport: 'bearer' })).body.data as {
    token: string
  }
  const authorization = `Bearer ${token}`
  expect((await bearer.get('/api/console/operators', { headers: { authorization } })).body.code).toBe(
    'operators_only',
  )
  // A program's token does not borrow the rights of an operator's cookie in the same request.
  expect((await operator.get('/api/console/operators', { headers: { authorization } })).body.code).toBe(
    'operators_only',
  )
  expect((await operator.get('/api/console/operators')).status).toBe(200)
})

const state = async (who: OperatorCaller) =>
  ((await who.get('/api/console/session')).body.data as { session: object | null }).session !== null

test('a session lasts half an hour without use, to the millisecond', async () => {
  const idle = await operatorCaller(server, { roles: ['viewer'] })
  clock.advance(30 * 60_000 - 1)
  expect(await state(idle)).toBe(true)
  clock.advance(1)
  expect(await state(idle)).toBe(false)
})

test('a session ends after half an hour without use, and after twelve hours in any case', async () => {
  const idle = await operatorCaller(server, { roles: ['viewer'] })
  const busy = await operatorCaller(server, { roles: ['viewer'] })
  for (let minutes = 0; minutes < 40; minutes += 20) {
    clock.advance(20 * 60_000)
    // Requests that a page makes by itself, and asking for the session, keep nobody signed in.
    await idle.get('/api/console/operators', { headers: { 'x-background': '1' } })
    await state(idle)
    expect((await busy.get('/api/console/operators')).status).toBe(200)
  }
  expect([await state(idle), await state(busy)]).toEqual([false, true])
  expect((await idle.get('/api/console/operators')).body.code).toBe('sign_in_first')
  for (let minutes = 40; minutes < 12 * 60; minutes += 29) {
    clock.advance(29 * 60_000)
    await busy.get('/api/console/operators')
  }
  expect(await state(busy)).toBe(false)
}, 120_000)

test('the sandbox’s link opens the console once, and a new link invalidates it', async () => {
  const [first, second] = [await server.app.ownLink(), await server.app.ownLink()]
  const secretOf = (link: string | null) => link?.split('#link=')[1] ?? ''
  expect(second).toMatch(new RegExp(`^${server.url}/console/#link=[\\w-]{32}$`))
  const open = (link: string | null, who = caller(url)) =>
    who.post('/api/console/session/link', { json: { link: secretOf(link) } })
  expect((await open(first)).body.code).toBe('console_link_invalid')
  const who = caller(url)
  expect((await open(second, who)).body.data).toMatchObject({
    session: { name: 'Sandbox', roles: ['admin'], state: 'open' },
  })
  expect((await who.get('/api/console/operators')).status).toBe(200)
  expect((await open(second)).body.code).toBe('console_link_invalid')
  const [signedIn] = await listActions(server.database.database.db, { action: 'console.signIn' }, 1)
  expect(signedIn).toMatchObject({ subject: `operator ${signedIn?.operator}`, details: { factor: 'link' } })
  const inTime = await server.app.ownLink()
  clock.advance(24 * 3_600_000 - 1)
  expect((await open(inTime)).status).toBe(200)
  const late = await server.app.ownLink()
  clock.advance(24 * 3_600_000)
  expect((await open(late)).body.code).toBe('console_link_invalid')
})

/** Another session of the same operator. */
const again = ({ account }: OperatorCaller) => operatorOf(url, account, { to: caller(url) })

test('signing out ends this session, and on request all others of the operator', async () => {
  const here = await operatorCaller(server, { roles: ['viewer'] })
  const there = await again(here)
  // Each code is valid once, so the next sign-in waits for its half minute.
  clock.advance(30_000)
  const third = await again(here)
  expect((await third.delete('/api/console/session')).body.data).toEqual({ ended: 1 })
  expect((await there.get('/api/console/operators')).status).toBe(200)
  const ended = await here.delete('/api/console/session', { query: { everywhere: 'true' } })
  expect(ended.body.data).toEqual({ ended: 2 })
  for (const who of [here, there, third])
    expect((await who.get('/api/console/operators')).body.code).toBe('sign_in_first')
  expect(here.cookies.has('console')).toBe(false)
})
