import { useState } from 'react'
import { NumericField } from '@tickmark/ui/form/NumericField.tsx'
import type { Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ProposeDialog } from '../../kit/proposals/ProposeDialog.tsx'

type Limits = Reply<'consoleEngine'>['limits']
type Typed = Partial<Record<keyof Limits, string>>

interface LimitsDialogProps {
  open: boolean
  onClose: () => void
  /** The limits in force, which prefill the form. */
  limits: Limits
}

/** Proposes other limits for the engine; a second operator approves them. */
export function LimitsDialog({ open, onClose, limits }: LimitsDialogProps) {
  const { t } = useTranslation('programme')
  const [typed, setTyped] = useState<Typed>({})
  const value = valueOf(typed, limits)
  const change = (name: keyof Limits) => (text: string) => setTyped({ ...typed, [name]: text })
  return (
    <ProposeDialog
      open={open}
      onClose={() => {
        setTyped({})
        onClose()
      }}
      title={t('askLimits')}
      kind="engine.limits"
      payload={limitsOf(typed, limits)}
    >
      {(['mostTrade', 'leastProfit', 'dayLoss'] as const).map((name) => (
        <NumericField
          key={name}
          look="box"
          label={t(name)}
          suffix="USDT"
          value={value[name]}
          onChange={change(name)}
        />
      ))}
      <NumericField
        look="box"
        decimals={0}
        label={t('mostRests')}
        value={value.openRests}
        onChange={change('openRests')}
      />
    </ProposeDialog>
  )
}

/** The payload for what was typed, which names the limits that it replaces; null while a field is empty. */
export function limitsOf(typed: Typed, limits: Limits) {
  const value = valueOf(typed, limits)
  if (Object.values(value).includes('')) return null
  return { ...value, openRests: Number(value.openRests), before: limits }
}

/** What the fields show: what was typed, else the limits in force. */
function valueOf(typed: Typed, limits: Limits): Record<keyof Limits, string> {
  return {
    mostTrade: typed.mostTrade ?? limits.mostTrade,
    leastProfit: typed.leastProfit ?? limits.leastProfit,
    dayLoss: typed.dayLoss ?? limits.dayLoss,
    openRests: typed.openRests ?? String(limits.openRests),
  }
}
