import { utcDate } from '@tickmark/core/days'
import {
  auditedIn,
  BALANCES_FORMAT,
  owedBalances,
  type BalancesFile,
  type OwedBalance,
} from '@tickmark/core/evidence/balancesFile'
import type { AuditedEntry } from '@tickmark/core/log/audited'
import type { Reply } from '../../../api/api.ts'
import { withSignatures } from '../../signatures/signatures.ts'
import { startWatch } from '../../startWatch.ts'
import { isOwedAsStated, judgeOwed } from '../judged/judgeOwed.ts'
import { withKeys } from './keepAnswer.ts'
import { keepBalances, keptDays } from '../kept/balancesStore.ts'
import { accuse } from '../troubles.ts'

/** The house's debt to an owner by its log, as this device has checked it. */
export interface OwedInLog {
  is: 'signed'
  /** Without shares when the owner had nothing; then it is no file for the verifier. */
  file: BalancesFile
  entry: AuditedEntry
  /** In all books. */
  balances: readonly OwedBalance[]
  /** Whether it is the newest that this device has kept, because the house could not be asked. */
  isKept: boolean
}

/** `unaudited`: the log tells of no audit yet. `false`: the answer was reported, and nothing of it may be shown. */
export type CheckedBalances = OwedInLog | { is: 'unaudited' } | { is: 'false' }

interface Asked {
  /** Address of the wallet that signed in. */
  owner: string
  /** The owner's own statement at the time of an entry, in the account in use. Throws when it cannot be read now. */
  stated(entry: AuditedEntry): Promise<readonly OwedBalance[]>
}

/**
 * Checks the house's answer about its debt to an owner against the wallet that signed in, the watched log, and his own statement
 * at that time. Keeps a sound one, and reports a false one. Null when it cannot be judged now, or is older than the newest that
 * this device has kept: another server of the house may be a moment behind, and no house may go back for long unseen.
 */
export async function keepBalancesAnswer(
  { signed }: Reply<'getSignedBalances'>,
  { owner, stated }: Asked,
): Promise<CheckedBalances | null> {
  const [kept] = await keptDays(owner)
  if (!signed) return kept ? null : { is: 'unaudited' }
  const { account, shares, segment, head } = signed
  const last = await withKeys(async (keys) => {
    // Its form is checked with the rest.
    const file = { format: BALANCES_FORMAT, account, shares, segment, head, keys } as BalancesFile
    return { file, problem: await withSignatures((crypto) => judgeOwed(file, owner, crypto)) }
  })
  if (!last) return null
  const { file, problem } = last
  if (problem !== null) return reported(file)
  // A head of another history is the watch's own alarm.
  if ((await startWatch().compare(head)) !== 'agrees') return null
  const found = await owedIn(file)
  if (!found || (kept && found.entry.until < kept.untilMs)) return null
  if (!isOwedAsStated(found.balances, await stated(found.entry))) return reported(file)
  if (shares.length > 0) await keepBalances(owner, found.entry.until, file)
  return found
}

/** What a sound file shows; null when it shows no entry. */
export async function owedIn(file: BalancesFile, isKept = false): Promise<OwedInLog | null> {
  const entry = await withSignatures((crypto) => auditedIn(file, crypto))
  return entry && { is: 'signed', file, entry, balances: owedBalances(file), isKept }
}

async function reported(file: BalancesFile): Promise<CheckedBalances> {
  // The answer may name no day of its own.
  const order = utcDate(Date.now())
  await accuse({ order, trouble: 'balances', evidence: file })
  return { is: 'false' }
}
