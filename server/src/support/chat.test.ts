import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, newUser, setServer, tinyPicture, wallet } from '../app/app.testing.ts'
import { operatorOf } from '../app/operatorCaller.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { ask, call, countActions, latest, openedBy, openPage, reply, say, seen } from './support.testing.ts'

const FIRST = wallet(701).address
const SECOND = wallet(702).address
const EDITOR = wallet(703).address
const clock = movableClock()
const server = setServer({
  clock,
  env: { OPERATORS: `${FIRST}:support ${SECOND}:admin ${EDITOR}:editor` },
})
const url = () => server.url
let operator: Caller
let second: Caller
let user: Caller
let other: Caller
let users = 710

beforeAll(async () => {
  operator = await operatorOf(url, wallet(701))
  second = await operatorOf(url, wallet(702))
})
beforeEach(async () => {
  user = await newUser(url, ++users)
  other = await newUser(url, ++users)
})

describe('a conversation', () => {
  test('has its messages in the order of their times, also when a clock steps back', async () => {
    const threadId = await openedBy(user)
    const first = await say(user, threadId, 'One.')
    clock.setWall(-10_000)
    const later = [await say(user, threadId, 'Two.'), await reply(operator, threadId, 'Three.')]
    clock.setWall(10_000)
    const [two = 0, three = 0] = later.map(({ at }) => at)
    expect(two).toBeGreaterThanOrEqual(first.at)
    expect(three).toBeGreaterThanOrEqual(two)
    expect((await latest(user, threadId)).map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.'])
  })

  test('goes both ways; each side sees author, time and delivery state of every message', async () => {
    const threadId = await openedBy(user)
    const page = await openPage(server.url, user)
    const first = await say(user, threadId, '  Where is my deposit?\n')
    expect(first).toMatchObject({ from: 'user', name: '', text: 'Where is my deposit?', delivery: 'sent' })
    expect((await latest(user, threadId))[0]).toEqual(first)
    const [asked] = await seen(operator, threadId)
    expect(asked).toEqual({ ...first, key: undefined })
    expect((await latest(user, threadId))[0]?.delivery).toBe('delivered')
    expect(await call(operator, 'consoleReadChat', { threadId })).toEqual({ read: 1 })
    expect(await call(operator, 'consoleReadChat', { threadId })).toEqual({ read: 0 })
    expect((await latest(user, threadId))[0]?.delivery).toBe('read')

    const answer = await reply(operator, threadId, 'Two more blocks.')
    expect(answer).toMatchObject({ from: 'support', delivery: 'sent' })
    expect(answer.name).toMatch(/^Support [A-Z]{4}$/)
    expect((await seen(operator, threadId))[1]?.delivery).toBe('sent')
    expect(await call(user, 'getThreads')).toMatchObject({
      unread: 1,
      list: [{ unread: 1, latest: 'Two more blocks.' }],
    })
    const [, heard] = await latest(user, threadId)
    expect(heard).toMatchObject({ text: 'Two more blocks.', name: answer.name })
    expect(heard?.key).toBeUndefined()
    expect((await seen(operator, threadId))[1]).toMatchObject({ delivery: 'delivered', key: answer.key })
    expect(await call(user, 'readChat', { threadId })).toEqual({ unread: 0 })
    expect((await seen(operator, threadId))[1]?.delivery).toBe('read')
    // The user's pages are notified once of the user's own reading; fetching notifies them of nothing.
    await expect.poll(() => page.told).toEqual(['message', 'delivery', 'delivery', 'message', 'delivery'])
    await page.leave()
  })

  test('belongs to its owner: for any other user it does not exist', async () => {
    const threadId = await openedBy(user)
    await say(user, threadId, 'mine')
    const key = randomUUID()
    for (const name of ['getThread', 'sendChat', 'typeChat', 'readChat'] as const) {
      const fields = { threadId, ...(name === 'sendChat' && { key, text: 'x' }) }
      const refused = await ask(other, name, fields)
      expect([refused.status, refused.body.code], name).toEqual([404, 'thread_unknown'])
      const unknown = await ask(user, name, { ...fields, threadId: randomUUID() })
      expect(unknown.body, name).toEqual(refused.body)
    }
    expect((await call(other, 'getThreads')).list).toEqual([])
    for (const name of ['consoleThread', 'consoleReply', 'consoleTyping', 'consoleReadChat'] as const) {
      const fields = { threadId: randomUUID(), ...(name === 'consoleReply' && { key, text: 'x' }) }
      expect((await ask(operator, name, fields)).body.code, name).toBe('thread_unknown')
      expect((await ask(user, name, { ...fields, threadId })).body.code, name).toBe('operators_only')
      const wrong = await ask(await operatorOf(url, wallet(703)), name, { ...fields, threadId })
      expect(wrong.body.code, name).toBe('role_missing')
    }
    expect(await latest(user, threadId)).toHaveLength(1)
  })

  test('takes text or pictures, and refuses an empty message and an unknown picture', async () => {
    const threadId = await openedBy(user)
    const send = (fields: Record<string, string>) =>
      ask(user, 'sendChat', { threadId, key: randomUUID(), ...fields })
    for (const text of ['', '   ', '\n\t\n']) expect((await send({ text })).body.code).toBe('chat_empty')
    expect((await send({ files: randomUUID() })).body.code).toBe('file_unknown')
    for (const text of ['\u0000', 'a\u0007b', 'x'.repeat(4_001)])
      expect((await send({ text })).body.code).toBe('bad_request')
    for (const files of [
      'x',
      ',',
      '-'.repeat(36),
      `${randomUUID()},`,
      Array.from({ length: 5 }, randomUUID).join(),
    ])
      expect((await send({ files })).body.code).toBe('bad_request')
    const answer = { threadId, key: randomUUID() }
    expect((await ask(operator, 'consoleReply', answer)).body.code).toBe('chat_empty')
    const hyphens = await ask(operator, 'consoleReply', { ...answer, files: '-'.repeat(36) })
    expect(hyphens.body.code).toBe('bad_request')
    expect(await latest(user, threadId)).toEqual([])
    for (const text of ['x'.repeat(4_000), '<img src=x onerror=alert(1)>', 'a\n\tb', 'مرحبا 👋\ud800'])
      expect((await say(user, threadId, text)).text).toBe(text.toWellFormed())
    expect(await latest(user, threadId)).toHaveLength(4)
    await say(user, threadId, `${'x'.repeat(200)}y`)
    expect((await call(user, 'getThreads')).list[0]?.latest).toBe('x'.repeat(200))
  })

  test('shows thirty at a time, without a gap or a double while new ones arrive', async () => {
    const threadId = await openedBy(user)
    for (let i = 1; i <= 95; i++)
      await (i % 3 === 0 ? reply(operator, threadId, `${i}`) : say(user, threadId, `${i}`))
    let page = await call(user, 'getThread', { threadId })
    const got = page.list.map((one) => one.text)
    // The support's messages on this page are delivered, and none before it.
    const { rows } = await sql<{ number: number }>`
      select number from chat_message where thread = ${threadId} and not from_user and delivered_at_ms is not null
      order by number`.execute(server.database.database.db)
    expect(rows.map(({ number }) => number)).toEqual([66, 69, 72, 75, 78, 81, 84, 87, 90, 93])
    while (page.hasMore) {
      await say(user, threadId, 'meanwhile')
      page = await call(user, 'getThread', { threadId, before: page.list[0]?.id ?? '' })
      got.unshift(...page.list.map((one) => one.text))
    }
    expect(got).toEqual(Array.from({ length: 95 }, (_, i) => String(i + 1)))
    const foreign = await say(other, await openedBy(other), 'x')
    expect(await call(user, 'getThread', { threadId, before: foreign.id })).toMatchObject({
      list: [],
      hasMore: false,
    })
  })
})

test('of ten thousand messages is walked to its beginning, page by page', async () => {
  const threadId = await openedBy(user)
  await say(user, threadId, '1')
  const { db } = server.database.database
  await sql`insert into chat_message (id, thread, number, from_user, operator, operator_name, key, text, files, at_ms,
      delivered_at_ms, read_at_ms)
    select gen_random_uuid(), ${threadId}, n, n % 2 = 0, case when n % 2 = 1 then '0x1' end,
      case when n % 2 = 1 then 'KQWZ' else '' end, gen_random_uuid(), n::text, '{}', 1, 1, 1
    from generate_series(2, 10000) n`.execute(db)
  await sql`update thread set messages = 10000 where id = ${threadId}`.execute(db)
  const numbers: number[] = []
  for (let before = ''; ;) {
    const page = await call(user, 'getThread', { threadId, ...(before && { before }) })
    numbers.unshift(...page.list.map((one) => Number(one.text)).filter((one) => one > 0))
    if (numbers.length % 3_000 === 0) await say(user, threadId, 'meanwhile')
    if (!page.hasMore) break
    before = page.list[0]?.id ?? ''
  }
  expect(numbers).toEqual(Array.from({ length: 10_000 }, (_, i) => i + 1))
  expect(await call(user, 'readChat', { threadId })).toEqual({ unread: 0 })
})

describe('a picture', () => {
  const upload = async (who: Caller, path: string) => {
    const { body, text } = await who.post(path, { picture: tinyPicture })
    if (!body.data) throw new Error(text)
    return (body.data as { id: string }).id
  }
  const byUser = (who = user) => upload(who, '/api/upload')
  const byOperator = (who = operator) => upload(who, '/api/console/upload')
  const statusFor = async (who: Caller, path: string) => (await who.get(path)).status

  test('is sent with or without text, once, and only the two sides see it', async () => {
    const threadId = await openedBy(user)
    const [one, two] = [await byUser(), await byUser()]
    const key = randomUUID()
    const sent = { threadId, key, files: `${one},${two},${one}` }
    const { message } = await call(user, 'sendChat', sent)
    expect(message.files).toEqual(
      [one, two].map((id) => ({ id, url: `/api/files/${id}`, width: 1, height: 1 })),
    )
    expect((await call(user, 'sendChat', sent)).message).toEqual(message)
    expect((await seen(operator, threadId))[0]?.files).toEqual(
      [one, two].map((id) => ({ id, url: `/api/console/files/${id}`, width: 1, height: 1 })),
    )
    expect((await call(user, 'getThreads')).list[0]?.latest).toBe('')
    const again = await ask(user, 'sendChat', { ...sent, key: randomUUID() })
    expect(again.body.code).toBe('file_unknown')
    expect(await Promise.all([user, other].map((who) => statusFor(who, `/api/files/${one}`)))).toEqual([
      200, 404,
    ])
    expect(await statusFor(operator, `/api/console/files/${one}`)).toBe(200)
    const answer = await byOperator()
    expect(await statusFor(user, `/api/files/${answer}`)).toBe(404)
    const reply = { threadId, key: randomUUID(), text: 'See here', files: answer }
    expect((await call(operator, 'consoleReply', reply)).message.files).toHaveLength(1)
    expect((await latest(user, threadId))[1]?.files[0]?.id).toBe(answer)
    expect(await Promise.all([user, other].map((who) => statusFor(who, `/api/files/${answer}`)))).toEqual([
      200, 404,
    ])
  })

  test('of another user is refused, and a refusal binds no picture', async () => {
    const threadId = await openedBy(user)
    const [mine, theirs, house] = [await byUser(), await byUser(other), await byOperator()]
    for (const files of [theirs, house, `${mine},${theirs}`, `${mine},${randomUUID()}`]) {
      const refused = await ask(user, 'sendChat', { threadId, key: randomUUID(), text: 'x', files })
      expect([refused.status, refused.body.code]).toEqual([404, 'file_unknown'])
    }
    for (const files of [mine, house])
      expect((await ask(second, 'consoleReply', { threadId, key: randomUUID(), files })).body.code).toBe(
        'file_unknown',
      )
    expect(await latest(user, threadId)).toEqual([])
    const keys = Array.from({ length: 10 }, () => randomUUID())
    const race = await Promise.all(keys.map((key) => ask(user, 'sendChat', { threadId, key, files: mine })))
    expect(race.filter((one) => one.status === 200)).toHaveLength(1)
    expect(race.filter((one) => one.body.code === 'file_unknown')).toHaveLength(9)
  })
})

describe('a key', () => {
  test('sent a hundred times at once makes one message, and never another', async () => {
    const threadId = await openedBy(user)
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => say(user, threadId, `try ${i % 2}`, key)),
    )
    expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1)
    expect((await say(user, threadId, 'another', key)).text).toBe(replies[0]?.text)
    expect(await latest(user, threadId)).toHaveLength(1)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => reply(i % 2 === 0 ? operator : second, threadId, 'yes', key)),
    )
    expect(new Set(answers.map((one) => one.id)).size).toBe(1)
    expect(await latest(user, threadId)).toHaveLength(2)
    expect(await countActions(server, threadId, 'support.reply')).toBe(1)
    const elsewhere = await openedBy(user)
    expect((await say(user, elsewhere, 'there', key)).text).toBe('there')
  })

  test('is shown only to the author of the message', async () => {
    const threadId = await openedBy(user)
    const [mine, theirs] = [randomUUID(), randomUUID()]
    await say(user, threadId, 'a', mine)
    await reply(operator, threadId, 'b', theirs)
    expect((await latest(user, threadId)).map((one) => one.key)).toEqual([mine, undefined])
    expect((await seen(operator, threadId)).map((one) => one.key)).toEqual([undefined, theirs])
    const { list } = await call(second, 'consoleThread', { threadId })
    expect(list.map((one) => one.key)).toEqual([undefined, undefined])
  })
})

