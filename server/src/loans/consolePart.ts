import { DAY_MS, utcDate } from '@tickmark/core/days'
import { overdueFromMs } from '@tickmark/core/loans/schedule'
import { formatAmount } from '@tickmark/core/money/money'
import { UUID_PATTERN } from '@tickmark/wire/fields'
import type { Reader } from '../db/pool.ts'
import type { ConsolePart } from '../module/consolePart.ts'
import { countApplications, lentNow, reviewQueue } from './consoleStore.ts'
import { findApplication } from './store.ts'

const ID = new RegExp(`^${UUID_PATTERN}$`)

/** Loans as operators see them. Nothing personal: viewing details and pictures needs a reason and is logged. */
export const loanConsolePart: ConsolePart = {
  async queues(reader, nowMs) {
    const { overdueLoans, oldestDue } = await lentAt(reader, nowMs)
    const since = oldestDue === null ? null : overdueFromMs(oldestDue)
    return [
      { name: 'loans', ...(await reviewQueue(reader)) },
      { name: 'lateLoans', waiting: overdueLoans, oldestAtMs: since },
    ]
  },
  async search(reader, text) {
    const id = text.toLowerCase()
    const found = ID.test(id) ? await findApplication(reader, id) : null
    return found ? [{ kind: 'loan', id, label: `${formatAmount(found.amount)} USDT` }] : []
  },
  async overview(reader, nowMs) {
    const { running, dueSoon, overdue, outstanding } = await lentAt(reader, nowMs)
    return { loans: { running, dueSoon, late: overdue, outstanding: formatAmount(outstanding) } }
  },
  person: async (tx, userId) => ({ counts: { loanApplications: await countApplications(tx, userId) } }),
}

function lentAt(reader: Reader, nowMs: number) {
  return lentNow(reader, utcDate(nowMs), utcDate(nowMs + DAY_MS))
}
