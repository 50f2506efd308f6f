import type { ChangeableRules, Rules } from '@tickmark/core/log/rules'
import { changeableRules } from '@tickmark/wire/routes/operators/rules'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Reader, Tx } from '../../db/pool.ts'
import type {} from '../tables.ts'

/** A version of the rules for new orders that two operators approved. */
export interface RulesVersion {
  version: number
  rules: ChangeableRules
  askedBy: string
  approvedBy: string
  approvedMs: number
}

/** Every approved version, newest first. */
export async function rulesVersions(reader: Reader): Promise<RulesVersion[]> {
  const rows = await reader.selectFrom('rules_version').selectAll().orderBy('version', 'desc').execute()
  return rows.map((row) => ({
    version: row.version,
    rules: rulesIn(row.rules),
    askedBy: row.asked_by,
    approvedBy: row.approved_by,
    approvedMs: Number(row.approved_ms),
  }))
}

/** The newest approved version; null while the program's own rules are the newest. */
export async function newestVersion(
  reader: Reader,
): Promise<{ version: number; rules: ChangeableRules } | null> {
  const row = await reader
    .selectFrom('rules_version')
    .select(['version', 'rules'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { version: row.version, rules: rulesIn(row.rules) } : null
}

function rulesIn(text: string): ChangeableRules {
  return z.parse(changeableRules, JSON.parse(text))
}

/** The rules for the log to announce: the program's own, with the newest version's changes. */
export async function wantedRules(reader: Reader, own: Rules): Promise<Rules> {
  return { ...own, ...(await newestVersion(reader))?.rules }
}

/** Serializes the transactions that make versions. */
export async function lockVersions(tx: Tx): Promise<void> {
  await sql`lock table rules_version in share row exclusive mode`.execute(tx)
}

/** Adds a version; the database refuses one without its approved proposal. */
export async function insertVersion(
  tx: Tx,
  { rules, ...given }: RulesVersion & { proposalId: string },
): Promise<void> {
  await tx
    .insertInto('rules_version')
    .values({
      version: given.version,
      proposal: given.proposalId,
      rules: JSON.stringify(rules),
      asked_by: given.askedBy,
      approved_by: given.approvedBy,
      approved_ms: BigInt(given.approvedMs),
    })
    .execute()
}
