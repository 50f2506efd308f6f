import { formatAmount, type Amount } from '../money/money.ts'
import { dateAfter, scheduleOf } from './schedule.ts'
import { lateFeeOf, LOAN } from './terms.ts'

/** All facts of a loan agreement; they alone determine its text. */
export interface Agreement {
  /** Our site, as in the sign-in text. */
  site: string
  /** The borrower's address, in canonical spelling. */
  borrower: string
  /** The application's id. */
  application: string
  amount: Amount
  instalments: number
  /** Server time, ms since 1970; the schedule follows from it. */
  writtenAtMs: number
  /** SHA-256 (hex) of the personal details with their salt: `detailsHash`. */
  details: string
  /** SHA-256 (hex) of the photo of the identity card's front, as it is stored (JPEG). */
  front: string
  /** SHA-256 (hex) of the back's photo. */
  back: string
  /** SHA-256 (hex) of the drawn signature, as PNG bytes. */
  drawing: string
}

/**
 * The agreement as the borrower's wallet signs it (EIP-191, TIP-191): ASCII, one fact a line, dates in UTC. Anyone with the
 * sealed file can rebuild it from its facts.
 */
export function agreementText(given: Agreement): string {
  const { amount, instalments, writtenAtMs } = given
  const schedule = scheduleOf(amount, instalments, writtenAtMs)
  return [
    'Tickmark loan agreement 1',
    `site: ${given.site}`,
    `borrower: ${given.borrower}`,
    `application: ${given.application}`,
    `written: ${new Date(writtenAtMs).toISOString()}`,
    `borrowed: ${formatAmount(amount)} USDT`,
    'interest: none',
    `term ends: ${dateAfter(writtenAtMs, instalments)}`,
    ...schedule.map((one) => `instalment ${one.number}: ${formatAmount(one.amount)} USDT by ${one.due}`),
    `late fee: ${formatAmount(lateFeeOf(amount))} USDT, once, when an instalment is more than ${LOAN.graceDays} days overdue`,
    'early repayment: at any time, without cost',
    `details: ${given.details}`,
    `photo front: ${given.front}`,
    `photo back: ${given.back}`,
    `drawn signature: ${given.drawing}`,
  ].join('\n')
}
