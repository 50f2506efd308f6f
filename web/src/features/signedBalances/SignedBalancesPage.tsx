import { utcDate } from '@tickmark/core/days'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { Stamp } from '@tickmark/ui/text/Stamp.tsx'
import { isLateAudit } from '@tickmark/core/log/audited'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { bookOfCode } from '@tickmark/core/money/currencies'
import { FailedCall } from '../../components/FailedCall.tsx'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { saveEvidence } from '../../components/saveEvidence.ts'
import { sayCopied } from '../../components/sayCopied.ts'
import { Section } from '../../components/Section.tsx'
import { useSignedBalances } from '../../components/useSignedBalances.ts'
import { WalletFrame } from '../../components/WalletFrame.tsx'
import { useFormat } from '../../format/useFormat.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSession } from '../../session/session.ts'
import type { OwedInLog } from '../../watch/promises/answers/keepBalancesAnswer.ts'
import { OwedSums } from './OwedSums.tsx'
import { rowsOf } from './owedRows.ts'

/** The house's debt to the user in the account in use by its log, as this device has checked it. */
export function SignedBalancesPage() {
  const { t } = useTranslation('wallet')
  return (
    <WalletFrame title={t('pages:title.signedBalances')}>
      <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
        <Balances />
      </RequireAccount>
    </WalletFrame>
  )
}

function Balances() {
  const { t } = useTranslation('signedBalances')
  const asked = useSignedBalances()
  const { data } = asked
  if (asked.isError && !data) return <FailedCall title={t('failed')} call={asked} />
  if (!data) {
    return (
      <>
        <Skeleton shape="figure" />
        <Skeleton shape="ledger" count={6} />
      </>
    )
  }
  if (data.is === 'unaudited')
    return <Empty icon="clock" title={t('unaudited')} detail={t('unauditedDetail')} />
  if (data.is === 'false') return <Stamp tone="wrong" title={t('false')} detail={t('falseDetail')} />
  return <Signed found={data} />
}

function Signed({ found }: { found: OwedInLog }) {
  const { t } = useTranslation('signedBalances')
  const format = useFormat()
  const { book } = useSession()
  const { entry, balances, file } = found
  const rows = rowsOf(balances, bookOfCode(book))
  if (rows.length === 0) {
    const detail = t('nothingDetail', { time: format.dateTime(entry.until) })
    return <Empty icon="shield" title={t('nothing')} detail={detail} />
  }
  const day = utcDate(entry.until)
  return (
    <div className="grid gap-6 pt-1">
      <State found={found} />
      <OwedSums entry={entry} rows={rows} />
      <Section title={t('proves')}>
        <p className="text-13 text-ink-2">{t('provesText')}</p>
      </Section>
      <Button tone="quiet" wide icon="download" onClick={() => saveEvidence(day, file)}>
        {t('save')}
      </Button>
      <Section title={t('command')}>
        <p className="pb-2.5 text-13 text-ink-2">{t('commandDetail')}</p>
        <CopyRow value={`node verify.mjs tickmark-balances-${day}.json`} onCopied={sayCopied} />
      </Section>
    </div>
  )
}

function State({ found: { entry, isKept } }: { found: OwedInLog }) {
  const { t } = useTranslation('signedBalances')
  if (isKept) return <Stamp tone="open" title={t('kept')} detail={t('keptDetail')} />
  if (isLateAudit(entry, serverNow())) return <Stamp tone="open" title={t('late')} detail={t('lateDetail')} />
  return <Stamp tone="checked" title={t('signed')} detail={t('signedDetail')} />
}
