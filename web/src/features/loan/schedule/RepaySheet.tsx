import { CURRENCIES } from '@tickmark/core/money/currencies'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { RadioList } from '@tickmark/ui/form/RadioList.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { useState } from 'react'
import { useCall } from '../../../api/api.ts'
import { useShownMoneyCall } from '../../../api/moneyCall.ts'
import { signing } from '../../../flows/trade/signing.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import type { LoanSchedule } from './nextEvent.ts'
import { missingFor, repayChoices, type RepayChoice } from './repayForm.ts'
import { signRepayment } from './signRepayment.ts'
import { useLoanTexts } from './useLoanTexts.ts'

interface RepaySheetProps {
  loan: LoanSchedule
  open: boolean
  onClose: () => void
}

/** Chooses a repayment beside the wallet's balance, and pays exactly the confirmed sum. */
export function RepaySheet({ loan, open, onClose }: RepaySheetProps) {
  const { t } = useTranslation('loanList')
  const { sum } = useLoanTexts()
  const [key, setKey] = useState<RepayChoice['key']>('next')
  const { busy, question, ask, dialog } = useRepay(loan.apply.id, onClose)
  const balance = useCall('getavailableMoneyByCurrency', { currencyName: 'USDT' }, { enabled: open })
  const available = balance.data ? (parseAmount(balance.data.balance) ?? 0n) : null
  const choices = repayChoices(loan)
  const chosen = choices.find((one) => one.key === key) ?? choices[0]
  const missing = chosen ? missingFor(chosen.sum, available) : null
  return (
    <>
      <Sheet
        open={open}
        onClose={onClose}
        title={t('repay.title')}
        footer={
          <Button
            wide
            busy={busy}
            disabled={!chosen || missing !== null}
            onClick={() => chosen && ask(chosen)}
            aria-haspopup="dialog"
          >
            {chosen ? t('repay.pay', { sum: sum(chosen.sum) }) : t('repay.action')}
          </Button>
        }
      >
        {chosen && (
          <>
            <RadioList
              label={t('repay.what')}
              value={chosen.key}
              onChange={setKey}
              choices={choices.map((one) => ({
                value: one.key,
                label: t(`repay.choice.${one.key}`, { count: one.count }),
                trailing: sum(one.sum),
              }))}
            />
            <Sums chosen={chosen} available={available} />
            {missing !== null && <Missing missing={sum(missing)} />}
          </>
        )}
      </Sheet>
      <ConfirmDialog
        {...dialog}
        title={question && t('repay.question', { sum: sum(question.sum) })}
        yesLabel={t('repay.yes')}
        noLabel={t('repay.no')}
      >
        {t('repay.detail')}
      </ConfirmDialog>
    </>
  )
}

/** Asks for confirmation, signs and pays. Keeps the question while its dialog closes: the choice may change meanwhile. */
function useRepay(applyId: string, onPaid: () => void) {
  const [question, setQuestion] = useState<RepayChoice | null>(null)
  const { busy, send } = useShownMoneyCall('repayLoan')
  const { ask, dialog } = useQuestion(pay)

  async function pay() {
    if (!question) return
    const owed = formatAmount(question.sum + question.left)
    const paid = await send(async () => {
      const consent = await signing(() => signRepayment(applyId, question.payments))
      return consent && { applyId, instalments: question.count, owed, ...consent }
    })
    if (paid.kind === 'failed') toast(paid.failure.message, { tone: 'wrong' })
    if (paid.kind !== 'done') return
    toast(paid.answer.message, { tone: 'good' })
    onPaid()
  }

  return {
    busy,
    question,
    dialog,
    ask(choice: RepayChoice) {
      setQuestion(choice)
      ask()
    },
  }
}

function Sums({ chosen, available }: { chosen: RepayChoice; available: bigint | null }) {
  const { t } = useTranslation('loanList')
  const { sum } = useLoanTexts()
  return (
    <div className="pt-3">
      <Ledger>
        {chosen.count > 0 && (
          <LedgerRow tight label={t('repay.instalments')}>
            {sum(chosen.sum - chosen.fee)}
          </LedgerRow>
        )}
        {chosen.fee > 0n && (
          <LedgerRow tight label={t('fee.owed')}>
            {sum(chosen.fee)}
          </LedgerRow>
        )}
        <LedgerRow tight label={t('repay.total')}>
          {sum(chosen.sum)}
        </LedgerRow>
        <LedgerRow tight label={t('repay.left')}>
          {sum(chosen.left)}
        </LedgerRow>
        <LedgerRow tight label={t('repay.balance')}>
          {available === null ? '…' : sum(available)}
        </LedgerRow>
      </Ledger>
    </div>
  )
}

/** The wallet has too little: shows the missing sum, and links to receiving money. */
function Missing({ missing }: { missing: string }) {
  const { t } = useTranslation('loanList')
  const [usdt] = CURRENCIES
  return (
    <div role="alert" className="pt-2 text-13 text-caution">
      <p>{t('repay.missing', { missing })}</p>
      {usdt && (
        <Button
          tone="plain"
          size="small"
          className="-ms-3"
          onClick={() => go(hrefTo.transfer(usdt, 'receive'))}
        >
          {t('repay.receive')}
        </Button>
      )}
    </div>
  )
}
