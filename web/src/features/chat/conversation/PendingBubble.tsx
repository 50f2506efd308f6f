import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Speech } from './Bubble.tsx'
import type { PendingMessage } from '../composer/outbox.ts'

interface PendingBubbleProps {
  attempt: PendingMessage
  onAgain: () => void
  onTakeBack: () => void
}

/**
 * A message that is being sent or failed. A failed one can be sent again under the same key, or withdrawn for editing.
 */
export function PendingBubble({ attempt, onAgain, onTakeBack }: PendingBubbleProps) {
  const { t } = useTranslation('chat')
  const failed = attempt.state === 'failed'
  return (
    <article aria-label={t('you')} className="flex flex-col items-end pt-2">
      <Speech own text={attempt.text} files={attempt.files} faint={!failed} />
      {failed ? (
        <div role="alert" className="grid max-w-[84%] justify-items-end px-1 pt-0.5 text-12 text-wrong">
          <p className="flex items-start gap-1 text-end">
            <Icon name="warning" size={15} className="mt-px" />
            {[t('notSent'), attempt.problem].filter((one) => one !== '').join(' ')}
          </p>
          <p className="flex flex-wrap justify-end">
            <Button tone="plain" size="small" onClick={onTakeBack}>
              {t('takeBack')}
            </Button>
            <Button tone="plain" size="small" icon="refresh" onClick={onAgain}>
              {t('shell:words.retry')}
            </Button>
          </p>
        </div>
      ) : (
        <p className="flex items-center gap-1 px-1 pt-0.5 text-11 text-ink-3">
          <Icon name="clock" size={13} />
          {t('sending')}
        </p>
      )}
    </article>
  )
}
