import { MUTABLE_CATEGORIES } from '@tickmark/wire/schemas/messages'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call, queries, query, refresh, useCall, type Reply } from '../../api/api.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { SwitchRow } from '@tickmark/ui/form/SwitchRow.tsx'
import { FixedRow } from './FixedRow.tsx'
import { PushSwitch } from './PushSwitch.tsx'

type Category = (typeof MUTABLE_CATEGORIES)[number]

/** Which kinds of messages the user is notified of at once, and whether also while the page is closed. */
export function MessageSettings({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('messages')
  return (
    <Sheet open={open} onClose={onClose} title={t('notices.title')}>
      <Notices />
    </Sheet>
  )
}

function Notices() {
  const { t } = useTranslation('messages')
  const settings = useCall('getMessageSettings', {})
  if (settings.isError && !settings.data) return <FailedCall title={t('notices.failed')} call={settings} />
  if (!settings.data) return <Skeleton shape="ledger" count={6} />
  const { muted, pushKey } = settings.data
  return (
    <>
      <p className="pb-2 text-13 text-ink-2">{t('notices.detail')}</p>
      {MUTABLE_CATEGORIES.map((category) => (
        <SwitchRow
          key={category}
          label={t(`category.${category}`)}
          note={t(`notices.${category}`)}
          checked={!muted.includes(category)}
          onChange={(isOn) => void mute(category, !isOn)}
        />
      ))}
      <FixedRow label={t('category.security')} note={t('notices.security')} state={t('notices.always')} />
      <h3 className="pt-6 pb-1 text-15 font-semibold">{t('push.title')}</h3>
      <PushSwitch pushKey={pushKey} />
    </>
  )
}

/**
 * Changes at once, then takes the server's value when it answers or refuses: another switch may have changed meanwhile.
 */
async function mute(category: Category, isMuted: boolean): Promise<void> {
  const { queryKey } = query('getMessageSettings', {})
  type Settings = Reply<'getMessageSettings'>
  const change = (how: (muted: Settings['muted']) => Settings['muted']) =>
    queries.setQueryData<Settings>(queryKey, (now) => now && { ...now, muted: how(now.muted) })
  const set = (isIn: boolean) =>
    change((muted) => [...muted.filter((one) => one !== category), ...(isIn ? [category] : [])])
  set(isMuted)
  try {
    await call('muteMessages', { category, muted: isMuted ? 1 : 0 })
  } catch {
    set(!isMuted)
    refresh('getMessageSettings')
  }
}
