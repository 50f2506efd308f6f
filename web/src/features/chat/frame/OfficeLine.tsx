import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall } from '../../../api/api.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useChatTimes } from './useChatTimes.ts'

/** Whether support is present now, or when it is next; nothing when no office hours are set. */
export function OfficeLine() {
  const { t } = useTranslation('chat')
  const times = useChatTimes()
  const { data } = useCall('service', {}, { refetchInterval: 60_000 })
  if (!data || (!data.isOpen && data.opensAt === null)) return null
  const back =
    data.opensAt === null
      ? ''
      : t('closedUntil', {
          day: times.dayText(data.opensAt, serverNow()),
          time: times.clock(data.opensAt),
        })
  return (
    <span className="flex items-center gap-1.5 text-12 leading-tight font-normal text-ink-2">
      <i
        aria-hidden="true"
        className={`size-1.5 flex-none rounded-full ${data.isOpen ? 'bg-good' : 'bg-ink-3'}`}
      />
      {data.isOpen ? t('openNow') : back}
    </span>
  )
}
