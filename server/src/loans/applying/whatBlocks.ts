import type { Book } from '@tickmark/core/money/currencies'
import type { Reader } from '../../db/pool.ts'
import { momentText, Refused } from '../../http/calls/refused.ts'
import type { LoanDeps } from '../ports.ts'
import { hasOpenLoan } from '../store.ts'

export interface Applicant {
  userId: number
  book: Book
  nowMs: number
}

/** Codes of the reasons that block a user from applying. */
export type Blocking = 'loans_closed' | 'loan_account_simulated' | 'loan_open' | 'excluded' | 'on_break'

/** Why a user cannot apply now, as a refusal; null when nothing blocks. */
export async function whatBlocks(
  deps: Pick<LoanDeps, 'isOpen' | 'pausesOf'>,
  reader: Reader,
  { userId, book, nowMs }: Applicant,
): Promise<(Refused & { code: Blocking }) | null> {
  if (!deps.isOpen) return blocking(new Refused('loans_closed'))
  if (book === 'simulated') return blocking(new Refused('loan_account_simulated'))
  if (await hasOpenLoan(reader, userId)) return blocking(new Refused('loan_open'))
  const paused = await whatPauses(deps, reader, { userId, nowMs })
  return paused && blocking(paused)
}

/** The user's own exclusion or break, as the refusal of a new loan; null when none is active. */
export async function whatPauses(
  deps: Pick<LoanDeps, 'pausesOf'>,
  reader: Reader,
  { userId, nowMs }: Omit<Applicant, 'book'>,
): Promise<Refused | null> {
  const { excludedUntilMs, breakUntilMs } = await deps.pausesOf(reader, userId)
  if (excludedUntilMs > nowMs) return new Refused('excluded', { until: momentText(excludedUntilMs) })
  if (breakUntilMs > nowMs) return new Refused('on_break', { until: momentText(breakUntilMs) })
  return null
}

/** Throws the refusal that blocks the user from applying, if any. */
export async function refuseBlocked(...given: Parameters<typeof whatBlocks>): Promise<void> {
  const blocked = await whatBlocks(...given)
  if (blocked) throw blocked
}

function blocking(refused: Refused): Refused & { code: Blocking } {
  return refused as Refused & { code: Blocking }
}
