import type { Crypto } from '@tickmark/core/crypto'
import { areRulesPaced } from '@tickmark/core/log/announced'
import type { Checkpoint } from '@tickmark/core/log/checkpoint'
import { entryLeaf, parseEntry } from '@tickmark/core/log/log'
import { appendLeaf, EMPTY_EDGE, isSame, rootOf } from '@tickmark/core/log/tree'
import { followRules } from '../dayLog.ts'
import type { House } from '../house.ts'

type WholeLogProblem = 'not_in_tree' | 'hidden_rules' | 'hasty_rules' | 'second_record'

/**
 * Reads the log from its first entry up to a head, whose signature the caller has checked: every `rules` and `record` entry must name
 * the newest rules before it, and the day must have one record. Costs one request for each 256 entries.
 */
export async function readAll(
  house: House,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  day: string,
  { sha256 }: Pick<Crypto, 'sha256'>,
): Promise<WholeLogProblem | null> {
  const chain = followRules()
  let edge = EMPTY_EDGE
  let isPaced = true
  let records = 0
  while (edge.size < size) {
    const bodies = (await house.entries(edge.size, size)).slice(0, size - edge.size)
    for (const body of bodies) {
      const entry = parseEntry(body)
      if (entry?.seq !== edge.size + 1) return 'not_in_tree'
      edge = appendLeaf(edge, entryLeaf(body, sha256), sha256)
      chain.add(entry)
      if (entry.kind === 'rules') isPaced &&= areRulesPaced(chain.rules.at(-2) ?? null, entry)
      if (entry.kind === 'record' && entry.day === day) records += 1
    }
  }
  if (!isSame(rootOf(edge, sha256), root)) return 'not_in_tree'
  if (chain.wrong() !== null) return 'hidden_rules'
  if (!isPaced) return 'hasty_rules'
  return records === 1 ? null : 'second_record'
}
