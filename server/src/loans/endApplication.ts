import type { Tx } from '../db/pool.ts'
import type {} from './events.ts'
import type { LoanApplication } from './application.ts'
import type { LoanDeps } from './ports.ts'
import { type Ended, endWithoutLoan } from './store.ts'

/** Ends a locked application that is under review. Its details and pictures are deleted later. */
export async function endApplication(
  tx: Tx,
  { events }: Pick<LoanDeps, 'events'>,
  { application: id, userId, amount }: LoanApplication,
  ended: Ended,
): Promise<void> {
  await endWithoutLoan(tx, id, ended)
  const { ending, decision, atMs } = ended
  await events.emit(tx, 'loan_ended', { userId, id, amount, ending, why: decision?.why ?? null, atMs })
}
