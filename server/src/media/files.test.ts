import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Caller, caller, newUser, type Reply, setServer, signIn, wallet } from '../app/app.testing.ts'
import { operatorOf } from '../app/operatorCaller.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { transact } from '../db/transact.ts'
import { filesOf, publicUrl, showFiles, seedPicture, takeFiles } from './files.ts'
import { openMedia } from './module.ts'
import { plainPicture } from './plainPicture.testing.ts'
import { sendPicture } from './sending.testing.ts'
import { insertFile } from './store.ts'

const HOUR_MS = 3_600_000
const [SUPPORT, EDITOR, VIEWER, SECOND_EDITOR] = [201, 202, 203, 204]
const clock = movableClock()
const server = setServer({
  clock,
  env: {
    CONTENT: 'none',
    OPERATORS: `${wallet(SUPPORT).address}:support ${wallet(EDITOR).address}:editor ${wallet(VIEWER).address}:viewer ${wallet(SECOND_EDITOR).address}:editor`,
  },
})
const url = () => server.url
const db = () => server.database.database.db

interface File {
  id: string
  url: string
}

async function upload(by: Caller, path = '/api/upload'): Promise<File> {
  const reply = await sendPicture(by, url(), await plainPicture('png'), 'image/png', path)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as File
}

async function operator(number: number): Promise<Caller> {
  return operatorOf(url, wallet(number))
}

/** The operators' path for a file that users read at `/api/files/`. */
const operatorPath = (path: string) => path.replace('/api/files/', '/api/console/files/')

async function userId(number: number): Promise<number> {
  const query = db().selectFrom('users').select('id').where('address', '=', wallet(number).address)
  return Number((await query.executeTakeFirstOrThrow()).id)
}

const statusFor = async (who: Caller, path: string) => (await who.get(path)).status

test('a picture is readable by its owner, its addressee, and operators who answer', async () => {
  const [owner, other, support, viewer] = await Promise.all([
    newUser(url, 1),
    newUser(url, 2),
    operator(SUPPORT),
    operator(VIEWER),
  ])
  const file = await upload(owner)
  const reply = await owner.get(file.url)
  expect(reply.status).toBe(200)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="picture.jpg"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, max-age=3600',
  })
  const strangers = [other, viewer, await operator(EDITOR), caller(url)]
  for (const who of [...strangers, support]) {
    for (const path of [file.url, operatorPath(file.url)]) {
      const refused = await who.get(path)
      expect(refused.body, refused.text).toMatchObject({ status: 404, code: 'not_found' })
    }
  }
  const owned = { owner: { user: await userId(1) }, ids: [file.id], sharedWith: null }
  expect(await transact(db(), (tx) => takeFiles(tx, owned))).toEqual([
    { id: file.id, url: file.url, width: 600, height: 400 },
  ])
  expect(await statusFor(support, operatorPath(file.url))).toBe(200)
  for (const who of [...strangers, support]) expect(await statusFor(who, file.url)).toBe(404)
  for (const who of [...strangers, owner]) expect(await statusFor(who, operatorPath(file.url))).toBe(404)
  expect(await statusFor(owner, publicUrl(file.id))).toBe(404)
})

test('an operator’s picture is readable by the user it was sent to', async () => {
  const [reader, other, support] = await Promise.all([newUser(url, 3), newUser(url, 4), operator(SUPPORT)])
  const file = await upload(support, '/api/console/upload')
  expect(await statusFor(support, operatorPath(file.url))).toBe(200)
  expect(await statusFor(reader, file.url)).toBe(404)
  const given = {
    owner: { operator: wallet(SUPPORT).address },
    ids: [file.id],
    sharedWith: await userId(3),
  }
  await transact(db(), (tx) => takeFiles(tx, given))
  expect(await statusFor(reader, file.url)).toBe(200)
  expect(await statusFor(other, file.url)).toBe(404)
  const bearer = caller(url)
  const signed = await signIn(bearer, wallet(3), { transport: 'bearer' })
  const authorization = `Bearer ${(signed.body.data as { token: string }).token}`
  expect((await bearer.get(file.url, { headers: { authorization } })).status).toBe(200)
})

