import { NOTICE_MS } from '@tickmark/core/log/announced'
import type { ChangeableRules, Rules } from '@tickmark/core/log/rules'
import { formatAmount } from '@tickmark/core/money/money'
import { percentText } from '@tickmark/core/money/percentText'
import { changeableOf, judgeRuleChange, RULE_BOUNDS } from '@tickmark/core/orders/ruleChange'
import { type ChangeableRules as GivenRules, rulesChange } from '@tickmark/wire/routes/operators/rules'
import type * as z from 'zod/mini'
import type { Reader } from '../../db/pool.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { EffectLine, ProposalKind } from '../../module/proposals.ts'
import type { Clock } from '../../platform/clock.ts'
import { insertVersion, lockVersions, newestVersion } from './versionStore.ts'

type Change = z.output<typeof rulesChange>

/**
 * Two operators change the rules for new orders. The log announces the version with the next tick, and it acts a day later; open
 * orders keep the rules named in their tickets.
 */
export function rulesChangeKind(clock: Clock, own: Rules): ProposalKind<Change> {
  return {
    kind: 'rules.change',
    may: 'setRules',
    payload: rulesChange,
    async effect(tx, change) {
      const newest = await checkedChange(tx, change, own)
      return [
        ...differences(change.rules, newest),
        { name: 'actsFrom', value: String(clock.nowMs() + NOTICE_MS) },
      ]
    },
    async execute(tx, change, { askedBy, approvedBy, proposalId, atMs }) {
      await lockVersions(tx)
      await checkedChange(tx, change, own)
      const version = change.after + 1
      await insertVersion(tx, {
        version,
        rules: change.rules,
        askedBy,
        approvedBy,
        approvedMs: atMs,
        proposalId,
      })
    },
  }
}

/** The newest rules, which the change follows; refuses an invalid change. */
async function checkedChange(reader: Reader, { after, rules }: Change, own: Rules): Promise<ChangeableRules> {
  const newest = await newestVersion(reader)
  if (after !== (newest?.version ?? 0)) throw new Refused('rules_stale')
  const before = newest?.rules ?? changeableOf(own)
  const judged = judgeRuleChange(rules, before)
  if (judged.ok) return before
  const { code } = judged.refusal
  if (code === 'rules_margin') {
    const [least, most] = RULE_BOUNDS.marginPpm
    throw new Refused(code, { least: percentText(least), most: percentText(most) })
  }
  if (code === 'rules_chances') {
    const [least, most] = RULE_BOUNDS.chancesPpm
    throw new Refused(code, {
      least: percentText(least),
      most: percentText(most),
      count: String(RULE_BOUNDS.mostChances),
    })
  }
  throw new Refused(code)
}

/** The changes of a version, in a reader's units: percent, seconds, coins. */
export function differences(next: GivenRules, before: ChangeableRules): EffectLine[] {
  const lines: EffectLine[] = [
    { name: 'margin', value: `${percentText(next.marginPpm)} %`, was: `${percentText(before.marginPpm)} %` },
    { name: 'chances', value: chancesText(next), was: chancesText(before) },
    { name: 'durations', value: durationsText(next), was: durationsText(before) },
    ...Object.keys(next.stakes).map((code) => ({
      name: `stakes${code}`,
      value: stakesText(next, code),
      was: stakesText(before, code),
    })),
  ]
  return lines.filter((line) => line.value !== line.was)
}

function chancesText({ chancesPpm }: ChangeableRules): string {
  return chancesPpm.map((one) => `${percentText(one)} %`).join(' · ')
}

function durationsText({ durations }: ChangeableRules): string {
  return durations.map(([seconds]) => `${seconds} s`).join(' · ')
}

function stakesText({ stakes }: ChangeableRules, code: string): string {
  const [least, most] = stakes[code] ?? ['0', '0']
  return `${formatAmount(BigInt(least))} – ${formatAmount(BigInt(most))} ${code}`
}
