import { afterAll, beforeAll, expect, test } from 'vitest'
import { wallet } from '../app/app.testing.ts'
import { type Row, write } from '../app/audit/edges.testing.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { CallContext, Session } from '../http/calls/context.ts'
import type { Runtime } from '../module/runtime.ts'
import { silentLog } from '../platform/log.ts'
import { stillClock } from '../market/market.testing.ts'
import { issueChallenge, redeemChallenge } from './challenge.ts'
import { openAccounts } from './module.ts'
import { accountConsolePart } from './operatorRoutes.ts'
import { accountAnswers, type AccountsDeps } from './routes.ts'
import { findInviter, languagesOf, listFavourites, listInvited } from './userStore.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())
const db = () => own.database.db

const addressAt = (nth: number) => `0x${String(nth).padStart(40, '0')}`
const MIXED = `0xABC${'0'.repeat(37)}`
const users = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({
    id: at + 1,
    address: addressAt(at + 1),
    wallet_type: 1,
    invite_code: `CODE${String(at + 1).padStart(4, '0')}`,
    language: 'english',
    created_at: at + 1,
    ...row,
  }))

test('a user sees the hundred newest whom he invited, the newest first, and nobody else’s', async () => {
  const invited = Array.from({ length: 103 }, (_, at): Row => ({ invited_by: at === 50 ? 2 : 1 }))
  await write(db(), { users: users({}, {}, ...invited) })
  const mine = Array.from({ length: 103 }, (_, at) => at + 3).filter((nth) => nth !== 53)
  const shown = mine.toReversed().slice(0, 100)
  expect(await listInvited(db(), 1)).toEqual(
    shown.map((nth) => ({ address: addressAt(nth), joinedAtMs: nth })),
  )
  expect((await listInvited(db(), 2)).map((one) => one.joinedAtMs)).toEqual([53])
  expect([await findInviter(db(), 'CODE0002'), await findInviter(db(), 'CODE9999')]).toEqual([2, null])
})

test('operators find a user by number, by the beginning of the address and by the invite code, and how many he invited', async () => {
  await write(db(), {
    users: users({}, { invited_by: 1 }, { invited_by: 1, address: MIXED }, { invited_by: 2 }),
  })
  const asked: unknown[] = []
  const sessions = { list: (...given: unknown[]) => Promise.resolve((asked.push(given), [])) }
  const part = accountConsolePart({ sessions, marks: () => [] })
  const found = async (text: string) =>
    (await part.search?.(db(), text))?.map((one) => [one.kind, one.id, one.label])
  expect(await found('2')).toEqual([['user', '2', addressAt(2)]])
  expect(await found('0xab')).toEqual([['user', '3', MIXED]])
  expect(await found('code0004')).toEqual([['user', '4', addressAt(4)]])
  expect((await found('0x'))?.map(([, one]) => one)).toEqual(['4', '3', '2', '1'])
  expect([await found('9'), await found('9'.repeat(16)), await found('nobody')]).toEqual([[], [], []])
  const person = async (userId: number) => part.person?.(db() as never, userId, 77)
  expect(await person(1)).toMatchObject({
    user: { id: 1, inviter: null, walletType: 1 },
    counts: { invited: 2 },
  })
  expect(await person(2)).toMatchObject({
    user: { invitedBy: 1, inviter: addressAt(1) },
    counts: { invited: 1 },
  })
  expect(await person(9)).toEqual({})
  expect(asked).toEqual([
    [addressAt(1), 77],
    [addressAt(2), 77],
  ])
})

test('a watchlist is in the order in which its coins came, and languages are those that users chose', async () => {
  await write(db(), {
    users: users({}, { language: 'japanese' }, {}),
    favourite: [
      { user_id: 1, pid: 5, added_at: 2 },
      { user_id: 1, pid: 7, added_at: 1 },
      { user_id: 1, pid: 3, added_at: 2 },
      { user_id: 2, pid: 1, added_at: 0 },
    ],
  })
  expect(await listFavourites(db(), 1)).toEqual([7, 3, 5])
  expect(await languagesOf(db(), [1, 2, 3, 4])).toEqual(
    new Map([
      [1, 'english'],
      [2, 'japanese'],
      [3, 'english'],
    ]),
  )
})