describe('opening', () => {
  test('of a general one returns the empty one, else a new one', async () => {
    const opened = await Promise.all(Array.from({ length: 20 }, () => openedBy(user)))
    expect(new Set(opened).size).toBe(1)
    expect((await call(user, 'getThreads')).list).toHaveLength(1)
    await say(user, opened[0] ?? '', 'hello')
    const next = await openedBy(user)
    expect(next).not.toBe(opened[0])
    expect(await openedBy(user)).toBe(next)
    expect(await openedBy(other)).not.toBe(next)
  })

  test('stops at fifty in thirty days; the list shows the latest fifty and all unread counts', async () => {
    const first = await openedBy(user)
    await say(user, first, '0')
    await reply(operator, first, 'unread')
    for (let i = 1; i < 50; i++) await say(user, await openedBy(user), `${i}`)
    const full = await ask(user, 'openThread')
    expect(full.body).toMatchObject({ status: 409, code: 'threads_full', data: { most: '50' } })
    const { list } = await call(user, 'getThreads')
    expect(list.map((one) => one.latest)).toEqual([
      ...Array.from({ length: 49 }, (_, i) => String(49 - i)),
      'unread',
    ])
    const { db } = server.database.database
    await sql`alter table thread disable trigger threads_keep`.execute(db)
    await sql`update thread set opened_at_ms = opened_at_ms - ${30 * 86_400_000 + 60_000} where id = ${first}`.execute(
      db,
    )
    await sql`alter table thread enable trigger threads_keep`.execute(db)
    await say(user, await openedBy(user), '50')
    expect((await ask(user, 'openThread')).body.code).toBe('threads_full')
    const after = await call(user, 'getThreads')
    expect(after.list.map((one) => one.latest)).toEqual(Array.from({ length: 50 }, (_, i) => String(50 - i)))
    expect(after.unread).toBe(1)
  })

  test('by a later version, with unknown facts, is listed without them', async () => {
    const { db } = server.database.database
    const { rows } = await sql<{ id: string }>`insert into thread
        (id, user_id, subject, subject_id, facts, opened_at_ms, moved_at_ms)
      select gen_random_uuid(), user_id, 'swap', gen_random_uuid(), '{"about":[{"word":"unheard"}],"lines":[]}', 1, 1
      from thread where id = ${await openedBy(user)} returning id`.execute(db)
    const { list } = await call(user, 'getThreads')
    expect(list.find((one) => one.id === rows[0]?.id)).toMatchObject({
      subject: 'swap',
      about: '',
      receipt: [],
    })
    expect(list).toHaveLength(2)
  })

  test('about an unknown order or transfer, or about a loan, is refused', async () => {
    for (const subject of ['order', 'deposit', 'withdrawal', 'swap', 'loan']) {
      const refused = await ask(user, 'openThread', { subject, subjectId: randomUUID() })
      expect([refused.status, refused.body.code], subject).toEqual([404, 'thread_subject_unknown'])
      expect((await ask(user, 'openThread', { subject })).body.code).toBe('thread_subject_unknown')
    }
    const general = await ask(user, 'openThread', { subjectId: randomUUID() })
    expect(general.body.code).toBe('thread_subject_unknown')
    expect((await call(user, 'getThreads')).list).toEqual([])
  })
})
