import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormat } from '../../format/format.ts'
import { ltr } from '../../format/ltr.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { When } from '../../components/When.tsx'
import type { StatementLine } from './statementFile.ts'

/** A movement: cause, other account, amount, and the balance after it. Links to its details. */
export function StatementRow({ line }: { line: StatementLine }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const href = hrefOf(line)
  // Figures stay in one column, with or without a chevron after them.
  const end = href === null ? 'block pe-7.5' : 'block'
  return (
    <ListRow
      title={t(`statement.cause.${line.cause}`)}
      sub={
        <>
          <When atMs={line.at} /> · {t(`statement.counter.${line.counter}`)}
        </>
      }
      figure={<span className={end}>{ltr(format.figure(line.amount, { sign: true }))}</span>}
      figureSub={
        <span className={end}>{t('statement.after', { balance: ltr(format.figure(line.balance)) })}</span>
      }
      {...(href !== null && { href, onGo: go, chevron: true })}
    />
  )
}

/** Link to an order's receipt, or to the record of a transfer or swap; null when there are no details. */
function hrefOf({ cause, orderId }: StatementLine): string | null {
  if (orderId !== null) return hrefTo.receipt(orderId)
  if (cause === 'deposit') return hrefTo.records('deposit')
  if (cause === 'withdrawal' || cause === 'payout') return hrefTo.records('withdrawal')
  return cause === 'swap' ? hrefTo.records('swap') : null
}
