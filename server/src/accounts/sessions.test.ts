import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { caller, newUser, type Send, setServer, signIn, wallet } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { recordEvents } from '../module/events.testing.ts'
import { keyedHash } from '../platform/keyedHash.ts'
import { forgetSessions, forgetSessionsHourly } from './forgetSessions.ts'
import { createSessionCache } from './sessionCache.ts'
import { IDLE_LIFE_MS } from './sessionLife.ts'
import { accountSessions } from './sessions.ts'

const HOUR = 3_600_000
const clock = movableClock()
const server = setServer({ clock })
const url = () => server.url

const sessionOf = async (who: ReturnType<typeof caller>) => {
  return ((await who.get('/api/session')).body.data as { session: { address: string } | null }).session
}

/** The parameters for opening a browser's session, without a time. */
const cookieSitting = (address: string) =>
  ({
    address,
    walletType: 1,
    practice: false,
    transport: 'cookie',
    device: '',
    delegation: null,
  }) as const

describe('a session', () => {
  test('is found only by its cookie, and stored without its token', async () => {
    const user = await newUser(url, 1)
    const token = user.cookies.get('sid') ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await server.app.runtime.database.db.selectFrom('session').selectAll().execute()
    expect(rows.flatMap(Object.values).map(String).join()).not.toContain(token)
    expect(rows.some((row) => row.token.toString('base64url') === token)).toBe(false)
  })

  test('asking for the session without having one is no error', async () => {
    expect(await sessionOf(caller(url))).toBeNull()
    expect(await sessionOf(caller(url, { cookie: 'sid=junk' }))).toBeNull()
  })

  test('ends after 24 h without use, and continues while used', async () => {
    const [used, idle] = [await newUser(url, 2), await newUser(url, 3)]
    clock.advance(23 * HOUR)
    expect(await sessionOf(used)).not.toBeNull()
    clock.advance(2 * HOUR)
    expect(await sessionOf(used)).not.toBeNull()
    expect(await sessionOf(idle)).toBeNull()
  })

  test('ends after 7 days, however much it is used', async () => {
    const user = await newUser(url, 4)
    for (let i = 0; i < 8; i++) {
      clock.advance(20 * HOUR)
      expect(await sessionOf(user)).not.toBeNull()
    }
    clock.advance(8 * HOUR)
    expect(await sessionOf(user)).toBeNull()
  })

  test('ends to the millisecond, even if it was read a moment ago', async () => {
    const still = movableClock({ isStill: true })
    const sessions = accountSessions({
      db: server.app.runtime.database.db,
      pepper: new Uint8Array(32),
      events: recordEvents(),
    })
    const given = cookieSitting(wallet(140).address)
    const open = () => sessions.open({ ...given, nowMs: still.nowMs() })
    const isThere = async (token: string) => (await sessions.find(token, 'cookie', still.nowMs())) !== null
    const idle = await open()
    still.advance(IDLE_LIFE_MS - 1)
    expect(await isThere(idle)).toBe(true)
    still.advance(IDLE_LIFE_MS)
    expect(await isThere(idle)).toBe(false)
    const whole = await open()
    for (let i = 0; i < 7; i++) {
      still.advance(IDLE_LIFE_MS - 1)
      expect(await isThere(whole)).toBe(true)
    }
    still.advance(6)
    expect(await isThere(whole)).toBe(true)
    still.advance(1)
    expect(await isThere(whole)).toBe(false)
  })

  test('ended by another process, stays cached for three seconds, but not once the clock was set back', async () => {
    const { db } = server.app.runtime.database
    const sessions = accountSessions({ db, pepper: new Uint8Array(32), events: recordEvents() })
    const nowMs = clock.nowMs()
    const foundAfterEnd = async (number: number, byMs: number) => {
      const { address } = wallet(number)
      const token = await sessions.open({ ...cookieSitting(address), nowMs })
      const [before] = await sessions.list(address, nowMs)
      expect(await sessions.find(token, 'cookie', nowMs)).toMatchObject({ id: before?.id })
      await db.deleteFrom('session').where('address', '=', address).execute()
      return (await sessions.find(token, 'cookie', nowMs + byMs)) !== null
    }
    const found = []
    for (const [i, byMs] of [0, 2_999, 3_000, -1, -60_000].entries())
      found.push(await foundAfterEnd(150 + i, byMs))
    expect(found).toEqual([true, true, false, false, false])
  })

  /** A server's sessions, with one session each of these wallets. */
  async function openAll(numbers: readonly number[], nowMs: number) {
    const { db } = server.app.runtime.database
    const sessions = accountSessions({ db, pepper: new Uint8Array(32), events: recordEvents() })
    const opened: { address: string; token: string }[] = []
    for (const number of numbers) {
      const { address } = wallet(number)
      opened.push({ address, token: await sessions.open({ ...cookieSitting(address), nowMs }) })
    }
    const find = (i: number, atMs: number) => sessions.find(opened[i]?.token ?? '', 'cookie', atMs)
    const endElsewhere = (i: number) =>
      db
        .deleteFrom('session')
        .where('address', '=', opened[i]?.address ?? '')
        .execute()
    const seenAt = async (i: number) => (await sessions.list(opened[i]?.address ?? '', 0))[0]?.seenAtMs
    return { find, endElsewhere, seenAt, sessions }
  }

  test('in use is renewed by the read of another one, and cached from then on', async () => {
    const startMs = clock.nowMs()
    const { find, endElsewhere } = await openAll([160, 161, 162], startMs)
    await find(0, startMs)
    await find(1, startMs + 1_000)
    await find(2, startMs + 1_000)
    await endElsewhere(2)
    expect(await find(0, startMs + 3_000)).not.toBeNull()
    expect(await find(2, startMs + 3_001)).toBeNull()
    await endElsewhere(1)
    expect(await find(1, startMs + 5_999)).not.toBeNull()
    expect(await find(1, startMs + 6_000)).toBeNull()
  })

  test('that nobody has used for half a minute is read only when it is used again', async () => {
    const startMs = clock.nowMs()
    const { find, endElsewhere } = await openAll([163, 164], startMs)
    await find(0, startMs)
    for (let ms = 0; ms <= 30_000; ms += 2_000) await find(1, startMs + ms)
    await find(1, startMs + 32_000)
    await endElsewhere(0)
    expect(await find(0, startMs + 32_001)).toBeNull()
  })

  test('in use shows who has joined on another server, and ends in this process at once', async () => {
    const startMs = clock.nowMs()
    const { find, sessions } = await openAll([165, 166], startMs)
    for (const i of [0, 1]) expect((await find(i, startMs))?.user).toBeNull()
    const elsewhere = await newUser(url, 166)
    expect(await sessionOf(elsewhere)).toMatchObject({ address: wallet(166).address })
    expect((await find(1, startMs + 2_999))?.user).toBeNull()
    await find(0, startMs + 3_000)
    const joined = await find(1, startMs + 3_000)
    expect(joined?.user).toMatchObject({ address: wallet(166).address })
    const reading = find(0, startMs + 6_000)
    if (joined) await sessions.end(joined)
    await reading
    expect(await find(1, startMs + 6_000)).toBeNull()
  })

  test('that ends while it is read is not kept: the next call reads again', async () => {
    const nowMs = clock.nowMs()
    const { db } = server.app.runtime.database
    const pepper = new Uint8Array(32)
    const sessions = accountSessions({ db, pepper, events: recordEvents() })
    const token = await sessions.open({ ...cookieSitting(wallet(175).address), nowMs })
    const session = await sessions.find(token, 'cookie', nowMs)
    let reads = 0
    let isEnding = true
    const cache = createSessionCache(db, async () => {
      reads++
      // Its row was read; it ends before it is kept.
      if (isEnding) cache.drop(({ id }) => id === session?.id)
      return session
    })
    const find = () => cache.find(keyedHash(pepper, token), 'cookie', nowMs)
    await find()
    isEnding = false
    await find()
    expect(reads).toBe(2)
    await find()
    expect(reads).toBe(2)
  })

  test('has its last use stored once a minute, also when another session’s read renewed it', async () => {
    const startMs = clock.nowMs()
    const { find, seenAt } = await openAll([167, 168], startMs)
    for (let ms = 0; ms < 60_000; ms += 2_000) {
      await find(0, startMs + ms)
      await find(1, startMs + ms + 1_000)
    }
    expect(await Promise.all([0, 1].map(seenAt))).toEqual([startMs, startMs])
    for (let ms = 60_000; ms < 70_000; ms += 2_000) {
      await find(0, startMs + ms)
      await find(1, startMs + ms + 1_000)
    }
    const seen = await Promise.all([0, 1].map(seenAt))
    for (const atMs of seen) expect(atMs).toBeGreaterThanOrEqual(startMs + 60_000)
    for (const atMs of seen) expect(atMs).toBeLessThan(startMs + 64_000)
  })

  test('is found by all who ask for it at once', async () => {
    const startMs = clock.nowMs()
    const { find } = await openAll([169, 170, 171], startMs)
    const all = [0, 1, 2]
    for (const ms of [0, 3_000, 6_000, 9_000]) {
      const found = await Promise.all([...all, ...all].map((i) => find(i, startMs + ms)))
      expect(found.map((one) => one?.address)).toEqual([...all, ...all].map((i) => wallet(169 + i).address))
    }
  })

  test('is one of five at most: the oldest ends', async () => {
    const all = []
    for (let i = 0; i < 6; i++) {
      const who = caller(url)
      await signIn(who, wallet(5))
      all.push(who)
      clock.advance(1_000)
    }
    const living = await Promise.all(all.map(sessionOf))
    expect(living.map((one) => one !== null)).toEqual([false, true, true, true, true, true])
  })

  test('that a new one ends leaves the cache at once', async () => {
    const startMs = clock.nowMs()
    const { sessions } = await openAll([], startMs)
    const openAt = (ms: number) =>
      sessions.open({ ...cookieSitting(wallet(172).address), nowMs: startMs + ms })
    const oldest = await openAt(0)
    for (const ms of [1, 2, 3, 4]) await openAt(ms)
    const find = () => sessions.find(oldest, 'cookie', startMs + 5)
    expect(await find()).not.toBeNull()
    // The oldest is the one that began first, also when it was used last.
    await sql`update session set seen_at = ${startMs + 5} where address = ${wallet(172).address} and created_at = ${startMs}`.execute(
      server.app.runtime.database.db,
    )
    await openAt(5)
    expect(await find()).toBeNull()
  })

  test('that is used outlives newer ones of its address; one that ended is not listed', async () => {
    const still = movableClock({ isStill: true })
    const { sessions } = await openAll([], 0)
    const { address } = wallet(173)
    const open = () => sessions.open({ ...cookieSitting(address), nowMs: still.nowMs() })
    const listed = async () => (await sessions.list(address, still.nowMs())).length
    const used = await open()
    still.advance(IDLE_LIFE_MS - 1)
    expect(await sessions.find(used, 'cookie', still.nowMs())).not.toBeNull()
    still.advance(HOUR)
    await open()
    expect(await listed()).toBe(2)
    still.advance(IDLE_LIFE_MS - HOUR - 1)
    expect(await listed()).toBe(2)
    still.advance(1)
    expect(await listed()).toBe(1)
    still.advance(HOUR)
    expect(await listed()).toBe(0)
  })

  test('that ended a day ago is deleted at the next full hour, also when its wallet never returns', async () => {
    const { db } = server.app.runtime.database
    const { sessions } = await openAll([], 0)
    // Long before the sessions of other tests.
    const start = 1_000 * HOUR
    const open = async (number: number, hours: number) => {
      const { address } = wallet(number)
      const token = await sessions.open({ ...cookieSitting(address), nowMs: start + hours * HOUR })
      return { address, token }
    }
    const used = await open(180, 0)
    for (let hours = 23; hours < 168; hours += 23)
      await sessions.find(used.token, 'cookie', start + hours * HOUR)
    const others = [await open(181, 143), await open(182, 144), await open(183, 144), await open(184, 145)]
    const addresses = [used, ...others].map((one) => one.address)
    const left = async () => {
      const rows = await db
        .selectFrom('session')
        .select('address')
        .where('address', 'in', addresses)
        .execute()
      return addresses.map((one) => rows.some((row) => row.address === one))
    }
    await forgetSessionsHourly(db, start + 192 * HOUR - 1_000)
    expect(await left()).toEqual([true, true, true, true, true])
    await forgetSessionsHourly(db, start + 191 * HOUR)
    expect(await left()).toEqual([true, false, true, true, true])
    expect(await forgetSessions(db, start + 192 * HOUR, 2)).toBe(3)
    expect(await left()).toEqual([false, false, false, false, true])
  })

  test('says at its end whether its owner ended it from a list', async () => {
    const events = recordEvents()
    const { db } = server.app.runtime.database
    const sessions = accountSessions({ db, pepper: new Uint8Array(32), events })
    const { address } = wallet(174)
    const nowMs = clock.nowMs()
    const tokens: string[] = []
    for (let i = 0; i < 6; i++)
      tokens.push(await sessions.open({ ...cookieSitting(address), nowMs: nowMs + i }))
    const signedOut = await sessions.find(tokens[5] ?? '', 'cookie', nowMs + 6)
    if (!signedOut) throw new Error('the newest session is open')
    await sessions.end(signedOut)
    const [chosen] = await sessions.list(address, nowMs + 6)
    await sessions.endById(address, chosen?.id ?? '')
    expect(events.of('session_ended')).toMatchObject([
      { isByOwner: false },
      { sessionId: signedOut.id, isByOwner: false },
      { sessionId: chosen?.id, isByOwner: true },
    ])
  })

  test('a new one survives when five others began in the same millisecond', async () => {
    const sessions = accountSessions({
      db: server.app.runtime.database.db,
      pepper: new Uint8Array(32),
      events: recordEvents(),
    })
    const { address } = wallet(141)
    const given = cookieSitting(address)
    const nowMs = 1_800_000_000_000
    for (let i = 0; i < 40; i++) {
      const token = await sessions.open({ ...given, nowMs })
      expect(await sessions.find(token, 'cookie', nowMs)).not.toBeNull()
    }
    expect(await sessions.list(address, nowMs)).toHaveLength(5)
  })

  test('stays within five when thirty sign in at once, and whoever loses it before the answer may try again', async () => {
    const codes = new Set<unknown>()
    const all = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const who = caller(url)
        const { status, body } = await signIn(who, wallet(6))
        codes.add(status === 200 ? status : body.code)
        return who
      }),
    )
    codes.add('challenge_expired')
    expect(codes).toEqual(new Set([200, 'challenge_expired']))
    expect((await Promise.all(all.map(sessionOf))).filter((one) => one !== null)).toHaveLength(5)
  })

  test('is listed with its device and ended by id; other users’ sessions are neither seen nor ended', async () => {
    const phone = caller(url, {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
    })
    const fixture = caller(url, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    })
    await signIn(phone, wallet(7))
    clock.advance(1_000)
    await signIn(fixture, wallet(7))
    const list = async (who: typeof fixture) => {
      return (
        (await who.get('/api/sessions')).body.data as {
          list: { id: string; device: string; current: boolean }[]
        }
      ).list
    }
    const seen = await list(fixture)
    expect(seen.map(({ device, current }) => [device, current])).toEqual([
      ['Firefox on Linux', true],
      ['Chrome on Android', false],
    ])
    const stranger = await newUser(url, 8)
    const id = seen[1]?.id ?? ''
    expect((await stranger.delete('/api/session', { query: { id } })).body.data).toEqual({ ended: false })
    expect(await sessionOf(phone)).not.toBeNull()
    expect((await fixture.delete('/api/session', { query: { id } })).body.data).toEqual({ ended: true })
    expect(await sessionOf(phone)).toBeNull()
    expect((await fixture.delete('/api/session')).body.data).toEqual({ ended: true })
    expect(fixture.cookies.has('sid')).toBe(false)
  })

  test.each<[string, Send]>([
    ['in a JSON body', { json: { id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' } }],
    ['in a form', { form: { id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' } }],
    ['in a list', { json: ['ffffffff-ffff-4fff-bfff-ffffffffffff'] }],
    ['in a body of another type', { raw: 'id=1', headers: { 'content-type': 'text/plain' } }],
    ['empty in the query', { query: { id: '' } }],
    ['of nobody, in the query', { query: { id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' } }],
  ])('an id %s never ends the session that asks', async (_where, send) => {
    const who = caller(url)
    await signIn(who, wallet(21))
    await who.delete('/api/session', send)
    expect(await sessionOf(who)).toMatchObject({ address: wallet(21).address })
    expect((await who.delete('/api/session', { json: {} })).body.data).toEqual({ ended: true })
  })

  test('ends when the same browser signs in anew', async () => {
    const who = await newUser(url, 9)
    const before = who.cookies.get('sid')
    await signIn(who, wallet(10))
    expect(await sessionOf(caller(url, { cookie: `sid=${before}` }))).toBeNull()
    expect(await sessionOf(who)).toMatchObject({ address: wallet(10).address })
  })

  test('that requests a reset of the authenticator stays, and all others of its owner end', async () => {
    const [lost, stranger] = [await newUser(url, 142), await newUser(url, 143)]
    const asking = caller(url)
    await signIn(asking, wallet(142))
    const { secret } = (await asking.post('/api/startAuthenticator', { json: {} })).body.data as {
      secret: string
    }
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.nowMs() })
    expect((await asking.post('/api/confirmAuthenticator', { json: { code } })).status).toBe(200)
    expect((await asking.post('/api/resetAuthenticator', { json: {} })).status).toBe(200)
    const living = await Promise.all([lost, asking, stranger].map(sessionOf))
    expect(living.map((one) => one !== null)).toEqual([false, true, true])
  })

  test('of a bearer token does not work as a cookie, nor the reverse', async () => {
    const who = caller(url)
    const { token } = (await signIn(who, wallet(11), { transport: 'bearer' })).body.data as { token: string }
    expect(await sessionOf(caller(url, { authorization: `Bearer ${token}` }))).not.toBeNull()
    expect(await sessionOf(caller(url, { cookie: `sid=${token}` }))).toBeNull()
  })

  test('with another address than the page claims shows nothing on public calls', async () => {
    const who = await newUser(url, 12)
    const reply = await who.get('/api/session', { query: { address: wallet(13).address } })
    expect(reply.body.data).toEqual({ session: null })
  })
})

describe('joining', () => {
  let inviter: ReturnType<typeof caller>
  let code: string
  beforeAll(async () => {
    inviter = await newUser(url, 100)
    code = ((await inviter.get('/api/modify_user')).body.data as { myCode: string }).myCode
  })

  test('[ACC-04] checkUserIsSave says false before and true after; the code is eight letters and digits', async () => {
    const who = caller(url)
    await signIn(who, wallet(101))
    expect((await who.get('/api/checkUserIsSave')).body.data).toBe(false)
    const reply = await who.post('/api/register', { json: { inviteCode: code.toLowerCase() } })
    expect(reply.body.data).toMatchObject({
      registered: true,
      myCode: expect.stringMatching(/^[A-Z0-9]{8}$/) as string,
    })
    expect((await who.get('/api/checkUserIsSave')).body.data).toBe(true)
    const { invited } = (await inviter.get('/api/modify_user')).body.data as {
      invited: { address: string }[]
    }
    const { address } = wallet(101)
    expect(invited).toMatchObject([{ address: `${address.slice(0, 6)}…${address.slice(-4)}` }])
  })

  test('twice counts once: same code, same money, the first inviter', async () => {
    const who = caller(url)
    await signIn(who, wallet(102))
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => who.post('/api/register', { json: {} })),
    )
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body.data))).size).toBe(1)
    await who.post('/api/register', { json: { inviteCode: code } })
    const { db } = server.app.runtime.database
    const rows = await db.selectFrom('users').selectAll().where('address', '=', wallet(102).address).execute()
    expect(rows).toMatchObject([{ invited_by: null }])
    const balance = await who.get('/api/getavailableMoneyByCurrency', {
      query: { book: '1', currencyName: 'USDT' },
    })
    expect(balance.body.data).toEqual({ balance: '10000' })
    const real = await who.get('/api/getavailableMoneyByCurrency', {
      query: { book: '0', currencyName: 'USDT' },
    })
    expect(real.body.data).toEqual({ balance: '0' })
  })

  test('with an unknown code is refused and changes nothing', async () => {
    const who = caller(url)
    await signIn(who, wallet(103))
    for (const inviteCode of ['NOBODY00', "' or 1=1", '🙂']) {
      expect((await who.post('/api/register', { json: { inviteCode } })).body.code).toBe('invite_unknown')
    }
    expect((await who.get('/api/checkUserIsSave')).body.data).toBe(false)
  })

  test('with a practice wallet marks the user for good', async () => {
    const who = await newUser(url, 104, { practice: true })
    expect(await sessionOf(who)).toMatchObject({ practice: true })
    await signIn(who, wallet(104), { practice: false })
    expect(await sessionOf(who)).toMatchObject({ practice: true, books: [0, 1] })
  })

  test('leaves a user whose address, code and inviter cannot be changed in the database', async () => {
    const { db } = server.app.runtime.database
    for (const change of [
      { address: wallet(105).address },
      { invite_code: 'AAAAAAAA' },
      { invited_by: 1n },
      { practice: true },
    ]) {
      await expect(
        db.updateTable('users').set(change).where('address', '=', wallet(102).address).execute(),
      ).rejects.toThrow(/only the language/)
    }
  })

  test('[MSG-02] the language is kept with the user', async () => {
    const who = await newUser(url, 106)
    expect((await who.get('/api/change_language', { query: { language: 'arab' } })).body.data).toEqual({
      language: 'arab',
    })
    const { db } = server.app.runtime.database
    const row = await db
      .selectFrom('users')
      .select('language')
      .where('address', '=', wallet(106).address)
      .executeTakeFirst()
    expect(row?.language).toBe('arab')
  })

  test('[DET-02] the watchlist takes a coin once, and removing it is idempotent', async () => {
    const who = await newUser(url, 107)
    await Promise.all(Array.from({ length: 6 }, () => who.post('/api/keepProd', { json: { pid: 3 } })))
    const { db } = server.app.runtime.database
    expect(await db.selectFrom('favourite').selectAll().execute()).toHaveLength(1)
    for (let i = 0; i < 2; i++)
      expect((await who.get('/api/cancelKeep', { query: { pid: '3' } })).body.data).toEqual({ favourite: 0 })
    expect((await who.post('/api/keepProd', { json: { pid: 99 } })).body.code).toBe('product_unknown')
  })
})
