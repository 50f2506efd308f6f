import { Button } from '@tickmark/ui/form/Button.tsx'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { LoanSchedule } from './nextEvent.ts'
import { repayChoices } from './repayForm.ts'
import { RepaySheet } from './RepaySheet.tsx'

/** Repays from the real wallet, while a debt remains. */
export function Repay({ loan }: { loan: LoanSchedule }) {
  const { t } = useTranslation('loanList')
  const [open, setOpen] = useState(false)
  const isPayable = loan.apply.state === 1 && repayChoices(loan).length > 0
  return (
    <>
      {isPayable && (
        <Button wide className="mt-4" onClick={() => setOpen(true)} aria-haspopup="dialog">
          {t('repay.action')}
        </Button>
      )}
      <RepaySheet loan={loan} open={open && isPayable} onClose={() => setOpen(false)} />
    </>
  )
}
