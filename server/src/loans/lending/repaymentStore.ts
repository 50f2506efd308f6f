import type { RepaymentTerms } from '@tickmark/core/consent/repaymentConsent'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import type { SignedAsk } from '../../http/calls/signedAsk.ts'
import type {} from './tables.ts'

/** Whether a user's wallet has ever delegated to a key. */
export async function hasDelegated(reader: Reader, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from users join delegation using (address) where users.id = ${userId}::bigint limit 1`.execute(
    reader,
  )
  return rows.length > 0
}

/** Stores what a borrower signed for a repayment; false when its nonce was used before in its session. */
export async function insertRepayment(
  tx: Tx,
  { loan, first, last }: RepaymentTerms,
  { session, nonce, text, signature }: SignedAsk,
  atMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('loan_repayment')
    .values({
      loan,
      first,
      last,
      at_ms: BigInt(atMs),
      session: Buffer.from(session, 'hex'),
      nonce: BigInt(nonce),
      text,
      signature: Buffer.from(signature, 'hex'),
    })
    .onConflict((conflict) => conflict.columns(['session', 'nonce']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
