import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Arrow } from '@tickmark/ui/base/Arrow.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { When } from '../../components/When.tsx'
import type { StatementLine } from './statementFile.ts'

/** A movement: what it was about, other account, amount, and the balance after it. Links to its details. */
export function StatementRow({ line }: { line: StatementLine }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const href = hrefOf(line)
  const causeOf = ({ cause, counter, amount, order }: StatementLine) => {
    if (cause === 'settlement' && order?.outcome)
      return `${t('statement.cause.settlement')}: ${t(`orders:outcome.${order.outcome}`)}`
    // What a withdrawal did not use, or all of it when it was not sent.
    const isBack = cause === 'payout' && (counter === 'available' || !amount.startsWith('-'))
    return t(`statement.cause.${isBack ? 'returned' : cause}`)
  }
  return (
    <ListRow
      title={causeOf(line)}
      sub={
        // With large text the figures go below rather than leave it a column of single words.
        <span className="block min-w-[8rem]">
          {line.order && (
            <>
              <OrderName order={line.order} />
              {DOT}
            </>
          )}
          <When atMs={line.at} />
          {DOT}
          {t(`statement.counter.${line.counter}`)}
        </span>
      }
      figure={ltr(format.figure(line.amount, { sign: true }))}
      figureSub={t('statement.after', { balance: ltr(format.figure(line.balance)) })}
      {...(href === null ? {} : { href, onGo: go })}
    />
  )
}

/** A line may break after the dot, never before it. */
const DOT = '\u00a0· '

/** "BTC/USDT ▲ Up". */
function OrderName({ order }: { order: NonNullable<StatementLine['order']> }) {
  const { t } = useTranslation('orders')
  const up = order.direction === 0
  return (
    <>
      <bdi dir="ltr">{order.pair}</bdi>{' '}
      <span className={up ? 'text-up' : 'text-down'}>
        <Arrow way={up ? 'up' : 'down'} /> {up ? t('trade:up') : t('trade:down')}
      </span>
    </>
  )
}

/** Link to an order's receipt, to the record of a transfer or swap, or to the loans; null when there are no details. */
function hrefOf({ cause, orderId }: StatementLine): string | null {
  if (orderId !== null) return hrefTo.receipt(orderId)
  if (cause === 'deposit') return hrefTo.records('deposit')
  if (cause === 'withdrawal' || cause === 'payout') return hrefTo.records('withdrawal')
  if (cause === 'loan' || cause === 'repayment') return hrefTo.loans()
  if (cause === 'hosting' || cause === 'release' || cause === 'yield') return hrefTo.arbitrageRecords()
  return cause === 'swap' ? hrefTo.records('swap') : null
}
