import { useState } from 'react'
import { CheckRow } from '@tickmark/ui/form/CheckRow.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { NumericField } from '@tickmark/ui/form/NumericField.tsx'
import type { Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ProposeDialog } from '../../kit/proposals/ProposeDialog.tsx'
import { durationText, percentOf } from './changes.ts'
import { formOf, rulesOf, type RulesForm } from './rulesForm.ts'

type Rules = Reply<'consoleRules'>

interface RulesDialogProps {
  open: boolean
  onClose: () => void
  data: Rules
}

/** Proposes the version after the newest one. */
export function RulesDialog({ open, onClose, data }: RulesDialogProps) {
  const { t } = useTranslation('rules')
  const { bounds, versions } = data
  const newest = versions[0]?.rules ?? data.now
  const [form, setForm] = useState(() => formOf(newest))
  const rules = rulesOf(form, bounds.durations)
  const change = (part: Partial<RulesForm>) => setForm({ ...form, ...part })
  return (
    <ProposeDialog
      open={open}
      onClose={() => {
        setForm(formOf(newest))
        onClose()
      }}
      title={t('change')}
      kind="rules.change"
      payload={rules && { after: data.newest, rules }}
    >
      <p className="text-13 text-ink-2">{t('changeDetail')}</p>
      <NumericField
        look="box"
        decimals={4}
        label={t('rule.margin')}
        suffix="%"
        value={form.margin}
        onChange={(margin) => change({ margin })}
        hint={t('between', {
          least: percentOf(bounds.marginPpm[0]),
          most: percentOf(bounds.marginPpm[1]),
        })}
      />
      <Field
        mono
        label={t('chancesField')}
        suffix="%"
        value={form.chances}
        onChange={(chances) => change({ chances })}
      />
      <fieldset>
        <legend className="text-12 text-ink-2">{t('rule.durations')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {bounds.durations.map(([seconds]) => (
            <CheckRow
              key={seconds}
              label={<bdi dir="ltr">{durationText(seconds)}</bdi>}
              checked={form.seconds.includes(seconds)}
              onChange={(isIn) =>
                change({
                  seconds: isIn ? [...form.seconds, seconds] : form.seconds.filter((one) => one !== seconds),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <Stakes stakes={form.stakes} onChange={(stakes) => change({ stakes })} />
    </ProposeDialog>
  )
}

interface StakesProps {
  stakes: RulesForm['stakes']
  onChange: (stakes: RulesForm['stakes']) => void
}

function Stakes({ stakes, onChange }: StakesProps) {
  const { t } = useTranslation('rules')
  return Object.entries(stakes).map(([currency, [least, most]]) => (
    <div key={currency} className="grid grid-cols-2 gap-3">
      <NumericField
        look="box"
        label={t('leastStake', { currency })}
        value={least}
        onChange={(next) => onChange({ ...stakes, [currency]: [next, most] })}
      />
      <NumericField
        look="box"
        label={t('mostStake', { currency })}
        value={most}
        onChange={(next) => onChange({ ...stakes, [currency]: [least, next] })}
      />
    </div>
  ))
}