const SESSION = {
  id: 's1',
  address: addressAt(1),
  walletType: 1,
  user: null,
  key: null,
  expiresAtMs: 5,
} as const

test('a practice account has the simulated book alone, except where all money is test money', async () => {
  const books = async (mode: 'live' | 'sandbox', practice: boolean) => {
    const answers = accountAnswers({ mode } as AccountsDeps)
    const { session } = await answers.session({}, {
      session: { ...SESSION, practice } as Session,
    } as CallContext)
    return session?.books
  }
  expect(await books('live', true)).toEqual([1])
  for (const [mode, practice] of [
    ['live', false],
    ['sandbox', true],
    ['sandbox', false],
  ] as const)
    expect(await books(mode, practice), `${mode} ${practice}`).toEqual([0, 1])
})

test('a browser forgets its cookie when it ends its own session, named or not, and keeps it when it ends another', async () => {
  const ended: unknown[] = []
  const sessions = { endById: (...given: unknown[]) => Promise.resolve((ended.push(given), 1)) }
  const answers = accountAnswers({ sessions } as unknown as AccountsDeps)
  const cookies = async (input: { id?: string }) => {
    const set: unknown[] = []
    const setCookie = (...given: unknown[]) => void set.push(given)
    await answers.signOut(input, { session: SESSION, setCookie } as unknown as CallContext)
    return set
  }
  const gone = [['sid', '', 0]]
  expect([await cookies({}), await cookies({ id: 's1' }), await cookies({ id: 's2' })]).toEqual([
    gone,
    gone,
    [],
  ])
  expect(ended).toEqual(['s1', 's1', 's2'].map((one) => [addressAt(1), one]))
})

test('a challenge is for the page that asked for it, and its browser is known for ten minutes', async () => {
  const account = wallet(77)
  const deps = { db: db(), pepper: new Uint8Array(32), chainId: 1, askContract: null, log: silentLog() }
  const given = { address: account.address, walletType: 1 } as const
  const cookies: unknown[][] = []
  const context = {
    origin: 'http://localhost:1',
    nowMs: 1_800_000_000_000,
    cookie: () => cookies.at(-1)?.[1] ?? null,
    setCookie: (...set: unknown[]) => void cookies.push(set),
  } as unknown as CallContext
  const redeem = async (origin: string) => {
    const { message } = await issueChallenge(deps, given, context)
    const signature = await account.signMessage({ message })
    return redeemChallenge(deps, { ...given, message, signature }, { ...context, origin })
  }
  await expect(redeem('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'challenge_unknown' })
  expect(await redeem('http://localhost:1')).toMatchObject({ address: account.address })
  expect(cookies.map(([name, , age]) => [name, age])).toEqual([
    ['cid', 600],
    ['cid', 600],
  ])
  expect(cookies[0]?.[1]).toBe(cookies[1]?.[1])
})

test('a new user is welcomed, and whoever invited him is told who came', () => {
  const runtime = {
    mode: 'live',
    clock: stillClock(0),
    keys: { pepper: new Uint8Array(32) },
    events: {},
    database: own.database,
  } as unknown as Runtime
  const { module } = openAccounts(runtime, {
    chainId: 1,
    rpcUrl: null,
    openBooks: () => Promise.resolve(),
    marks: () => [],
    onTick: () => {},
  })
  const told = (invitedBy: number | null) =>
    module.messages?.user_registered?.({ userId: 7, address: addressAt(7), invitedBy, atMs: 5 })
  const welcome = { userId: 7, ref: 'welcome', kind: 'welcome', facts: {}, atMs: 5 }
  expect(told(null)).toEqual([welcome])
  expect(told(3)).toEqual([
    welcome,
    {
      userId: 3,
      ref: 'friend:7',
      kind: 'friend_joined',
      facts: { address: expect.stringMatching(/^0x0000.+0007$/) as string },
      atMs: 5,
    },
  ])
})
