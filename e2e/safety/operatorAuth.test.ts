import { caller, type Caller, newUser, signIn, wallet } from '@tickmark/server/app/app.testing'
import { operatorCaller, operatorOf, proveAddress } from '@tickmark/server/app/operatorCaller.testing'
import { permits, rolesFor } from '@tickmark/wire/permissions'
import { type Role, ROLES } from '@tickmark/wire/roles'
import { ROUTES } from '@tickmark/wire/routes/all'
import { OPERATOR_ROUTES, type OperatorRouteName } from '@tickmark/wire/routes/operators/all'
import { beforeAll, expect, test } from 'vitest'
import { openHouse } from '../support/stage/stage.ts'
import { ask } from './ask.ts'
import { type Wanted, wrongAnswers } from './cells.ts'
import { foreignHeaders, seeForeign } from './foreign.ts'

/** Wallets of two configured operators. */
const ADMIN = 902
const OTHER = 903
const house = openHouse({ OPERATORS: `${wallet(ADMIN).address}:admin ${wallet(OTHER).address}:admin` })
const url = () => house.url
const every = Object.keys(OPERATOR_ROUTES) as OperatorRouteName[]
/** Calls that need a second factor; the others serve the sign-in, and let anybody ask for his own session. */
const forOperators = every.filter((name) => OPERATOR_ROUTES[name].who === 'operator')
const arriving = every.filter((name) => OPERATOR_ROUTES[name].who === 'arriving')
const NOT_SIGNED_IN: Wanted = [401, 'sign_in_first']
let wallets = 1_000
let admin: Caller
beforeAll(async () => {
  admin = await operatorOf(url, wallet(ADMIN))
})

test('[T11] a call for operators has its own path, names its permission, and is refused to other sites when it changes anything', () => {
  for (const name of every) {
    const { path, who, may, method, changes, money } = OPERATOR_ROUTES[name]
    expect(path).toMatch(/^\/api\/console\//)
    expect(money, name).toBe(false)
    expect(who === 'operator', name).toBe(may !== null)
    expect(changes, name).toBe(method !== 'GET' && name !== 'consoleSearch')
  }
  expect(Object.values(ROUTES).filter(({ path }) => path.startsWith('/api/console'))).toEqual([])
  expect(Object.values(ROUTES).filter(({ may, who }) => may !== null || who === 'operator')).toEqual([])
})

test('[T11] it is refused without a session, and with an invalid or ended one', async () => {
  const gone = await operatorCaller(house, { roles: ['admin'] })
  const ended = { cookie: `console=${gone.cookies.get('console')}` }
  expect((await ask(gone, 'consoleSignOut')).body.data).toEqual({ ended: 1 })
  const junk = { cookie: `console=${'A'.repeat(43)}` }
  const found = await wrongAnswers([...forOperators, ...arriving], async (name, see) => {
    see(await ask(caller(url), name), NOT_SIGNED_IN)
    see(await ask(caller(url), name, { headers: junk }), NOT_SIGNED_IN, 'a junk cookie')
    see(await ask(caller(url), name, { headers: ended }), NOT_SIGNED_IN, 'a session that is over')
  })
  expect(found).toEqual([])
})

test('[T11] it is refused to users and visitors, by cookie or token, whatever they claim, even if they are also operators', async () => {
  const [user, visitor] = [await newUser(url, ++wallets), caller(url)]
  await signIn(visitor, wallet(++wallets))
  // The same wallet is an operator's; its session as a user counts only as a user's.
  const own = await newUser(url, ADMIN)
  const program = caller(url)
  const { token } = (await signIn(program, wallet(ADMIN), { transport: 'bearer' })).body.data as {
    token: string
  }
  const bearer = { authorization: `Bearer ${token}` }
  const asOperator = { cookie: `console=${own.cookies.get('sid')}` }
  const refused: Wanted = [403, 'operators_only']
  const found = await wrongAnswers([...forOperators, ...arriving], async (name, see) => {
    see(await ask(user, name), refused, 'a user')
    see(await ask(visitor, name), refused, 'a visitor')
    see(await ask(own, name), refused, 'an operator’s session as a user')
    see(await ask(caller(url), name, { headers: bearer }), refused, 'a program')
    see(
      await ask(caller(url), name, { headers: asOperator }),
      NOT_SIGNED_IN,
      'a user’s token as an operator’s',
    )
    see(await ask(user, name, { fields: { address: wallet(ADMIN).address } }), refused, 'a claim')
  })
  expect(found).toEqual([])
})

test('[T11] it is refused to an operator without his second factor', async () => {
  const half = caller(url)
  expect((await proveAddress(half, wallet(OTHER))).status).toBe(200)
  const found = await wrongAnswers(forOperators, async (name, see) => {
    see(await ask(half, name), [403, 'factor_first'])
  })
  expect(found).toEqual([])
})

const GAINING = ROLES.filter((role) => role !== 'admin')

test.each(GAINING)(
  '[T11] the role %s may do exactly what the table of permissions says',
  async (role: Role) => {
    const operator = await operatorCaller(house, { roles: [role] })
    const found = await wrongAnswers(forOperators, async (name, see) => {
      const { may } = OPERATOR_ROUTES[name]
      const reply = await ask(operator, name)
      if (permits([role], may)) {
        const isOwn = ['consolePropose', 'consoleApprove', 'consoleRefuse'].includes(name)
        see(
          reply,
          ({ status, body }) => status !== 401 && (status !== 403 || (isOwn && body.code === 'role_missing')),
        )
      } else {
        see(reply, [403, 'role_missing'])
        const named = JSON.stringify({ roles: rolesFor(may).join(', ') })
        see(reply, ({ body }) => JSON.stringify(body.data) === named, 'names other roles')
      }
    })
    expect(found).toEqual([])
  },
)

test('[T11] it is refused to other sites, even in an operator’s own browser', async () => {
  const cases = foreignHeaders(house.url)
  const changing = every.filter((name) => OPERATOR_ROUTES[name].changes)
  const found = await wrongAnswers(changing, (name, see) => seeForeign(admin, name, cases, see))
  expect(found).toEqual([])
})

test('[T11] it accepts an operator with all rights', async () => {
  const found = await wrongAnswers(forOperators, async (name, see) => {
    see(await ask(admin, name), ({ status }) => [200, 400, 404, 409].includes(status))
  })
  expect(found).toEqual([])
})

test('[T11] a revoked operator is signed out at once, in all his browsers', async () => {
  const here = await operatorCaller(house, { roles: ['treasurer'] })
  const there = caller(url)
  await operatorOf(url, here.account, { to: there })
  expect((await there.get('/api/console/operators')).status).toBe(200)
  const fields = { operator: here.address, reason: 'has left' }
  const revoked = await ask(admin, 'consoleRevoke', { fields })
  expect(revoked.body.data).toEqual({ sessions: 2, isFinal: true })
  const found = await wrongAnswers(forOperators, async (name, see) => {
    see(await ask(here, name), NOT_SIGNED_IN)
    see(await ask(there, name), NOT_SIGNED_IN, 'the other browser')
  })
  expect(found).toEqual([])
  expect((await proveAddress(caller(url), here.account)).body.code).toBe('operators_only')
})
