import type { ChatMessage } from '@tickmark/wire/schemas/support'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { cx } from '@tickmark/ui/base/cx.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { VisuallyHidden } from '@tickmark/ui/base/VisuallyHidden.tsx'
import { DeliveryMark } from './DeliveryMark.tsx'
import { useChatTimes } from '../frame/useChatTimes.ts'
import type { ChatFile } from '../composer/usePictures.ts'

/** A message: the user's own at the inline end, support's at the start. */
export function Bubble({ message, opensRun }: { message: ChatMessage; opensRun: boolean }) {
  const { t } = useTranslation('chat')
  const times = useChatTimes()
  const format = useFormat()
  const own = message.from === 'user'
  return (
    <article
      aria-label={own ? t('you') : message.name}
      className={cx('flex flex-col', own ? 'items-end' : 'items-start', opensRun ? 'pt-3' : 'pt-1')}
    >
      {opensRun && !own && <p className="ps-1 pb-1 text-12 text-ink-3">{message.name}</p>}
      <Speech own={own} text={message.text} files={message.files} />
      <p className="flex items-center gap-1 px-1 pt-0.5 text-11 text-ink-3">
        <time dateTime={new Date(message.at).toISOString()} title={format.exactTime(message.at)}>
          {times.clock(message.at)}
        </time>
        {own && (
          <>
            <span aria-hidden="true">·</span>
            {t(`delivery.${message.delivery}`)}
            <DeliveryMark delivery={message.delivery} />
          </>
        )}
      </p>
    </article>
  )
}

interface SpeechProps {
  own: boolean
  text: string
  files: readonly ChatFile[]
  faint?: boolean
}

/** A message's text, each in its own direction, and its pictures. */
export function Speech({ own, text, files, faint = false }: SpeechProps) {
  return (
    <div
      className={cx(
        'grid max-w-[84%] gap-2 rounded-3 px-3.5 py-2 wrap-anywhere',
        own ? 'rounded-ee-[5px] bg-brand-wash' : 'rounded-ss-[5px] border border-rule bg-sheet',
        faint && 'opacity-70',
      )}
    >
      {files.length > 0 && (
        <div className="-mx-2 flex flex-wrap gap-1.5 first:-mt-0.5">
          {files.map((file, at) => (
            <Thumbnail key={file.id} file={file} number={at + 1} />
          ))}
        </div>
      )}
      {text !== '' && (
        <p dir="auto" className="text-start text-15 whitespace-pre-wrap">
          {text}
        </p>
      )}
    </div>
  )
}

/** A thumbnail that opens the picture in a new window. */
function Thumbnail({ file, number }: { file: ChatFile; number: number }) {
  const { t } = useTranslation('chat')
  return (
    <a href={file.url} target="_blank" rel="noopener noreferrer" className="block overflow-hidden rounded-2">
      <img
        src={file.url}
        width={file.width}
        height={file.height}
        alt={t('picture.name', { number })}
        loading="lazy"
        className="h-auto max-h-[220px] w-auto max-w-[min(220px,60vw)] bg-well object-contain"
      />
      <VisuallyHidden>{t('picture.open')}</VisuallyHidden>
    </a>
  )
}
