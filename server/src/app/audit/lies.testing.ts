import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { Finding } from '../../module/finding.ts'
import { write, type Row } from './edges.testing.ts'

/** A change that the owner of the tables might make, and the places that the audit must then name. */
export type Lie = [what: string, statement: string, found: string[]]

/** A query of the audit, rows in which it finds nothing, and changes of them. */
export interface Audited {
  of: string
  /** Lawful rows by table, including rows that are only just lawful. */
  tables: Record<string, readonly Row[]>
  ask: (tx: Tx) => Promise<string[]>
  lies: readonly Lie[]
}

/** Tests that each query finds nothing in its lawful rows, and each lie by its place. Each query has a database of its own. */
export function testLies(audits: readonly Audited[]): void {
  let own: { audited: Audited; test: TestDatabase } | null = null
  const holding = async (audited: Audited): Promise<TestDatabase> => {
    if (own?.audited === audited) return own.test
    await own?.test.close()
    const test = await createTestDatabase()
    own = { audited, test }
    await write(test.database.db, audited.tables)
    return test
  }
  afterAll(() => own?.test.close())
  const cases = audits.flatMap((one) =>
    [['nothing', 'select 1', []] satisfies Lie, ...one.lies].map((lie) => ({
      one,
      lie,
      of: one.of,
      what: lie[0],
    })),
  )
  test.each(cases)('$of: $what', async ({ one, lie: [, statement, found] }) => {
    const undone = new Error('undone')
    const { database } = await holding(one)
    const trial = transact(database.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      expect((await one.ask(tx)).toSorted()).toEqual(found.toSorted())
      throw undone
    })
    await expect(trial).rejects.toBe(undone)
  })
}

export const placesOf = (found: readonly Finding[]) => found.map((one) => one.where)

/** A statement that drops the conditions of a table, so that only the audit keeps them. */
export function unchecked(table: string): string {
  return `do $$ begin execute (
    select string_agg(format('alter table %s drop constraint %I', conrelid::regclass, conname), ';') from pg_constraint
    where contype = 'c' and conrelid = '${table}'::regclass); end $$;`
}
