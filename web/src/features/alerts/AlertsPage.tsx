import type { AlertItem } from '@tickmark/wire/routes/alerts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../api/api.ts'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { FailedCall } from '../../components/FailedCall.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { AlertRow } from '../../flows/alert/AlertRow.tsx'

/** All price alerts: waiting ones, and those that fired recently. */
export function AlertsPage() {
  const { t } = useTranslation('alerts')
  const { address } = useSession()
  return (
    <>
      <PageBar title={t('pages:title.alerts')} onBack={() => back(hrefTo.settings())} />
      <div className="px-5 pb-8 md:px-7">
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          <Alerts key={address} />
        </RequireAccount>
      </div>
    </>
  )
}

function Alerts() {
  const { t } = useTranslation('alerts')
  const alerts = useCall('getAlerts', {})
  if (alerts.isError && !alerts.data) return <FailedCall title={t('failed')} call={alerts} />
  if (!alerts.data) return <Skeleton shape="row" count={5} />
  const { list, most } = alerts.data
  const waiting = list.filter((one) => one.firedAt === null)
  const fired = list.filter((one) => one.firedAt !== null)
  if (list.length === 0) {
    return (
      <Empty
        icon="bell"
        title={t('emptyTitle')}
        detail={t('emptyDetail')}
        action={
          <Button tone="quiet" size="medium" onClick={() => go(hrefTo.home())}>
            {t('toMarkets')}
          </Button>
        }
      />
    )
  }
  return (
    <div className="grid gap-7 pt-2">
      <AlertList title={t('waiting')} note={t('count', { waiting: waiting.length, most })} alerts={waiting} />
      <AlertList title={t('fired')} alerts={fired} />
    </div>
  )
}

function AlertList({ title, note, alerts }: { title: string; note?: string; alerts: readonly AlertItem[] }) {
  if (alerts.length === 0) return null
  return (
    <section>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-15 font-semibold">{title}</h2>
        {note && <p className="text-12 text-ink-3">{note}</p>}
      </div>
      <ul aria-label={title}>
        {alerts.map((one) => (
          <li key={one.id}>
            <AlertRow alert={one} withCoin />
          </li>
        ))}
      </ul>
    </section>
  )
}
