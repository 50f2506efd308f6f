import type { Amount } from '@tickmark/core/money/money'
import { FieldAction } from '@tickmark/ui/form/FieldAction.tsx'
import { NumericField } from '@tickmark/ui/form/NumericField.tsx'
import { useState, type ReactNode } from 'react'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../format/useFormat.ts'
import { ltr } from '../format/ltr.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

interface MoneyFieldProps {
  label: string
  /** The currency's code. */
  code: string
  value: string
  onChange: (value: string) => void
  /** The balance that can be spent; null while unknown. */
  available: Amount | null
  onMax: () => void
  error: string | false | undefined
  suffix?: string
  hint?: ReactNode
  /** Chooses the currency. */
  choice?: ReactNode
}

/** An amount to spend, with the available balance and Max. Says so when more decimals are typed than any amount has. */
export function MoneyField({ code, onChange, available, onMax, error, choice, ...field }: MoneyFieldProps) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const [preciseAt, setPreciseAt] = useState<string | null>(null)

  function take(change: () => void) {
    setPreciseAt(null)
    change()
  }

  return (
    <NumericField
      {...field}
      onChange={(value) => take(() => onChange(value))}
      onTooPrecise={() => setPreciseAt(field.value)}
      placeholder="0"
      aside={
        available !== null &&
        t('available', { amount: ltr(amountText(format, code, available)), currency: code })
      }
      error={preciseAt === field.value ? t('problem.amountTooPrecise') : error}
      actions={
        <>
          {available !== null && <FieldAction onClick={() => take(onMax)}>{t('max')}</FieldAction>}
          {choice}
        </>
      }
    />
  )
}
