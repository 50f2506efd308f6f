import { describe, expect, test } from 'vitest'
import { readDelegation } from '@tickmark/core/consent/delegation'
import { shortKeyId } from '@tickmark/core/consent/grant'
import { testKey } from '@tickmark/core/consent/owner.testing'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { caller, newUser, setServer, signIn, wallet } from '../app/app.testing.ts'
import { recordEvents } from '../module/events.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { findDelegation } from './sessionStore.ts'
import { IDLE_LIFE_MS, WHOLE_LIFE_MS } from './sessionLife.ts'
import { accountSessions } from './sessions.ts'
import { highTwin, tronWallet } from './signIn.testing.ts'

const clock = movableClock()
const server = setServer({ clock })
const url = () => server.url
const db = () => server.app.runtime.database.db

interface ListItem {
  current: boolean
  key: { id: string; until: number; most: { currency: string; amount: string }[] } | null
}

const keyOfSession = async (who: ReturnType<typeof caller>) => {
  return ((await who.get('/api/session')).body.data as { session: { key: string | null } | null }).session
    ?.key
}
const listOf = async (who: ReturnType<typeof caller>) => {
  return ((await who.get('/api/sessions')).body.data as { list: ListItem[] }).list
}

describe('a sign-in with a key', () => {
  test('delegates to it: text and signature are stored as the wallet signed them, and prove the wallet', async () => {
    const key = testKey()
    const who = await newUser(url, 400, { key: key.key })
    expect(await keyOfSession(who)).toBe(key.key)
    const stored = await findDelegation(db(), key.session)
    if (!stored) throw new Error('the delegation is stored')
    expect(stored).toMatchObject({ address: wallet(400).address, kind: 'evm' })
    expect(crypto.recoverWallet(stored.text, stored.signature, 'evm')).toBe(wallet(400).address)
    expect(readDelegation(stored.text, crypto.sha256)).toMatchObject({
      session: key.session,
      origin: server.url,
      address: wallet(400).address,
    })
  })

  test('works with a Tron wallet, and without a key as before', async () => {
    const { key, session } = testKey()
    const [who, tron] = [caller(url), tronWallet(401)]
    const given = { address: tron.address, walletType: 2 }
    const asked = await who.post('/api/session/challenge', { json: { ...given, key } })
    const { message } = asked.body.data as { message: string }
    // The key in capitals: a receipt spells it one way.
    const signature = tron.signMessage(message)
    const inCapitals = `0x${signature.slice(2).toUpperCase()}`
    const reply = await who.post('/api/session', { json: { ...given, message, signature: inCapitals } })
    expect(reply.status, reply.text).toBe(200)
    expect(await findDelegation(db(), session)).toMatchObject({
      address: tron.address,
      kind: 'tron',
      signature: signature.toLowerCase(),
    })
    expect(await keyOfSession(await newUser(url, 402))).toBeNull()
  })

  test.each([
    ['nothing', ''],
    ['a text', 'key'],
    ['a point that is not on the curve', `Ag${'A'.repeat(41)}b`],
    ['padding', `${testKey().key}=`],
    ['a key of 65 bytes', 'B'.repeat(64)],
  ])('%s is no key', async (_, key) => {
    const json = { address: wallet(403).address, walletType: 1, key }
    const reply = await caller(url).post('/api/session/challenge', { json })
    expect(reply.body.code).toBe('session_key_invalid')
  })

  test('takes a key once: nobody signs in with it again, not even its owner', async () => {
    const { key } = testKey()
    await newUser(url, 404, { key })
    for (const number of [404, 405]) {
      const again = await signIn(caller(url), wallet(number), { key })
      expect(again.body.code).toBe('session_key_invalid')
    }
  })

  test('refuses a text whose grant was widened, and a signature that is not the wallet’s', async () => {
    const account = wallet(406)
    for (const spoil of [
      (text: string) => text.replace('USDT:5', 'USDT:9'),
      (text: string) => text.replace('5000 USDT', '9000 USDT').replace('USDT:5', 'USDT:9'),
      (text: string) => text.replace(/\nResources:[^]*/, ''),
    ]) {
      const who = caller(url)
      const given = { address: account.address, walletType: 1 }
      const asked = await who.post('/api/session/challenge', { json: { ...given, key: testKey().key } })
      const message = spoil((asked.body.data as { message: string }).message)
      const signature = await account.signMessage({ message })
      const reply = await who.post('/api/session', { json: { ...given, message, signature } })
      expect(reply.body.code).toBe('challenge_unknown')
    }
    const who = caller(url)
    const given = { address: account.address, walletType: 1 }
    const { key, session } = testKey()
    const asked = await who.post('/api/session/challenge', { json: { ...given, key } })
    const { message } = asked.body.data as { message: string }
    const signature = highTwin(await account.signMessage({ message }))
    expect((await who.post('/api/session', { json: { ...given, message, signature } })).body.code).toBe(
      'signature_wrong',
    )
    expect(await findDelegation(db(), session)).toBeNull()
  })
})

