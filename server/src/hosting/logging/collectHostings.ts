import type { Tx } from '../../db/pool.ts'
import { draftOfLines, type LogDraft } from '../../market/log/log.ts'
import { markVersionLogged, unloggedVersions } from '../products/productStore.ts'
import { markStatementsLogged, unloggedStatements } from '../statements/statementStore.ts'

/** Statements under one entry; the next tick takes the rest. */
const MOST = 1_000

/** One log entry for the statements that the log lacks. Call it before every tick. */
export async function collectHostings(tx: Tx, atMs: number): Promise<LogDraft[]> {
  const statements = await unloggedStatements(tx, atMs, MOST)
  return draftOfLines('hostings', statements, markStatementsLogged)
}

/** A log entry for every product version that the log lacks. Call it before every tick. */
export async function collectProducts(tx: Tx): Promise<LogDraft[]> {
  return (await unloggedVersions(tx)).map((one) => ({
    entry: productEntry(one),
    onLogged: (logTx, seq) => markVersionLogged(logTx, one, seq),
  }))
}

/** A version as a log entry, without its position there. */
export function productEntry(product: Awaited<ReturnType<typeof unloggedVersions>>[number]) {
  const { mid, version, days, least, most, upperPpm, exitFeePpm } = product
  return {
    kind: 'product' as const,
    mid,
    version,
    days,
    least: String(least),
    most: String(most),
    upperPpm: Number(upperPpm),
    exitFeePpm: Number(exitFeePpm),
  }
}