test('an upload is bound once, by its owner, and a message binds all of its uploads or none', async () => {
  const owner = await newUser(url, 5)
  const [first, second] = [await upload(owner), await upload(owner)]
  const mine = { user: await userId(5) }
  const take = (ids: string[], by: { user: number } | { operator: string } = mine) =>
    transact(db(), (tx) => takeFiles(tx, { owner: by, ids, sharedWith: null }))
  expect(await take([])).toEqual([])
  expect(await take([first.id, randomUUID()])).toBeNull()
  expect(await take([first.id, first.id])).toBeNull()
  expect(await take([first.id], { user: await userId(1) })).toBeNull()
  expect(await take([first.id], { operator: wallet(5).address })).toBeNull()
  expect((await take([second.id, first.id]))?.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(await take([first.id])).toBeNull()
  const known = await filesOf(db(), [first.id, randomUUID()])
  expect([...known.keys()]).toEqual([first.id])
  const third = await upload(owner)
  const raced = await Promise.all(Array.from({ length: 8 }, () => take([third.id])))
  expect(raced.filter((one) => one !== null)).toHaveLength(1)
})

test('a public picture is readable by everybody for ever; a user’s picture never becomes public', async () => {
  const [owner, editor] = await Promise.all([newUser(url, 6), operator(EDITOR)])
  const file = await upload(editor, '/api/console/upload')
  const show = (ids: string[], by = wallet(EDITOR).address) => transact(db(), (tx) => showFiles(tx, by, ids))
  const path = publicUrl(file.id)
  expect(await statusFor(caller(url), path)).toBe(404)
  expect(await show([file.id], wallet(SUPPORT).address)).toBe(false)
  expect(await show([file.id, randomUUID()])).toBe(false)
  expect(await show([(await upload(owner)).id])).toBe(false)
  expect(await statusFor(caller(url), path)).toBe(404)
  const [second, viewer] = [await operator(SECOND_EDITOR), await operator(VIEWER)]
  expect(await statusFor(second, operatorPath(file.url))).toBe(404)
  expect(await show([file.id])).toBe(true)
  expect(await show([file.id], wallet(SUPPORT).address)).toBe(true)
  // Until it is used it is its sender's alone, and then every editor's.
  for (const who of [editor, second]) expect(await statusFor(who, operatorPath(file.url))).toBe(200)
  expect(await statusFor(viewer, operatorPath(file.url))).toBe(404)
  const reply = await caller(url).get(path)
  expect(reply.status).toBe(200)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  for (const wrong of [
    '/media/x.jpg',
    `/media/${randomUUID()}.jpg`,
    '/media/..%2f.jpg',
    '/api/files/x',
    '/api/files/',
  ]) {
    expect(await statusFor(owner, wrong), wrong).toBe(404)
  }
})

test('a caller who may not send a picture is refused before it is read', async () => {
  const [user, stranger, visitor] = [await newUser(url, 7), caller(url), caller(url)]
  await signIn(visitor, wallet(8))
  const bytes = Buffer.alloc(6_000_000)
  const codeOf = async (by: Caller, path?: string) =>
    (await sendPicture(by, url(), bytes, 'image/png', path)).body.code
  expect(await codeOf(stranger)).toBe('sign_in_first')
  expect(await codeOf(visitor)).toBe('register_first')
  expect(await codeOf(stranger, '/api/console/upload')).toBe('sign_in_first')
  expect(await codeOf(user, '/api/console/upload')).toBe('operators_only')
  expect(await codeOf(user)).toBe('picture_invalid')
  expect(await codeOf(user, '/api/upload?nonsense=1')).toBe('bad_request')
  const reply: Reply = await user.post('/api/upload', { headers: { 'x-app': '' }, json: {} })
  expect(reply.body.code).toBe('wrong_origin')
  expect((await user.post('/api/upload', { json: {} })).body.code).toBe('picture_invalid')
})

test('a picture is refused in the sender’s language', async () => {
  const user = await newUser(url, 9)
  const large = Buffer.alloc(7_000_000)
  const tooLarge = await sendPicture(user, url(), large, 'image/png', '/api/upload?language=japanese')
  expect(tooLarge.status).toBe(413)
  expect(tooLarge.body.message).toMatch(/[\u3040-\u30ff]/)
  const invalid = await sendPicture(user, url(), Buffer.from('x'), 'image/png', '/api/upload?language=arab')
  expect(invalid.body.message).toMatch(/[\u0600-\u06ff]/)
})

test('one owner may upload 30 MB of pictures a day', async () => {
  const user = await newUser(url, 10)
  const id = await userId(10)
  const before = clock.nowMs() - 23 * HOUR_MS
  const content = randomBytes(6_000_000)
  for (let i = 0; i < 5; i++) {
    const row = { id: randomUUID(), owner_user: BigInt(id), owner_operator: null, width: 9, height: 9 }
    await db()
      .insertInto('uploaded_file')
      .values({ ...row, content, bytes: content.length, at_ms: BigInt(before) })
      .execute()
  }
  await upload(user)
  const [row] = await db()
    .selectFrom('uploaded_file')
    .select('id')
    .where('owner_user', '=', BigInt(id))
    .execute()
  const more = { ...row, id: randomUUID(), owner_user: BigInt(id), owner_operator: null, width: 9, height: 9 }
  const rest = content.subarray(0, 1_457_000)
  await db()
    .insertInto('uploaded_file')
    .values({ ...more, content: rest, bytes: rest.length, at_ms: BigInt(before) })
    .execute()
  const refused = await sendPicture(user, url(), await plainPicture('png'), 'image/png')
  expect(refused.body).toMatchObject({ status: 429, code: 'too_many_requests' })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3_000)
  expect(wait).toBeLessThanOrEqual(3_600)
})