describe('a session with a key', () => {
  test('is listed with the key’s short name and its permissions', async () => {
    const key = testKey()
    const who = await newUser(url, 410, { key: key.key })
    await signIn(caller(url), wallet(410))
    const list = await listOf(who)
    expect(list.map((one) => one.key === null)).toEqual(expect.arrayContaining([true, false]))
    const mine = list.find((one) => one.current)?.key
    expect(mine).toMatchObject({ id: shortKeyId(key.session) })
    expect(mine?.most).toContainEqual({ currency: 'USDT', amount: '5000' })
    expect(mine?.most).toContainEqual({ currency: 'BTC', amount: '0.075' })
    expect(mine?.until ?? 0).toBeGreaterThan(clock.nowMs() + WHOLE_LIFE_MS - 120_000)
  })

  test('ends with its delegation, and leaves the delegation for receipts', async () => {
    const key = testKey()
    const who = await newUser(url, 411, { key: key.key })
    const stored = await findDelegation(db(), key.session)
    if (!stored) throw new Error('the delegation is stored')
    const untilMs = (readDelegation(stored.text, crypto.sha256)?.grant.untilS ?? 0) * 1_000
    while (clock.nowMs() < untilMs - 60_000) {
      expect(await keyOfSession(who)).toBe(key.key)
      clock.advance(Math.min(IDLE_LIFE_MS - 60_000, untilMs - 30_000 - clock.nowMs()))
    }
    expect(await keyOfSession(who)).toBe(key.key)
    clock.advance(untilMs - clock.nowMs())
    expect(await keyOfSession(who)).toBeUndefined()
    expect(await findDelegation(db(), key.session)).toEqual(stored)
  })

  test('has its key in another process too', async () => {
    const key = testKey()
    const who = await newUser(url, 412, { key: key.key })
    const pepper = server.app.runtime.keys.pepper
    const other = accountSessions({ db: db(), pepper, events: recordEvents() })
    const found = await other.find(who.cookies.get('sid') ?? '', 'cookie', clock.nowMs())
    expect(found?.key?.delegation.session).toBe(key.session)
  })

  test('is over, without a failure, when its delegation cannot be read', async () => {
    const who = await newUser(url, 413, { key: testKey().key })
    const { session } = testKey()
    const key = Buffer.from(session, 'hex')
    const row = { session: key, text: 'an older text', signature: 's', address: wallet(413).address }
    await db()
      .insertInto('delegation')
      .values({ ...row, kind: 'evm' })
      .execute()
    await db().updateTable('session').set({ key }).where('address', '=', wallet(413).address).execute()
    const pepper = server.app.runtime.keys.pepper
    const other = accountSessions({ db: db(), pepper, events: recordEvents() })
    expect(await other.find(who.cookies.get('sid') ?? '', 'cookie', clock.nowMs())).toBeNull()
    expect(await other.list(wallet(413).address, clock.nowMs())).toEqual([])
  })

  test('has a delegation that nobody can change or delete, not even in the database', async () => {
    const { session } = testKey()
    const row = { session: Buffer.from(session, 'hex'), text: 't', signature: 's', address: 'a', kind: 'evm' }
    await db()
      .insertInto('delegation')
      .values({ ...row, kind: 'evm' })
      .execute()
    await expect(db().updateTable('delegation').set({ text: 'other' }).execute()).rejects.toThrow(
      /never changed/,
    )
    await expect(db().deleteFrom('delegation').execute()).rejects.toThrow(/never changed/)
  })
})
