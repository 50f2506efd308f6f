import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { deleteIfLoose, findFree, findOwnPicture } from './pictureStore.ts'

const [OWNER, STRANGER] = [1, 2]
const HASH = Buffer.alloc(32)

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

/** Does something in a transaction that is then undone; its rows need no other rows. */
async function undone(work: (tx: Tx) => Promise<void>): Promise<void> {
  const end = new Error('undone')
  const trial = transact(own.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await work(tx)
    throw end
  })
  await expect(trial).rejects.toBe(end)
}

async function insertPhoto(tx: Tx, application: string | null): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into loan_picture (id, user_id, purpose, application, width, height, bytes, hash, key_number, wrapped_key, sealed, at_ms)
    values (${id}, ${OWNER}, 'front', ${application}, 9, 9, 4, ${HASH}, 1, ${HASH}, ${Buffer.alloc(32)}, 1)`.execute(
    tx,
  )
  return id
}

interface Standing {
  state: number
  ending: string | null
}

async function insertApplied(tx: Tx, { state, ending }: Standing): Promise<string> {
  const id = randomUUID()
  const isReasoned = ending === 'rejected' || ending === 'resubmit'
  const decided = state === 0 ? null : 1
  const by = state === 1 || state === 3 || isReasoned ? 'ann' : null
  await sql`
    insert into loan_application (id, user_id, state, amount, instalments, site, borrower, written_at_ms, details_hash, front_hash,
      back_hash, drawing_hash, wallet, signature, submitted_at_ms, decided_at_ms, decided_by, ending, reason, key_number, wrapped_key,
      sealed)
    values (${id}, ${OWNER}, ${state}, 100, 6, '', '', 1, ${HASH}, ${HASH}, ${HASH}, ${HASH}, 'evm', '', 1, ${decided}, ${by}, ${ending},
      ${isReasoned ? 'because' : null}, 1, ${HASH}, ${HASH})`.execute(tx)
  return id
}

test.each<[what: string, standing: Standing | null, isFree: boolean]>([
  ['of no application', null, true],
  ['of an application under review', { state: 0, ending: null }, false],
  ['of a running loan', { state: 1, ending: null }, false],
  ['of a repaid loan', { state: 3, ending: null }, false],
  ['of a rejected application', { state: 2, ending: 'rejected' }, false],
  ['of a returned application', { state: 2, ending: 'resubmit' }, true],
  ['of a withdrawn application', { state: 2, ending: 'withdrawn' }, false],
  ['of a lapsed application', { state: 2, ending: 'lapsed' }, false],
])(
  'a photo %s may become that of a new one by its owner alone, or not at all',
  async (_what, standing, isFree) => {
    await undone(async (tx) => {
      const id = await insertPhoto(tx, standing && (await insertApplied(tx, standing)))
      await insertPhoto(tx, null)
      expect((await findFree(tx, OWNER, id))?.id).toBe(isFree ? id : undefined)
      expect((await findOwnPicture(tx, OWNER, id))?.id).toBe(id)
      expect([await findFree(tx, STRANGER, id), await findOwnPicture(tx, STRANGER, id)]).toEqual([null, null])
      expect(await findFree(tx, OWNER, randomUUID())).toBeNull()
      await deleteIfLoose(tx, STRANGER, id)
      expect(await findOwnPicture(tx, OWNER, id)).not.toBeNull()
      await deleteIfLoose(tx, OWNER, id)
      expect(await findOwnPicture(tx, OWNER, id)).toEqual(standing ? expect.objectContaining({ id }) : null)
    })
  },
)

test.each(['front', 'back'])(
  'a photo that is the %s of a draft or of an agreement is not loose',
  async (side) => {
    await undone(async (tx) => {
      const column = sql.raw(side)
      const [drafted, agreed, loose] = [
        await insertPhoto(tx, null),
        await insertPhoto(tx, null),
        await insertPhoto(tx, null),
      ]
      await sql`insert into loan_draft (user_id, id, key_number, wrapped_key, sealed, ${column}, until_ms)
      values (${OWNER}, gen_random_uuid(), 1, ${HASH}, ${HASH}, ${drafted}, 1)`.execute(tx)
      const other = sql.raw(side === 'front' ? 'back' : 'front')
      await sql`insert into loan_agreement (user_id, id, amount, instalments, site, borrower, written_at_ms, details_hash, key_number,
        wrapped_key, sealed, ${column}, ${other})
      values (${OWNER}, gen_random_uuid(), 1, 6, '', '', 1, ${HASH}, 1, ${HASH}, ${HASH}, ${agreed}, gen_random_uuid())`.execute(
        tx,
      )
      for (const id of [drafted, agreed, loose]) await deleteIfLoose(tx, OWNER, id)
      const left = await Promise.all([drafted, agreed, loose].map((id) => findOwnPicture(tx, OWNER, id)))
      expect(left.map((one) => one?.id)).toEqual([drafted, agreed, undefined])
    })
  },
)
