import type { LimitItem } from '@tickmark/wire/routes/limits'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useFormat } from '../../format/useFormat.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { NumericField } from '@tickmark/ui/form/NumericField.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { initial, type LimitSummary, problems, reduce, summary } from './limitForm.ts'
import { useChange } from './useChange.ts'
import { isOfTime, useMinutesText, useValueText } from './valueText.ts'

interface LimitSheetProps {
  limit: LimitItem
  open: boolean
  onClose: () => void
}

/** Changes one limit. Before confirming, shows whether the change applies at once or after a day. */
export function LimitSheet({ limit, open, onClose }: LimitSheetProps) {
  const { t } = useTranslation('limits')
  const minutesText = useMinutesText()
  const [form, setForm] = useState(() => initial(limit))
  const { busy, change } = useChange()
  const sum = summary(form, limit, serverNow())
  const [problem] = problems(form)
  const ofTime = isOfTime(form.kind)

  async function save() {
    if (problem || !sum) return
    if (sum.code === 'same') return onClose()
    if (!(await change('setLimit', { kind: form.kind, value: form.value }))) return
    toast(t(sum.code === 'now' ? 'saved.now' : 'saved.later'), { tone: 'good' })
    onClose()
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(`kind.${form.kind}`)}
      footer={
        <Button wide busy={busy} onClick={() => void save()}>
          {t(sum?.code === 'later' ? 'ask' : 'save')}
        </Button>
      }
    >
      <p className="pb-4 text-13 text-ink-2">{t(`kindNote.${form.kind}`)}</p>
      <NumericField
        label={ofTime ? t('fieldMinutes') : t('fieldMoney')}
        value={form.value}
        onChange={(value) => setForm((now) => reduce(now, value))}
        decimals={0}
        placeholder={t('none')}
        suffix={ofTime ? t('unitMinutes') : 'USDT'}
        aside={ofTime && form.value !== '' && minutesText(Number(form.value))}
        error={problem && t(`problem.${ofTime ? 'time' : 'money'}`)}
      />
      <Button
        tone="plain"
        size="small"
        className="-ms-3"
        disabled={form.value === ''}
        onClick={() => setForm((now) => reduce(now, ''))}
      >
        {t('remove')}
      </Button>
      <p role="status" className="min-h-10 pt-2 text-13 font-medium">
        {sum && <Outcome sum={sum} limit={limit} />}
      </p>
    </Sheet>
  )
}

function Outcome({ sum, limit: { kind, pending } }: { sum: LimitSummary; limit: LimitItem }) {
  const { t } = useTranslation('limits')
  const format = useFormat()
  const valueText = useValueText()
  if (sum.code === 'same') {
    if (!pending) return null
    return t('pending', { value: valueText(kind, pending.value), from: format.dateTime(pending.from) })
  }
  const value = valueText(kind, sum.value === null ? '' : String(sum.value))
  if (sum.code === 'now') return t(pending ? 'outcome.nowInstead' : 'outcome.now', { value })
  return (
    <span className="text-caution">{t('outcome.later', { value, from: format.dateTime(sum.fromMs) })}</span>
  )
}
