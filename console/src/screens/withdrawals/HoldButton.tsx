import { HOUR_MS } from '@tickmark/core/days'
import { HOLD_REASONS } from '@tickmark/wire/routes/operators/withdrawals'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useState } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { NumericField } from '@tickmark/ui/form/NumericField.tsx'
import { Select } from '@tickmark/ui/form/Select.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { refresh } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Address } from '../../kit/Figures.tsx'
import { Problem } from '../../kit/Problem.tsx'

type HoldReason = (typeof HOLD_REASONS)[number]
const MOST_HOURS = 72

/** Proposes to hold all withdrawals of a user; it takes effect when a second operator proposes the same. */
export function HoldButton({ userId, owner }: { userId: number; owner: string }) {
  const { t } = useTranslation('withdrawals')
  const [open, setOpen] = useState(false)
  const hold = useConsoleCall('consoleProposeHold')
  const [caseId, setCaseId] = useState('')
  const [reason, setReason] = useState<HoldReason>('account_takeover')
  const [hours, setHours] = useState('24')
  const form = { caseId, hours }

  async function propose() {
    const asked = holdOf(form, serverNow())
    if (asked === null) return
    const done = await hold.run({ userId, reason, ...asked })
    if (done === null) return
    setOpen(false)
    refresh('consoleHolds', 'consoleWithdrawal')
    toast(t(done.isInForce ? 'holdBegun' : 'holdAsked'), { tone: 'good' })
  }

  return (
    <>
      <Button size="small" tone="quiet" icon="lock" onClick={() => setOpen(true)}>
        {t('hold')}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        onClosed={() => hold.forget()}
        title={t('holdTitle')}
        footer={
          <Button wide busy={hold.busy} disabled={holdOf(form, 0) === null} onClick={() => void propose()}>
            {t('holdAsk')}
          </Button>
        }
      >
        <div className="grid gap-4">
          <Address text={owner} whole />
          <p className="text-13 text-ink-2">{t('holdDetail')}</p>
          <Field label={t('caseId')} value={caseId} onChange={setCaseId} maxLength={64} />
          <Select
            label={t('holdReason')}
            choices={HOLD_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
            value={reason}
            onChange={setReason}
          />
          <NumericField look="box" decimals={0} label={t('hours')} value={hours} onChange={setHours} />
          <Problem text={hold.problem} />
        </div>
      </Sheet>
    </>
  )
}

/** The case and the end of a hold that begins now; null while the form is incomplete. */
export function holdOf({ caseId, hours }: { caseId: string; hours: string }, nowMs: number) {
  const span = Number(hours)
  const isSpan = span >= 1 && span <= MOST_HOURS
  if (caseId.trim() === '' || !isSpan) return null
  return { caseId: caseId.trim(), until: Math.floor(nowMs) + span * HOUR_MS }
}
