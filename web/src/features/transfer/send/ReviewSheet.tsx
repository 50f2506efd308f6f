import { partsOf } from '@tickmark/core/wallet/networkTypes'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import { useSession } from '../../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { cleanCode, problemOf } from '@tickmark/ui/form/code.ts'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { Figure } from '@tickmark/ui/text/Figure.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { FinishPending } from '../parts/FinishPending.tsx'
import { useSumText } from '../parts/useSumText.ts'
import { useWithdraw, type Reviewed } from './useWithdraw.ts'

interface ReviewSheetProps {
  reviewed: Reviewed
  open: boolean
  onClose: () => void
  onClosed: () => void
  onSent: () => void
}

/**
 * Everything that the user is about to sign, the full address first. Nothing is sent without the wallet's signature
 * under exactly these terms.
 */
export function ReviewSheet({ reviewed, open, onClose, onClosed, onSent }: ReviewSheetProps) {
  const { t } = useTranslation('transfer')
  const [code, setCode] = useState('')
  const [isCodeWrong, setCodeWrong] = useState(false)
  const { stage, withdraw, earlier, finishEarlier, leaveEarlier } = useWithdraw()
  const sum = useSumText()
  const { terms } = reviewed
  const isBusy = stage !== 'idle'

  async function send() {
    // A malformed code is not sent: it would use up one of the few tries.
    if (terms.needsCode && problemOf(code, true)) {
      setCodeWrong(true)
      return toast(t('wallet:protection.codeProblem.sixDigits'), { isMistake: true })
    }
    if (await withdraw(reviewed, code)) onSent()
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      firm={isBusy}
      title={t('send.reviewTitle')}
      footer={
        <Button wide busy={isBusy} onClick={() => void send()}>
          {t('send.signAndSend')}
        </Button>
      }
    >
      <ReviewTerms reviewed={reviewed} />
      {terms.needsCode && (
        <Field
          label={t('wallet:protection.code')}
          value={code}
          onChange={(text) => {
            setCodeWrong(false)
            setCode(cleanCode(text))
          }}
          hint={t('send.codeHint')}
          error={isCodeWrong ? t('wallet:protection.codeProblem.sixDigits') : undefined}
          autoComplete="one-time-code"
          maxLength={32}
          mono
          className="pt-4"
        />
      )}
      <p role="status" className="pt-4 text-13 text-ink-2">
        {stage === 'idle' ? t('send.signNote') : stage === 'signing' ? t('send.signing') : t('send.sending')}
      </p>
      <FinishPending
        title={t('send.earlierTitle')}
        text={
          earlier &&
          t('send.earlierAsk', {
            amount: sum(partsOf(Number(earlier.typeId)).currency, earlier.amount),
            address: ltr(shortAddress(earlier.destination, 8)),
          })
        }
        busy={isBusy}
        onYes={() => void finishEarlier()}
        onNo={leaveEarlier}
      />
    </Sheet>
  )
}

/** The terms that the user is about to sign. */
export function ReviewTerms({ reviewed }: { reviewed: Reviewed }) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const { terms, currency, network, amount } = reviewed
  const isOwn = useSession().address?.toLowerCase() === terms.fields['to']?.toLowerCase()
  return (
    <>
      <p className="pt-1 text-12 text-ink-2">{t('send.arrives')}</p>
      <Figure text={format.figure(amount)} unit={currency} />
      <p className="pt-4 pb-1.5 text-12 text-ink-2">{isOwn ? t('send.toOwn') : t('toAddress')}</p>
      <p
        dir="ltr"
        className="rounded-2 border border-rule bg-ground px-3.5 py-3 font-mono text-13 text-balance break-all"
      >
        {terms.fields['to'] ?? reviewed.address}
      </p>
      <div className="pt-2">
        <Ledger>
          <LedgerRow tight label={t('network')}>
            {network}
          </LedgerRow>
          <LedgerRow tight label={t('feeCap')}>
            <bdi dir="ltr">{`${format.figure(terms.fee)} ${currency}`}</bdi>
          </LedgerRow>
          <LedgerRow tight label={t('send.total')}>
            <bdi dir="ltr">{`${format.figure(terms.total)} ${currency}`}</bdi>
          </LedgerRow>
        </Ledger>
      </div>
      {terms.waitsUntil !== null && (
        <p className="pt-3 text-13 font-medium text-caution">
          {t('heldUntil', { time: format.dateTime(terms.waitsUntil) })}
        </p>
      )}
      {terms.needsApproval && <p className="pt-3 text-13 text-ink-2">{t('send.needsApproval')}</p>}
    </>
  )
}
