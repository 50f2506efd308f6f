import { isLateAudit } from '@tickmark/core/log/audited'
import { bookOfCode } from '@tickmark/core/money/currencies'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { timesOf } from '@tickmark/client/format/times.ts'
import { isOneDay } from '@tickmark/ui/text/isOneDay.ts'
import { useSignedBalances } from '../../components/useSignedBalances.ts'
import { useFormat } from '../../format/useFormat.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { useSession } from '../../session/session.ts'
import { WalletLink } from './WalletLink.tsx'

/** Leads to the proof of the balances, and says how it stands: "Signed 14:03". */
export function SignedBalancesRow() {
  const { t } = useTranslation('wallet')
  return (
    <WalletLink
      icon="check"
      title={t('pages:title.signedBalances')}
      sub={<State />}
      href={hrefTo.signedBalances()}
    />
  )
}

function State() {
  const { t } = useTranslation('signedBalances')
  const { language, book } = useSession()
  const format = useFormat()
  const { data, isError } = useSignedBalances()
  if (!data) return t(isError ? 'row.failed' : 'row.checking')
  if (data.is === 'unaudited') return t('row.unaudited')
  if (data.is === 'false') return <span className="font-medium text-wrong">{t('row.false')}</span>
  if (!data.isKept && isLateAudit(data.entry, serverNow()))
    return <span className="text-caution">{t('late')}</span>
  const { until } = data.entry
  const isToday = isOneDay(until, serverNow())
  const time = isToday ? timesOf(language).clock(until) : format.dateTime(until)
  const owes = data.balances.some((one) => one.book === bookOfCode(book))
  return t(owes ? 'row.signed' : 'row.nothing', { time })
}
