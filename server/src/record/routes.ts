import type { AuditedEntry } from '@tickmark/core/log/audited'
import { formatAmount } from '@tickmark/core/money/money'
import type { recordRoutes } from '@tickmark/wire/routes/record'
import type { RecordDayItem } from '@tickmark/wire/schemas/record'
import type { Db } from '../db/pool.ts'
import type { Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { readNewestAudited } from '../market/store.ts'
import { itemOf, MOST_DAYS } from './dayItem.ts'
import { waitingWithdrawals } from './lineStore.ts'
import { loggedDays, readDay, readFigures } from './store.ts'
import type { TodayFigures } from './todayFigures.ts'

/** The house's record; the answer is the same for everyone. */
export function recordAnswers(db: Db, today: () => Promise<TodayFigures>): Answers<typeof recordRoutes> {
  return {
    async getRecord({ day }) {
      const days = (await loggedDays(db, MOST_DAYS)).map(itemOf)
      const shown = day === undefined ? (days[0] ?? null) : await loggedDay(db, day)
      const figures = shown && (await readFigures(db, shown.day))
      const { count, sinceMs } = await waitingWithdrawals(db)
      return {
        days,
        record: shown && figures && { day: shown, figures },
        today: await today(),
        waiting: { count, since: sinceMs },
        audited: auditedItem(await readNewestAudited(db)),
      }
    },
  }
}

/** What an `audited` entry tells; of what the house owes its users, the real book. */
function auditedItem(entry: AuditedEntry | null) {
  if (!entry) return null
  const { seq, until, whole, liabilities } = entry
  const owed = liabilities
    .filter(({ book }) => book === 'real')
    .map(({ currency, amount }) => ({ currency, amount: formatAmount(BigInt(amount)) }))
  return { seq, until, whole, owed }
}

async function loggedDay(db: Db, day: string): Promise<RecordDayItem> {
  const found = await readDay(db, day)
  if (!found || found.logSeq === null) throw new Refused('not_found')
  return itemOf(found)
}
