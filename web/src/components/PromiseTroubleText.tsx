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
  const nameOf = (subject: ReturnType<typeof subjectOf>, name: string) => {
    return subject === 'order' ? t('promise.order', { order: name }) : `${t(NAMES[subject])} ${name}`
  }
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
          {isNamed && ` ${nameOf(subjectOf(evidence), ltr(order))}`}
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

/** The kind of thing named before the number, network or day that evidence is about. */
const NAMES = {
  withdrawal: 'transfer:withdrawal',
  address: 'transfer:receive.address',
  balances: 'pages:title.signedBalances',
} as const

/** The subject of evidence: one file of the house, or two of a kind. */
function subjectOf(evidence: { format?: string; files?: object[] } | null): 'order' | keyof typeof NAMES {
  const { format, files } = evidence ?? {}
  if (files) return subjectOf(files[0] ?? null)
  const names = Object.keys(NAMES) as (keyof typeof NAMES)[]
  return names.find((name) => format?.startsWith(`tickmark-${name}/`)) ?? 'order'
}
