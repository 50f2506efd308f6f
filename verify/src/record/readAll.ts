import type { Crypto } from '@tickmark/core/crypto'
import { areRulesPaced } from '@tickmark/core/log/announced'
import type { Checkpoint } from '@tickmark/core/log/checkpoint'
import { areTimesOf } from '@tickmark/core/log/withdrawals'
import { followRules } from '../dayLog.ts'
import type { House } from '../house.ts'
import { readWholeLog, type WholeLogProblem } from '../wholeLog.ts'

/**
 * Reads the log from its first entry up to a head, whose signature the caller has checked: every `rules` and `record` entry must name
 * the newest rules before it, withdrawals must be promised and end in turn, each by a transaction of its own, and the day must have one
 * record. `times` are those of the record's withdrawals: they must be the times between promise and payment in the log.
 */
export async function readAll(
  house: House,
  head: Pick<Checkpoint, 'size' | 'root'>,
  { day, times }: { day: string; times: readonly number[] },
  crypto: Pick<Crypto, 'sha256'>,
): Promise<WholeLogProblem | 'hidden_rules' | 'hasty_rules' | 'second_record' | 'wrong_times' | null> {
  const chain = followRules()
  let isPaced = true
  let records = 0
  let isTimed = true
  const problem = await readWholeLog(house, head, crypto, (entry, before) => {
    chain.add(entry)
    if (entry.kind === 'rules') isPaced &&= areRulesPaced(chain.rules.at(-2) ?? null, entry)
    if (entry.kind !== 'record' || entry.day !== day) return
    records += 1
    isTimed = areTimesOf(before, day, times)
  })
  if (problem) return problem
  if (chain.wrong() !== null) return 'hidden_rules'
  if (!isPaced) return 'hasty_rules'
  if (records !== 1) return 'second_record'
  return isTimed ? null : 'wrong_times'
}
