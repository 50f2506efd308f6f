import type { LimitItem } from '@tickmark/wire/routes/limits'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormat } from '../../format/useFormat.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { shareUsed } from './limitForm.ts'
import { useValueText } from './valueText.ts'

/** One limit: its value, its use, and a pending looser value. */
export function LimitRow({ limit, onEdit }: { limit: LimitItem; onEdit: () => void }) {
  const { t } = useTranslation('limits')
  const format = useFormat()
  const valueText = useValueText()
  const { kind, value, used, pending } = limit
  return (
    <button
      type="button"
      onClick={onEdit}
      aria-haspopup="dialog"
      className="block w-full border-b border-rule py-3 text-start -outline-offset-2!"
    >
      <span className="flex flex-wrap items-baseline gap-x-3 text-15">
        <span className="min-w-min flex-1 font-medium">{t(`kind.${kind}`)}</span>
        <span className={value === '' ? 'text-ink-3' : 'font-medium'}>
          <bdi>{valueText(kind, value)}</bdi>
        </span>
        <Icon name="chevron" size={18} className="self-center text-ink-3" />
      </span>
      <span className="block pt-0.5 text-12 text-ink-2">{t('used', { used: valueText(kind, used) })}</span>
      {value !== '' && (
        <span className="block pt-2">
          <Progress
            label={t('usedOf', { kind: t(`kind.${kind}`) })}
            share={shareUsed(limit)}
            tone="brand"
            thin
          />
        </span>
      )}
      {pending && (
        <span className="flex items-center gap-1.5 pt-2 text-12 font-medium text-caution">
          <Icon name="clock" size={14} />
          {t('pending', {
            value: valueText(kind, pending.value),
            from: format.dateTime(pending.from),
          })}
        </span>
      )}
    </button>
  )
}
