import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'

let own: TestDatabase
let userId: bigint
beforeAll(async () => {
  own = await createTestDatabase()
  const { rows } = await sql<{ id: bigint }>`
    insert into users (address, wallet_type, practice, invite_code, language, created_at)
    values (${`0x${'1'.repeat(40)}`}, 1, false, 'ABCDEFGH', 'english', 1) returning id`.execute(db())
  userId = rows[0]?.id ?? 0n
})
afterAll(() => own.close())

const db = () => own.database.db

async function newThread(subject = 'general', subjectId: string | null = null): Promise<string> {
  const id = randomUUID()
  await sql`insert into thread (id, user_id, subject, subject_id, facts, opened_at_ms, moved_at_ms, messages)
    values (${id}, ${userId}, ${subject}, ${subjectId}, '{"about":[],"lines":[]}', 5, 5, 1)`.execute(db())
  return id
}

async function newMessage(thread: string, number: number, operator: string | null = null): Promise<string> {
  const id = randomUUID()
  await sql`insert into chat_message (id, thread, number, from_user, operator, operator_name, key, text, files, at_ms)
    values (${id}, ${thread}, ${number}, ${operator === null}, ${operator}, ${operator === null ? '' : 'KQWZ'},
      ${randomUUID()}, 'said', '{}', 5)`.execute(db())
  return id
}

const refused = (statement: string) =>
  sql
    .raw(statement)
    .execute(db())
    .then(() => 'done', String)

test('messages and the subject of a conversation never change', async () => {
  const thread = await newThread()
  const id = await newMessage(thread, 1)
  for (const change of [
    "text = 'other'",
    'at_ms = 6',
    "operator_name = 'X'",
    "files = '{}'",
    'number = 2',
    'from_user = false',
    `key = '${randomUUID()}'`,
  ])
    expect(await refused(`update chat_message set ${change} where id = '${id}'`)).toContain('never changed')
  for (const change of ['user_id = 2', "subject = 'swap'", "facts = '{}'", 'opened_at_ms = 6'])
    expect(await refused(`update thread set ${change} where id = '${thread}'`)).toContain('never changed')
  for (const table of ['chat_message', 'thread']) {
    expect(await refused(`delete from ${table}`)).toContain('never deleted')
    expect(await refused(`truncate ${table} cascade`)).toContain('never deleted')
  }
})

test('a delivery state only moves forward, and a conversation only grows', async () => {
  const thread = await newThread()
  const id = await newMessage(thread, 1)
  const set = (what: string) => refused(`update chat_message set ${what} where id = '${id}'`)
  expect(await set('read_at_ms = 7')).toContain('check constraint')
  expect(await set('delivered_at_ms = 7')).toBe('done')
  expect(await set('read_at_ms = 8')).toBe('done')
  for (const back of ['read_at_ms = null', 'read_at_ms = 9', 'delivered_at_ms = 9', 'delivered_at_ms = null'])
    expect(await set(back), back).toMatch(/stays so|check constraint/)
  for (const back of ['messages = 0', 'moved_at_ms = 4'])
    expect(await refused(`update thread set ${back} where id = '${thread}'`), back).toContain('only grows')
})

test('a number, a key, a subject and an empty conversation are unique', async () => {
  const thread = await newThread('order', randomUUID())
  await newMessage(thread, 1)
  await expect(newMessage(thread, 1)).rejects.toThrow(/chat_message_thread_number_key/)
  const subject = randomUUID()
  await newThread('swap', subject)
  await expect(newThread('swap', subject)).rejects.toThrow(/thread_of_subject/)
  await expect(newThread('order')).rejects.toThrow(/check constraint/)
  await expect(newThread('general', subject)).rejects.toThrow(/check constraint/)
  const unused = `insert into thread (id, user_id, subject, facts, opened_at_ms, moved_at_ms)
    values ('${randomUUID()}', ${userId}, 'general', '{}', 5, 5)`
  expect(await refused(unused)).toBe('done')
  expect(await refused(unused.replace(/'[0-9a-f-]{36}'/, `'${randomUUID()}'`))).toContain('thread_unused')
})

test('a key is used once by a side of a conversation; the other side and other conversations have keys of their own', async () => {
  const [thread, other] = [await newThread('order', randomUUID()), await newThread('order', randomUUID())]
  const key = randomUUID()
  const say = (where: string, number: number, operator: string | null) =>
    sql`insert into chat_message (id, thread, number, from_user, operator, operator_name, key, text, files, at_ms)
      values (${randomUUID()}, ${where}, ${number}, ${operator === null}, ${operator},
        ${operator === null ? '' : 'KQWZ'}, ${key}, 'said', '{}', 5)`
      .execute(db())
      .then(() => 'done', String)
  expect(await say(thread, 1, null)).toBe('done')
  expect(await say(thread, 2, null)).toContain('chat_message_thread_from_user_key_key')
  expect(await say(thread, 2, '0x1')).toBe('done')
  expect(await say(thread, 3, '0x2')).toContain('chat_message_thread_from_user_key_key')
  expect(await say(other, 1, null)).toBe('done')
})

test('a message has an author and content', async () => {
  const thread = await newThread()
  const put = (fromUser: boolean, operator: string | null, name: string, text: string) =>
    sql`insert into chat_message (id, thread, number, from_user, operator, operator_name, key, text, files, at_ms)
      values (${randomUUID()}, ${thread}, 9, ${fromUser}, ${operator}, ${name}, ${randomUUID()}, ${text}, '{}', 5)`
      .execute(db())
      .then(() => 'done', String)
  expect(await put(true, null, '', '')).toContain('check constraint')
  expect(await put(true, '0x1', 'KQWZ', 'x')).toContain('check constraint')
  expect(await put(false, null, '', 'x')).toContain('check constraint')
  expect(await put(false, '0x1', '', 'x')).toContain('check constraint')
  expect(await put(false, '0x1', 'KQWZ', 'x')).toBe('done')
})
