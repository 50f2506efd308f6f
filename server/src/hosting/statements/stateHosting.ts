import { asciiBytes } from '@tickmark/core/bytes'
import { hostingText, type HostingStatement } from '@tickmark/core/arbitrage/hostings'
import type { Tx } from '../../db/pool.ts'
import type { HostingDeps } from '../ports.ts'
import { openFromMs } from '../order/store.ts'
import { insertStatement, lockStatements } from './statementStore.ts'

/**
 * The next statement's number and time, under the lock of all statements: no older than the one before, nor than the money that
 * the caller has locked, and in no closed day.
 */
export async function nextStatement(
  tx: Tx,
  { clock }: Pick<HostingDeps, 'clock'>,
): Promise<{ number: number; atMs: number }> {
  const last = await lockStatements(tx)
  return { number: last.number + 1, atMs: Math.max(clock.nowMs(), last.atMs, await openFromMs(tx)) }
}

/** Signs and stores a statement that `nextStatement` gave its number and time. */
export async function stateHosting(
  tx: Tx,
  { signer }: Pick<HostingDeps, 'signer'>,
  statement: HostingStatement,
): Promise<void> {
  const text = hostingText(statement)
  await insertStatement(tx, statement, { text, signature: signer.sign(asciiBytes(text)) })
}
