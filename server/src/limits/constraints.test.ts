import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { hasDeadline, limitUser } from './store.ts'

let made: TestDatabase
const DAY = 86_400_000
const NOW = 1_800_000_000_000

beforeAll(async () => {
  made = await createTestDatabase()
  await transact(made.database.db, (tx) => limitUser(tx, 1, NOW))
  await run(`insert into user_limit values (1, 'lossDay', 100, null, null, ${NOW})`)
  await run(`insert into user_limit values (1, 'stakeDay', 100, null, null, ${NOW})`)
  await run(
    `update user_limit set pending_value = 300, pending_from_ms = ${NOW + DAY} where kind = 'stakeDay'`,
  )
  await run(`insert into user_break values (1, ${NOW + DAY}, ${NOW + 2 * DAY}, ${NOW})`)
  await run(
    `insert into result_hour values (1, 1, ${NOW / 3_600_000}, 5, 7, 9), (1, 1, ${NOW / 3_600_000 - 200}, 5, 7, 9)`,
  )
  await run(`insert into use_hour values (1, ${NOW / 3_600_000}, 7), (1, ${NOW / 3_600_000 - 200}, 7)`)
})
afterAll(() => made.close())

const run = (statement: string) => sql.raw(statement).execute(made.database.db)

test.each([
  ['before the pending change', NOW, true],
  ['while the exclusion lasts', NOW + 2 * DAY - 1, true],
  ['when all is over', NOW + 2 * DAY, false],
])('a deadline lies ahead %s', async (_when, nowMs, isAhead) => {
  expect(await hasDeadline(made.database.db, nowMs)).toBe(isAhead)
})

test.each([
  ['a larger value', `update user_limit set value = 101 where kind = 'lossDay'`],
  ['no value', `update user_limit set value = null where kind = 'lossDay'`],
  [
    'a larger value with a later moment',
    `update user_limit set value = 101, changed_at_ms = ${NOW + 9 * DAY} where kind = 'lossDay'`,
  ],
  [
    'a pending value of the past',
    `update user_limit set pending_value = 200, pending_from_ms = ${NOW - 1} where kind = 'lossDay'`,
  ],
  [
    'a pending value that is due too early',
    `update user_limit set pending_value = 200, pending_from_ms = ${NOW + DAY - 1} where kind = 'lossDay'`,
  ],
  ['no limit, due too early', `update user_limit set pending_from_ms = ${NOW + 1} where kind = 'lossDay'`],
  [
    'an earlier moment for what is pending',
    `update user_limit set pending_from_ms = pending_from_ms - 1 where kind = 'stakeDay'`,
  ],
  [
    'a larger pending value',
    `update user_limit set pending_value = 301, changed_at_ms = ${NOW + 1} where kind = 'stakeDay'`,
  ],
  [
    'what is pending before its time',
    `update user_limit set value = 300, changed_at_ms = ${NOW + DAY - 1} where kind = 'stakeDay'`,
  ],
  [
    'more than what was pending',
    `update user_limit set value = 301, changed_at_ms = ${NOW + DAY} where kind = 'stakeDay'`,
  ],
  ['an earlier change', `update user_limit set changed_at_ms = changed_at_ms - 1 where kind = 'lossDay'`],
  ['another user', `update user_limit set user_id = 2 where kind = 'lossDay'`],
  ['another kind', `update user_limit set kind = 'lossWeek' where kind = 'lossDay'`],
  ['no row', `delete from user_limit`],
  ['no rows', `truncate user_limit`],
  ['a first limit that is none', `insert into user_limit values (2, 'lossDay', null, null, null, ${NOW})`],
  [
    'a first limit with a looser one',
    `insert into user_limit values (2, 'lossDay', 1, 5, ${NOW + DAY}, ${NOW})`,
  ],
  ['a shorter break', `update user_break set until_ms = until_ms - 1`],
  ['a shorter exclusion', `update user_break set excluded_until_ms = 0`],
  ['another user’s break', `update user_break set user_id = 2`],
  ['no break', `delete from user_break`],
  ['no breaks', `truncate user_break`],
  ['a user who is not limited', `delete from limited_user`],
  ['another limited user', `update limited_user set user_id = 2`],
  ['nobody limited', `truncate limited_user`],
  ['a smaller loss', `update result_hour set lost = lost - 1`],
  ['a smaller stake', `update result_hour set stake = 0`],
  ['a smaller gain', `update result_hour set won = won - 1`],
  ['an earlier hour of results', `update result_hour set hour = hour - 100`],
  ['results of this week gone', `delete from result_hour`],
  ['results gone', `truncate result_hour`],
  ['a minute less', `update use_hour set minutes = 5`],
  ['an earlier hour of use', `update use_hour set hour = hour - 100`],
  ['use of this week gone', `delete from use_hour`],
  ['use gone', `truncate use_hour`],
])('the database refuses %s', async (_, statement) => {
  await expect(run(statement)).rejects.toMatchObject({ code: '23000' })
})

test('tighter limits, pending limits that have waited, and old hours are accepted', async () => {
  await run(`update user_limit set value = 99 where kind = 'lossDay'`)
  await run(
    `update user_limit set value = 300, pending_value = null, pending_from_ms = null, changed_at_ms = ${NOW + DAY} where kind = 'stakeDay'`,
  )
  await run(`update user_limit set pending_from_ms = ${NOW + 2 * DAY} where kind = 'stakeDay'`)
  await run(`update user_limit set value = null, changed_at_ms = ${NOW + 2 * DAY} where kind = 'stakeDay'`)
  await run(`update user_break set until_ms = until_ms + 1, excluded_until_ms = excluded_until_ms + 1`)
  for (const table of ['result_hour', 'use_hour']) {
    const gone = await run(`delete from ${table} where hour < ${NOW / 3_600_000 - 192}`)
    expect(gone.numAffectedRows).toBe(1n)
  }
})

test.each([
  ['result_hour', (hour: number) => `(7, 1, ${hour}, 5, 7, 9)`],
  ['use_hour', (hour: number) => `(7, ${hour}, 7)`],
])('of %s the 168 hours before the latest stay to the hour', async (table, row) => {
  const latest = NOW / 3_600_000
  const values = [0, 168, 169].map((ago) => row(latest - ago)).join()
  await run(`insert into ${table} values ${values}`)
  const drop = (ago: number) => run(`delete from ${table} where user_id = 7 and hour = ${latest - ago}`)
  await expect(drop(168)).rejects.toMatchObject({ code: '23000' })
  expect((await drop(169)).numAffectedRows).toBe(1n)
  await expect(
    run(`delete from ${table} where user_id = 7 and hour <= ${latest - 168}`),
  ).rejects.toMatchObject({
    code: '23000',
  })
})
