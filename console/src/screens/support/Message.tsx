import type { ChatMessage } from '@tickmark/wire/schemas/support'
import { cx } from '@tickmark/ui/base/cx.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Time } from '../../kit/Figures.tsx'

/** One message; support’s own at the end, with its delivery state. */
export function Message({ message }: { message: ChatMessage }) {
  const { t } = useTranslation('support')
  const own = message.from === 'support'
  return (
    <article
      aria-label={own ? message.name : t('user')}
      className={cx('flex flex-col pt-3', own ? 'items-end' : 'items-start')}
    >
      <div
        className={cx(
          'grid max-w-[84%] gap-2 rounded-3 px-3 py-2 text-13 wrap-anywhere',
          own ? 'rounded-ee-[5px] bg-brand-wash' : 'rounded-ss-[5px] bg-well',
        )}
      >
        {message.files.map((file, at) => (
          <a key={file.id} href={file.url} target="_blank" rel="noopener">
            <img
              src={file.url}
              width={file.width}
              height={file.height}
              alt={t('pictureOf', { number: at + 1 })}
              loading="lazy"
              className="h-auto max-h-[220px] w-auto max-w-full rounded-2 object-contain"
            />
          </a>
        ))}
        {message.text !== '' && (
          <p dir="auto" className="text-start whitespace-pre-wrap">
            {message.text}
          </p>
        )}
      </div>
      <p className="px-1 pt-0.5 text-11 text-ink-2">
        {own && `${message.name} · `}
        <Time atMs={message.at} />
        {own && ` · ${t(`delivery.${message.delivery}`)}`}
      </p>
    </article>
  )
}
