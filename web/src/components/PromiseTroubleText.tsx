import { useState } from 'react'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ltr } from '../format/ltr.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { isRed } from '../watch/promises/kept/trouble.ts'
import type { PromiseAlarm } from '../watch/promises/promiseAlarm.ts'
import { dismiss } from '../watch/promises/troubles.ts'
import { saveEvidence } from './saveEvidence.ts'

/**
 * A problem with a promise in words, with its evidence as a file. Red for false, amber for late. The user can dismiss
 * evidence that he has saved.
 */
export function PromiseTroubleText({
  alarm,
  className,
  isNamed = false,
}: {
  alarm: PromiseAlarm
  className: string
  /** Whether to name the order. */
  isNamed?: boolean
}) {
  const { t } = useTranslation('trade')
  const { order, trouble, evidence, keptAs } = alarm
  const [isSaved, setSaved] = useState(false)
  const red = isRed(trouble)
  const tone = red ? 'bg-wrong-wash text-wrong' : 'bg-caution-wash text-caution'
  return (
    <section
      role={red ? 'alert' : 'status'}
      aria-label={t('promise.title')}
      className={`${tone} text-13 font-medium ${className}`}
    >
      <p className="flex items-start gap-2">
        <Icon name="warning" size={18} className="flex-none" />
        <span>
          {t(`promise.${trouble}`)}
          {isNamed &&
            (isOfWithdrawal(evidence) ? (
              <>{` ${t('transfer:withdrawal')} ${ltr(order)}`}</>
            ) : (
              <> {t('promise.order', { order: ltr(order) })}</>
            ))}
        </span>
      </p>
      {evidence && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            tone={red ? 'wrong' : 'quiet'}
            size="small"
            icon="download"
            onClick={() => {
              saveEvidence(order, evidence)
              setSaved(true)
            }}
          >
            {t('promise.save')}
          </Button>
          {isSaved && keptAs !== undefined && (
            <Button tone="quiet" size="small" onClick={() => void dismiss(keptAs)}>
              {t('promise.dismiss')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** Whether evidence is the promise of a withdrawal, or two of them. */
function isOfWithdrawal(evidence: { format?: string; files?: object[] } | null): boolean {
  const { format, files } = evidence ?? {}
  return files ? isOfWithdrawal(files[0] ?? null) : String(format).startsWith('tickmark-withdrawal/')
}
