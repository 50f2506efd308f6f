import type { ChatMessage } from '@tickmark/wire/schemas/support'
import { useMemo } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { Bubble } from './Bubble.tsx'
import { loadsByScrolling, rowsOf, type Older } from './chatLog.ts'
import type { PendingMessage } from '../composer/outbox.ts'
import { PendingBubble } from './PendingBubble.tsx'
import { TypingMark } from './TypingMark.tsx'
import { useChatTimes } from '../frame/useChatTimes.ts'
import { useScroll } from './useScroll.ts'

interface SaidProps {
  list: readonly ChatMessage[]
  attempts: readonly PendingMessage[]
  older: Older
  onOlder: () => void
  typing: boolean
  /** Called with whether the end is on screen. */
  onEnd: (atEnd: boolean) => void
  onAgain: (key: string) => void
  onTakeBack: (key: string) => void
}

/**
 * The messages from old to new. The position stays while older ones load above; at the end, the list follows new ones.
 */
export function MessageList(props: SaidProps) {
  const { list, attempts, older, onOlder, typing, onEnd, onAgain, onTakeBack } = props
  const { t } = useTranslation('chat')
  const times = useChatTimes()
  const rows = useMemo(() => rowsOf(list, attempts, times.dayKey), [list, attempts, times])
  const { box, onScroll, isAway, toEnd } = useScroll({
    last: rows.at(-1)?.key ?? '',
    isOwn: rows.at(-1)?.kind === 'pending',
    more: loadsByScrolling(older) ? onOlder : null,
    onEnd,
  })
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label={t('pages:title.notification')}
        aria-busy={older === 'loading'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
        tabIndex={0}
        onScroll={onScroll}
        className="flex-1 overflow-y-auto overscroll-contain px-4 -outline-offset-2! [overflow-anchor:none]"
      >
        <div className="mx-auto flex min-h-full max-w-[720px] flex-col justify-end pt-3 pb-4">
          {older === 'loading' && <Skeleton shape="text" />}
          {older === 'failed' && (
            <p role="alert" className="py-2 text-center text-13 text-ink-2">
              {t('olderFailed')}
              <Button tone="plain" size="small" icon="refresh" onClick={onOlder}>
                {t('shell:words.retry')}
              </Button>
            </p>
          )}
          {rows.length === 0 && <p className="pb-3 text-center text-13 text-ink-3">{t('nothingSaid')}</p>}
          <ol>
            {rows.map((row) => (
              <li key={row.key}>
                {row.kind === 'day' && (
                  <p className="pt-5 pb-2 text-center text-12 text-ink-3 first-letter:uppercase">
                    {times.dayText(row.atMs, serverNow())}
                  </p>
                )}
                {row.kind === 'said' && <Bubble message={row.message} opensRun={row.opensRun} />}
                {row.kind === 'pending' && (
                  <PendingBubble
                    attempt={row.pending}
                    onAgain={() => onAgain(row.key)}
                    onTakeBack={() => onTakeBack(row.key)}
                  />
                )}
              </li>
            ))}
          </ol>
          {typing && <TypingMark />}
        </div>
      </div>
      {isAway && (
        <Button
          tone="quiet"
          size="small"
          icon="chevronDown"
          onClick={toEnd}
          className="absolute! inset-x-0 bottom-2 mx-auto w-fit rounded-full! shadow-card"
        >
          {t('toEnd')}
        </Button>
      )}
    </div>
  )
}
