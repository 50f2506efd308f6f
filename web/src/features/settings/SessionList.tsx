import { useTranslation } from '../../i18n/useTranslation.ts'
import { call, useCall, type Reply } from '../../api/api.ts'
import { useAction } from '../../api/useAction.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { FailedCall } from '../../components/FailedCall.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { Section } from '../../components/Section.tsx'

type Item = Reply<'sessions'>['list'][number]

/** The user's sessions, each with a button to end it. */
export function SessionList() {
  const { t } = useTranslation('settings')
  const sessions = useCall('sessions', {})
  return (
    <Section title={t('sessions.title')}>
      {sessions.isPending && <Skeleton shape="ledger" count={2} />}
      {sessions.isError && <FailedCall title={t('sessions.failed')} call={sessions} />}
      <ul aria-label={t('sessions.title')}>
        {sessions.data?.list.map((item) => (
          <li key={item.id}>
            <SessionRow item={item} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The permissions of the session's key, with the short name that the wallet showed. */
function KeyText({ of: { id, until, most } }: { of: NonNullable<Item['key']> }) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const amounts = most.map(({ currency, amount }) => `${format.figure(amount)} ${currency}`).join(' · ')
  return t('sessions.key', { key: ltr(id), time: format.dateTime(until), most: ltr(amounts) })
}

function SessionRow({ item }: { item: Item }) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const { busy, run } = useAction()
  const device = item.device || t('sessions.unknown')

  async function end() {
    if (await run(() => call('signOut', { id: item.id }))) toast(t('sessions.ended'), { tone: 'good' })
  }

  return (
    <div className="flex min-h-[66px] items-center gap-3 border-b border-rule py-2">
      <div className="min-w-0 flex-1">
        <p className="text-15 font-medium">{device}</p>
        <p className="text-12 text-ink-2" title={format.exactTime(item.seenAt)}>
          {t('sessions.seen', { time: format.dateTime(item.seenAt) })}
        </p>
        <p className="text-12 text-ink-2">{item.key ? <KeyText of={item.key} /> : t('sessions.noKey')}</p>
      </div>
      {item.current ? (
        <Badge tone="plain">{t('sessions.current')}</Badge>
      ) : (
        <Button
          tone="quiet"
          size="small"
          busy={busy}
          aria-label={t('sessions.endNamed', { device })}
          onClick={() => void end()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </div>
  )
}
