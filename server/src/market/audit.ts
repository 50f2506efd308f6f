import { checkChain, GENESIS } from '@tickmark/core/log/log'
import type { Reader } from '../db/pool.ts'
import { missingTriggers } from '../db/triggers.ts'
import { type AuditRule, NEVER_CHANGED } from '../module/auditRule.ts'
import { type Finding, guardFinding } from '../module/finding.ts'
import { sha256 } from '../platform/sha256.ts'
import { readEntries } from './store.ts'

export const marketAudit: readonly AuditRule[] = [
  {
    ...NEVER_CHANGED,
    async check(reader) {
      const tables = ['log_entry', 'log_root', 'log_day']
      const missing = await missingTriggers(
        reader,
        tables.map((table) => `${table}.append_only`),
      )
      return missing.map(guardFinding)
    },
  },
  { number: 13, sentence: "The log's chain is unbroken.", check: checkLog },
]

const PAGE = 2_000

/** Recomputes the whole log's hash chain. */
async function checkLog(reader: Reader): Promise<Finding[]> {
  let prevHash: Uint8Array = GENESIS
  for (let from = 1; ; from += PAGE) {
    const entries = await readEntries(reader, from, from + PAGE - 1)
    const first = entries[0]
    if (!first) return []
    const checked = checkChain(entries, prevHash, sha256)
    if (!checked.ok || first.seq !== from) {
      const at = checked.ok ? first.seq : entries[checked.index]?.seq
      const found = checked.ok ? 'wrong_seq' : checked.problem
      return [{ rule: 'chain', where: `log entry ${at}`, expected: 'an unbroken chain', found }]
    }
    prevHash = (entries.at(-1) ?? first).hash
  }
}
