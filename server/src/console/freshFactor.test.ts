import { OPERATOR_ROUTES, type OperatorRouteName } from '@tickmark/wire/routes/operators/all'
import { expect, test } from 'vitest'
import { caller, type Caller, setServer } from '../app/app.testing.ts'
import { ask } from '../app/decided.testing.ts'
import { type OperatorCaller, operatorCaller } from '../app/operatorCaller.testing.ts'
import { listActions } from '../operators/actionLogStore.ts'
import { movableClock } from '../platform/clock.testing.ts'

const clock = movableClock()
const server = setServer({ clock, env: { CONTENT: 'none' } })
const MINUTE_MS = 60_000

/** The same session, used by somebody who cannot show its second factor. */
function thiefOf({ cookies }: OperatorCaller): Caller {
  const thief = caller(() => server.url)
  for (const [name, value] of cookies) thief.cookies.set(name, value)
  return thief
}

const codeOf = async (who: Caller, name: OperatorRouteName) => {
  const { method, path } = OPERATOR_ROUTES[name]
  const { body } = await (method === 'DELETE'
    ? who.delete(path, { query: { passkey: 'x' } })
    : who.post(path, { json: {} }))
  return body.code
}
const fresh = (Object.keys(OPERATOR_ROUTES) as OperatorRouteName[]).filter(
  (name) => OPERATOR_ROUTES[name].freshFactor,
)

test('five minutes after its second factor, a session does nothing dangerous until it shows one again', async () => {
  const operator = await operatorCaller(server, { roles: ['admin'] })
  const thief = thiefOf(operator)
  clock.advance(4 * MINUTE_MS)
  for (const name of fresh) expect(await codeOf(thief, name), name).not.toBe('factor_stale')
  clock.advance(MINUTE_MS)
  for (const name of fresh) expect(await codeOf(thief, name), name).toBe('factor_stale')
  // A factor time in the future does not count either: the house's clock was set back.
  clock.advance(-11 * MINUTE_MS)
  for (const name of fresh) expect(await codeOf(thief, name), name).toBe('factor_stale')
  clock.advance(11 * MINUTE_MS)
  // Reading, and actions that stop something, go on.
  expect((await thief.get('/api/console/operators')).status).toBe(200)
  expect((await thief.post('/api/console/engine/stop', { json: { reason: 'not now' } })).status).toBe(200)
})

test('once the factor is shown, the same request is carried out, once', async () => {
  const operator = await operatorCaller(server, { roles: ['treasurer'] })
  const thief = thiefOf(operator)
  clock.advance(6 * MINUTE_MS)
  const fund = { currencyId: 1, from: 'inventory', to: 'bankroll', amount: '1' }
  expect(await ask(thief, 'treasury.fund', fund)).toBe('factor_stale')
  expect(await ask(operator, 'treasury.fund', fund)).toMatchObject({ proposal: { kind: 'treasury.fund' } })
  // It is one session, which signed in once: its owner's factor unlocks it for the next minutes.
  expect(await ask(thief, 'treasury.fund', fund)).toMatchObject({ proposal: { kind: 'treasury.fund' } })
  const filter = { operator: operator.address, action: 'console.signIn' }
  expect(await listActions(server.database.database.db, filter, 9)).toHaveLength(1)
})

test('a missing role is reported before a factor is requested', async () => {
  const viewer = await operatorCaller(server, { roles: ['viewer'] })
  clock.advance(6 * MINUTE_MS)
  expect(await codeOf(viewer, 'consoleVote')).toBe('role_missing')
})
