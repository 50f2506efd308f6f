import { useState } from 'react'
import { NumericField } from '@tickmark/ui/form/NumericField.tsx'
import type { Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ProposeDialog } from '../../kit/proposals/ProposeDialog.tsx'

interface LimitsDialogProps {
  open: boolean
  onClose: () => void
  /** The limits in force, which prefill the form. */
  limits: Reply<'consoleEngine'>['limits']
}

/** Proposes other limits for the engine; a second operator approves them. */
export function LimitsDialog({ open, onClose, limits }: LimitsDialogProps) {
  const { t } = useTranslation('programme')
  const [typed, setTyped] = useState<Partial<Record<keyof typeof limits, string>>>({})
  const value = {
    mostTrade: typed.mostTrade ?? limits.mostTrade,
    leastProfit: typed.leastProfit ?? limits.leastProfit,
    dayLoss: typed.dayLoss ?? limits.dayLoss,
    openRests: typed.openRests ?? String(limits.openRests),
  }
  const isComplete = Object.values(value).every((one) => one !== '')
  const change = (name: keyof typeof limits) => (text: string) => setTyped({ ...typed, [name]: text })
  return (
    <ProposeDialog
      open={open}
      onClose={() => {
        setTyped({})
        onClose()
      }}
      title={t('askLimits')}
      kind="engine.limits"
      payload={isComplete ? { ...value, openRests: Number(value.openRests), before: limits } : null}
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
