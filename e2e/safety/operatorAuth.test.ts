import { caller, type Caller, newUser, signIn, wallet } from '@tickmark/server/app/app.testing'
import { ROUTES } from '@tickmark/wire/routes/all'
import { OPERATOR_ROUTES, type OperatorRouteName } from '@tickmark/wire/routes/operators/all.testing'
import { beforeAll, expect, test } from 'vitest'
import { openHouse } from '../support/stage.ts'
import { ask } from './ask.ts'
import { type Wanted, wrongAnswers } from './cells.ts'
import { foreignHeaders, seeForeign } from './foreign.ts'

/** Wallets of two operators: one with the role `viewer`, one with `admin`. */
const VIEWER = 901
const ADMIN = 902
const house = openHouse({ OPERATORS: `${wallet(VIEWER).address}:viewer ${wallet(ADMIN).address}:admin` })
const url = () => house.url
const desk = Object.keys(OPERATOR_ROUTES) as OperatorRouteName[]
const NOT_SIGNED_IN: Wanted = [401, 'sign_in_first']
let wallets = 1_000
let admin: Caller
beforeAll(async () => {
  admin = await operatorOf(ADMIN)
})

test('[T11] a call for operators is under a path of its own, says so of itself, and is refused to other sites when it changes anything', () => {
  for (const name of desk) {
    const { path, who, method, changes, money } = OPERATOR_ROUTES[name]
    expect({ name, who, money }).toEqual({ name, who: 'operator', money: false })
    expect(path).toMatch(/^\/api\/desk\//)
    expect(changes, name).toBe(method !== 'GET')
  }
  expect(Object.values(ROUTES).filter(({ path }) => path.startsWith('/api/desk'))).toEqual([])
})

test('[T11] it is refused without a session, and with an invalid or ended one', async () => {
  const gone = await operatorOf(ADMIN)
  const ended = { cookie: `sid=${gone.cookies.get('sid')}` }
  expect((await ask(gone, 'signOut', { fields: { id: await runningSession(gone) } })).status).toBe(200)
  const junk = { cookie: `sid=${'A'.repeat(43)}` }
  const found = await wrongAnswers(desk, async (name, see) => {
    see(await ask(caller(url), name), NOT_SIGNED_IN)
    see(await ask(caller(url), name, { headers: junk }), NOT_SIGNED_IN, 'a junk cookie')
    see(await ask(caller(url), name, { headers: ended }), NOT_SIGNED_IN, 'a session that is over')
  })
  expect(found).toEqual([])
})

test('[T11] it is refused to users and visitors, whatever they claim', async () => {
  const [user, visitor] = [await newUser(url, ++wallets), caller(url)]
  await signIn(visitor, wallet(++wallets))
  const found = await wrongAnswers(desk, async (name, see) => {
    see(await ask(user, name), [403, 'operators_only'], 'a user')
    see(await ask(visitor, name), [403, 'operators_only'], 'a visitor')
    const posing = { fields: { address: wallet(ADMIN).address } }
    const poser = await newUser(url, ++wallets)
    see(await ask(poser, name, posing), [401, 'wallet_changed'], 'who names an operator’s address')
  })
  expect(found).toEqual([])
})

test('[T11] it is refused to an operator of another role, and names the role', async () => {
  const viewer = await operatorOf(VIEWER)
  const withRole = desk.filter((name) => OPERATOR_ROUTES[name].role !== 'any')
  const found = await wrongAnswers(withRole, async (name, see) => {
    const reply = await ask(viewer, name)
    see(reply, [403, 'role_missing'])
    const named = JSON.stringify({ role: OPERATOR_ROUTES[name].role })
    see(reply, ({ body }) => JSON.stringify(body.data) === named, 'names another role')
  })
  expect(found).toEqual([])
})

test('[T11] it is refused to other sites, an operator’s own browser among them', async () => {
  const cases = foreignHeaders(house.url)
  const changing = desk.filter((name) => OPERATOR_ROUTES[name].changes)
  const found = await wrongAnswers(changing, (name, see) => seeForeign(admin, name, cases, see))
  expect(found).toEqual([])
})

test('[T11] it accepts an operator with all rights', async () => {
  const found = await wrongAnswers(desk, async (name, see) => {
    see(await ask(admin, name), ({ status }) => [200, 400, 404, 409].includes(status))
  })
  expect(found).toEqual([])
})

async function operatorOf(number: number): Promise<Caller> {
  const operator = caller(url)
  await signIn(operator, wallet(number))
  return operator
}

async function runningSession(operator: Caller): Promise<string> {
  const { body } = await ask(operator, 'sessions')
  const { list } = body.data as { list: { id: string; current: boolean }[] }
  return list.find((one) => one.current)?.id ?? ''
}
