import { asciiBytes } from '@tickmark/core/bytes'
import { hostingText, type HostingStatement } from '@tickmark/core/arbitrage/hostings'
import type { Tx } from '../../db/pool.ts'
import type { HostingDeps } from '../ports.ts'
import { openFromMs } from '../order/store.ts'
import { insertStatement, lockStatements } from './statementStore.ts'

/**
 * The next statement's number and time, under the lock of all statements. The time is no earlier than that of the statement
 * before or of the money that the caller has locked, and lies in no closed day.
 */
export async function nextStatement(
  tx: Tx,
  { clock }: Pick<HostingDeps, 'clock'>,
): Promise<{ number: number; atMs: number }> {
  const last = await lockStatements(tx)
  return { number: last.number + 1, atMs: Math.max(clock.nowMs(), last.atMs, await openFromMs(tx)) }
}

/** Signs and stores a statement, numbered and dated by `nextStatement`. */
export async function stateHosting(
  tx: Tx,
  { signer }: Pick<HostingDeps, 'signer'>,
  statement: HostingStatement,
): Promise<void> {
  const text = hostingText(statement)
  await insertStatement(tx, statement, { text, signature: signer.sign(asciiBytes(text)) })
}