test('an unbound picture is deleted after a day, a bound one is kept', async () => {
  const owner = await newUser(url, 11)
  const [kept, left] = [await upload(owner), await upload(owner)]
  const given = { owner: { user: await userId(11) }, ids: [kept.id], sharedWith: null }
  await transact(db(), (tx) => takeFiles(tx, given))
  clock.advance(26 * HOUR_MS)
  await expect.poll(async () => (await filesOf(db(), [left.id])).size).toBe(0)
  expect((await filesOf(db(), [kept.id])).size).toBe(1)
})

test('an unbound picture is kept for a day to the millisecond', async () => {
  const still = movableClock({ isStill: true })
  const drawn = { content: await plainPicture('jpeg'), width: 600, height: 400 }
  const [due, over] = [randomUUID(), randomUUID()]
  await transact(db(), async (tx) => {
    for (const [id, ms] of [
      [due, 24 * HOUR_MS],
      [over, 24 * HOUR_MS + 1],
    ] as const)
      await insertFile(tx, { ...drawn, id, owner: { operator: 'nobody' }, atMs: still.nowMs() - ms })
  })
  const { database } = server.database
  const { module } = openMedia({ database, clock: still, log: silentLog() })
  await module.onReady?.()
  await module.onClose?.()
  expect([...(await filesOf(db(), [due, over])).keys()]).toEqual([due])
})

test('the database itself forbids changing pictures and unbinding used ones', async () => {
  const editor = await operator(EDITOR)
  const file = await upload(editor, '/api/console/upload')
  const table = () => db().updateTable('uploaded_file').where('id', '=', file.id)
  await expect(
    table()
      .set({ content: Buffer.from('x'), bytes: 1 })
      .execute(),
  ).rejects.toThrow(/never changed/)
  await expect(table().set({ owner_operator: 'x' }).execute()).rejects.toThrow(/never changed/)
  await expect(table().set({ is_public: true }).execute()).rejects.toThrow(/public_is_bound/)
  await table().set({ bound: true, is_public: true }).execute()
  await expect(table().set({ is_public: false }).execute()).rejects.toThrow(/stays in use/)
})

test('a shipped picture must be a plain JPEG, and is inserted once', async () => {
  const ship = (bytes: Buffer) => transact(db(), (tx) => seedPicture(tx, bytes, clock.nowMs()))
  const jpeg = await plainPicture('jpeg')
  const id = await ship(jpeg)
  expect(await ship(jpeg)).toBe(id)
  expect(await statusFor(caller(url), publicUrl(id ?? ''))).toBe(200)
  expect(await ship(await plainPicture('png'))).toBeNull()
  expect(await ship(jpeg.subarray(0, -1))).toBeNull()
})

test('a former operator cannot read a picture that they sent as one', async () => {
  const former = await newUser(url, 210)
  const { address } = wallet(210)
  const drawn = { content: await plainPicture('jpeg'), width: 600, height: 400 }
  const [kept, sent] = [randomUUID(), randomUUID()]
  await transact(db(), async (tx) => {
    for (const id of [kept, sent]) {
      await insertFile(tx, { ...drawn, id, owner: { operator: address }, atMs: clock.nowMs() })
    }
    await takeFiles(tx, { owner: { operator: address }, ids: [sent], sharedWith: await userId(210) })
  })
  expect(await statusFor(former, `/api/files/${kept}`)).toBe(404)
  // The user to whom it was sent may read it.
  expect(await statusFor(former, `/api/files/${sent}`)).toBe(200)
})
