import type { LoggedEnd } from '@tickmark/core/evidence/withdrawalEnd'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import type { TransferItem } from '../../entities/transferState.ts'
import { ltr } from '../../format/ltr.ts'
import { useFormat } from '../../format/useFormat.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { endBeside } from './endBeside.ts'

/** How a withdrawal ended by the log that this device has checked; null while that log does not say. */
export function LoggedEndText({ end, item }: { end: LoggedEnd | null; item: TransferItem }) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  if (!end) return item.status !== 0 && <p className="pb-2 text-12 text-ink-2">{t('promise.unended')}</p>
  const says = endBeside(end, item)
  const seq = ltr(format.figure(String(end.seq), { decimals: 0 }))
  const isGood = says !== 'other' && !end.isLate
  return (
    <p
      role={says === 'other' ? 'alert' : undefined}
      className={`flex items-start gap-2 pb-2 text-13 font-medium ${isGood ? 'text-good' : 'text-wrong'}`}
    >
      <Icon name={isGood ? 'check' : 'warning'} size={18} className="flex-none" />
      <span>
        {t(`promise.${says}`, { seq })} {says !== 'other' && end.isLate && t('promise.late')}
      </span>
    </p>
  )
}
