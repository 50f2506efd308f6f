import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../api/api.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'

/** Link to the messages with the number of unread ones; above 99 shows "99+". */
export function MessageBell() {
  const { t } = useTranslation('home')
  const unread = useCall('getUnread', {}).data?.unread ?? 0
  const label = unread > 0 ? t('unread', { unread }) : t('pages:title.notification')
  return (
    <PlainLink
      href={hrefTo.messages()}
      onGo={go}
      aria-label={label}
      title={label}
      className="relative -me-2 ms-auto inline-grid size-11 flex-none place-items-center rounded-full"
    >
      <Icon name="bell" />
      {unread > 0 && (
        <b
          aria-hidden="true"
          className="absolute end-2 top-1 min-w-4.5 rounded-full bg-wrong px-1 text-center text-11 leading-4.5 font-semibold text-ground"
        >
          {unread > 99 ? '99+' : unread}
        </b>
      )}
    </PlainLink>
  )
}
