import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../api/api.ts'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { Closed } from './Closed.tsx'
import { Exclusion } from './Exclusion.tsx'
import { LimitGroups } from './LimitGroups.tsx'
import { Section } from '../../components/Section.tsx'
import { TakeBreak } from './TakeBreak.tsx'

/** The user's own limits, breaks, and an explanation of how they are counted. */
export function LimitsPage() {
  const { t } = useTranslation('limits')
  const { address } = useSession()
  return (
    <>
      <PageBar title={t('title')} onBack={() => back(hrefTo.settings())} />
      <div className="px-5 pb-10 md:px-7">
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          <Limits key={address} />
        </RequireAccount>
      </div>
    </>
  )
}

function Limits() {
  const { t } = useTranslation('limits')
  const limits = useCall('getLimits', {})
  if (limits.isError && !limits.data) return <FailedCall title={t('failed')} call={limits} />
  if (!limits.data) return <Skeleton shape="row" count={6} />
  return (
    <div className="grid gap-8 pt-2">
      <Closed state={limits.data} />
      <p className="text-13 text-ink-2">{t('intro')}</p>
      <LimitGroups limits={limits.data.limits} />
      <TakeBreak state={limits.data} />
      <Exclusion state={limits.data} />
      <Section title={t('counted.title')}>
        <ul className="grid list-disc gap-1.5 ps-5 text-13 text-ink-2">
          <li>{t('counted.span')}</li>
          <li>{t('counted.loss')}</li>
          <li>{t('counted.stake')}</li>
          <li>{t('counted.time')}</li>
          <li>{t('counted.change')}</li>
        </ul>
      </Section>
      <Section title={t('help.title')}>
        <p className="text-13 text-ink-2">{t('help.detail')}</p>
      </Section>
    </div>
  )
}
