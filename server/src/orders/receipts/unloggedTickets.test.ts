import { expect, test } from 'vitest'
import { createTestDatabase } from '../../db/database.testing.ts'
import { stillClock } from '../../market/market.testing.ts'
import { silentLog } from '../../platform/log.ts'
import { sql } from 'kysely'
import { createTicketGuard } from './unloggedTickets.ts'

test('tickets unlogged for more than two seconds are late, until the log has them', async () => {
  const { database, close } = await createTestDatabase()
  const clock = stillClock(1_790_000_000_000)
  const guard = createTicketGuard(database.db, clock, silentLog())
  const place = (id: number, logged: number | null) =>
    sql`insert into ticket_batch (id, count, root, signature, leaves, log_seq)
      values (${id}, 1, ${Buffer.alloc(32, id)}, ${Buffer.alloc(64)}, ${Buffer.alloc(32)}, ${logged})`.execute(
      database.db,
    )
  const afterASecond = async () => {
    clock.advance(1_000)
    await guard.refresh()
    return guard.trouble()
  }
  try {
    expect(await afterASecond()).toBeNull()
    await place(1, null)
    expect([await afterASecond(), await afterASecond(), await afterASecond()]).toEqual([null, null, null])
    // A new ticket each second, as orders arrive; the first one is still unlogged.
    await place(2, null)
    expect(await afterASecond()).toBe('not logged for 3 s')
    expect([guard.isLate(), guard.lateSinceMs()]).toEqual([true, 1_790_000_002_000])
    await sql`update ticket_batch set log_seq = 7 where id = 1`.execute(database.db)
    expect(await afterASecond()).toBeNull()
    // The second ticket waits, too, and not for too long yet.
    expect([guard.isLate(), guard.lateSinceMs()]).toEqual([false, null])
  } finally {
    await close()
  }
})
