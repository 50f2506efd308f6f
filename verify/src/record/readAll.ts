import type { Crypto } from '@tickmark/core/crypto'
import { areRulesPaced } from '@tickmark/core/log/announced'
import type { Checkpoint } from '@tickmark/core/log/checkpoint'
import { followRules } from '../dayLog.ts'
import type { House } from '../house.ts'
import { readWholeLog, type WholeLogProblem } from '../wholeLog.ts'

/**
 * Reads the log from its first entry up to a head, whose signature the caller has checked: every `rules` and `record` entry must name
 * the newest rules before it, the day must have one record, and withdrawals must be promised and end in turn, each by a transaction
 * of its own.
 */
export async function readAll(
  house: House,
  head: Pick<Checkpoint, 'size' | 'root'>,
  day: string,
  crypto: Pick<Crypto, 'sha256'>,
): Promise<WholeLogProblem | 'hidden_rules' | 'hasty_rules' | 'second_record' | null> {
  const chain = followRules()
  let isPaced = true
  let records = 0
  const problem = await readWholeLog(house, head, crypto, (entry) => {
    chain.add(entry)
    if (entry.kind === 'rules') isPaced &&= areRulesPaced(chain.rules.at(-2) ?? null, entry)
    if (entry.kind === 'record' && entry.day === day) records += 1
  })
  if (problem) return problem
  if (chain.wrong() !== null) return 'hidden_rules'
  if (!isPaced) return 'hasty_rules'
  return records === 1 ? null : 'second_record'
}
