import { pauseAt, type PauseRefusal } from '@tickmark/core/limits/pauses'
import { type LoanBlock, whatBlocksLoan } from '@tickmark/core/loans/admitApplicant'
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

/** Why a user cannot apply now; null when nothing blocks. */
export async function whatBlocks(
  { isOpen, pausesOf }: Pick<LoanDeps, 'isOpen' | 'pausesOf'>,
  reader: Reader,
  { userId, book, nowMs }: Applicant,
): Promise<LoanBlock | null> {
  const [hasLoan, pauses] = [await hasOpenLoan(reader, userId), await pausesOf(reader, userId)]
  return whatBlocksLoan({ isOpen, book, hasOpenLoan: hasLoan, pauses }, nowMs)
}

/** The user's own exclusion or break; null when none is active. */
export async function whatPauses(
  { pausesOf }: Pick<LoanDeps, 'pausesOf'>,
  reader: Reader,
  { userId, nowMs }: Omit<Applicant, 'book'>,
): Promise<PauseRefusal | null> {
  return pauseAt(await pausesOf(reader, userId), nowMs)
}

/** The refusal of a blocked user. */
export function refusedBlock(block: LoanBlock): Refused {
  return 'untilMs' in block
    ? new Refused(block.code, { until: momentText(block.untilMs) })
    : new Refused(block.code)
}

/** Throws the refusal that blocks the user from applying, if any. */
export async function refuseBlocked(...given: Parameters<typeof whatBlocks>): Promise<void> {
  const block = await whatBlocks(...given)
  if (block) throw refusedBlock(block)
}
