import type { MessageCategory } from '@tickmark/wire/schemas/messages'
import type { MessageItem } from '@tickmark/wire/routes/messages'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { go } from '../../navigation/navigate.ts'
import { SafeHtml } from '../../components/SafeHtml.tsx'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { VisuallyHidden } from '@tickmark/ui/base/VisuallyHidden.tsx'
import { When } from '../../components/When.tsx'
import { useSeen } from './useReadWhenSeen.ts'

const ICONS: Record<MessageCategory, IconName> = {
  orders: 'orders',
  money: 'wallet',
  alerts: 'bell',
  support: 'chat',
  account: 'user',
  security: 'shield',
}

interface MessageRowProps {
  message: MessageItem
  onSeen: () => void
  onOpen: () => void
}

/** A message: category, text, time, and a link to its subject. */
export function MessageRow({ message, onSeen, onOpen }: MessageRowProps) {
  const { t } = useTranslation('messages')
  const { category, title, html, date, isRead, link } = message
  const node = useSeen(!isRead, onSeen)
  return (
    <article ref={node} className="flex gap-3 border-b border-rule py-3.5">
      <span
        className={cx(
          'grid size-[38px] flex-none place-items-center rounded-full',
          isRead ? 'bg-well text-ink-2' : 'bg-brand-wash text-brand',
        )}
      >
        <Icon name={ICONS[category]} size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className={cx('text-15 leading-snug', isRead ? 'font-medium' : 'font-semibold')}>
          {!isRead && (
            <>
              <VisuallyHidden>{t('unread')}: </VisuallyHidden>
              <i className="me-2 inline-block size-2 rounded-full bg-brand align-middle" />
            </>
          )}
          {title}
        </h2>
        <p className="text-12 text-ink-3">
          {t(`category.${category}`)} · <When atMs={date} />
        </p>
        {html && <SafeHtml html={html} className="pt-1 text-13! text-ink-2" />}
        {link.startsWith('/') && (
          <PlainLink
            href={link}
            onGo={(href) => {
              onOpen()
              go(href)
            }}
            aria-label={t('openNamed', { title })}
            className="-ms-1 -mb-3 inline-flex min-h-11 items-center gap-1 px-1 text-13 font-semibold text-brand"
          >
            {t('open')}
            <Icon name="chevron" size={16} />
          </PlainLink>
        )}
      </div>
    </article>
  )
}
