import { REVIEW } from '@tickmark/core/loans/review'
import { expect, test } from 'vitest'
import { call as callLoans, newest, person, submit } from '../loans/loans.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { call as callSupport } from '../support/support.testing.ts'
import { type Caller, caller, setServer, wallet } from './app.testing.ts'
import { operatorOf } from './operatorCaller.testing.ts'

const DAY_MS = 86_400_000
const NAMED = 421
const clock = movableClock({ isStill: true })
const server = setServer({ clock, env: { CONTENT: 'none', OPERATORS: `${wallet(NAMED).address}:support` } })
const url = () => server.url
const secretOf = (link: string | null) => link?.split('#link=')[1] ?? ''

/** The sandbox's own operator, newly signed in. */
async function sandbox(): Promise<Caller> {
  const who = caller(url)
  const json = { link: secretOf(await server.app.ownLink()) }
  expect((await who.post('/api/console/session/link', { json })).status).toBe(200)
  return who
}

/** Invites somebody; returns the secret of the link. */
async function invite(number: number, roles: readonly string[]): Promise<string> {
  const json = { operator: wallet(number).address, name: 'Ann', roles, reason: 'joins us' }
  const { status, body, text } = await (await sandbox()).post('/api/console/operators/invite', { json })
  expect(status, text).toBe(200)
  return secretOf((body.data as { link: string }).link)
}

async function revoke(number: number): Promise<void> {
  const json = { operator: wallet(number).address, reason: 'has left' }
  const { status, text } = await (await sandbox()).post('/api/console/operators/revoke', { json })
  expect(status, text).toBe(200)
}

const answers = async () => (await callSupport(caller(url), 'service')).isOpen

test('the chat is open if an operator who may answer used the console within four days', async () => {
  // The configuration names one, who has never signed in.
  expect(await answers()).toBe(false)
  await operatorOf(url, wallet(NAMED))
  expect(await answers()).toBe(true)
  clock.advance(4 * DAY_MS - 60_000)
  expect(await answers()).toBe(true)
  clock.advance(120_000)
  expect(await answers()).toBe(false)

  const link = await invite(422, ['support'])
  const viewer = await invite(423, ['viewer'])
  await revoke(NAMED)
  await operatorOf(url, wallet(423), { link: viewer })
  const before = await answers()
  await operatorOf(url, wallet(422), { link })
  // The user of the sandbox's link is an admin at the console, who may answer too.
  expect([before, await answers()]).toEqual([true, true])
})

test('the chat closes when the last operator who may answer is revoked, and a viewer does not keep it open', async () => {
  clock.advance(5 * DAY_MS)
  expect(await answers()).toBe(false)
  await operatorOf(url, wallet(423))
  expect(await answers()).toBe(false)
  await operatorOf(url, wallet(422))
  expect(await answers()).toBe(true)
  const { db } = server.database.database
  const own = db.selectFrom('operator').select('address').where('name', '=', 'Sandbox')
  await revoke(422)
  await db.deleteFrom('operator_session').where('operator', 'in', own).execute()
  expect(await answers()).toBe(false)
})

test('the simulated reviewer decides while nobody may, waits while an invited reviewer may, and resumes once that one is revoked', async () => {
  const wait = async (ms: number) => {
    clock.advance(ms)
    await server.app.idle()
  }
  const first = await person(server, 70_901)
  expect((await callLoans(first.who, 'getLoanDraft')).reviewer).toBe('simulated')
  await submit(first)
  await wait(REVIEW.afterMs)
  expect(await newest(first)).toMatchObject({ state: 1, decidesAt: null })

  await invite(424, ['reviewer'])
  const second = await person(server, 70_902)
  expect((await callLoans(second.who, 'getLoanDraft')).reviewer).toBe('people')
  await submit(second)
  await wait(REVIEW.afterMs)
  await wait(60_000)
  expect(await newest(second)).toMatchObject({ state: 0, decidesAt: null })

  await revoke(424)
  expect((await newest(second)).decidesAt).not.toBe(null)
  await wait(60_000)
  expect(await newest(second)).toMatchObject({ state: 1 })
})
