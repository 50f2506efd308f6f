import type { Crypto } from '@tickmark/core/crypto'
import { areRulesPaced } from '@tickmark/core/log/announced'
import type { RulesEntry } from '@tickmark/core/log/log'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import type { DayLog } from '../dayLog.ts'
import type { House } from '../house.ts'
import { readExtract, readLog } from '../published.ts'

/**
 * All rules in force from a time (ms) on: those in the part of the log that was read, and the chain from `newest`, which a record
 * names, back through each entry's predecessor to the rules in force at that time. Costs one request for each entry before that
 * part. This also finds rules that were announced long ago and that no model names.
 */
export async function announcedRules(
  house: House,
  { newest, fromMs, log }: { newest: number; fromMs: number; log: Pick<DayLog, 'rules'> },
  keys: Omit<HouseKeys, 'receipts'>,
  crypto: Crypto,
): Promise<RulesEntry[] | 'hidden_rules' | 'hasty_rules'> {
  const found: RulesEntry[] = log.rules.filter(({ seq }) => seq > newest)
  let next = newest
  for (let later: RulesEntry | null = null; next > 0 && (later?.from ?? Infinity) > fromMs;) {
    const entry: RulesEntry | null =
      log.rules.find(({ seq }) => seq === next) ?? (await rulesAt(house, next, keys, crypto))
    if (!entry || entry.before >= entry.seq) return 'hidden_rules'
    if (later && !areRulesPaced(entry, later)) return 'hasty_rules'
    found.unshift(entry)
    next = entry.before
    later = entry
  }
  return found
}

/** A `rules` entry under the house's signed head; null when the house shows none at that number. */
async function rulesAt(
  house: House,
  seq: number,
  keys: Omit<HouseKeys, 'receipts'>,
  crypto: Crypto,
): Promise<RulesEntry | null> {
  const extract = readExtract(await house.json(`api/getLog?from=${seq}&to=${seq}`))
  const log = extract && readLog(extract, crypto, keys)
  const entry = log?.ok ? log.entries[0] : undefined
  return entry?.kind === 'rules' && entry.seq === seq ? entry : null
}
