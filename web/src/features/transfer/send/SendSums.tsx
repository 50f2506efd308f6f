import { formatAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import type { SendPartProps } from './SendFields.tsx'
import { amountOf } from './sendForm.ts'

/** The maximum network fee, the debit, and the amount that arrives. */
export function SendSums({ state, currency }: SendPartProps) {
  const { t } = useTranslation('transfer')
  const { terms, form } = state
  const amount = amountOf(form)
  return (
    <div className={terms.isAsking ? 'breathe pt-3 pb-2' : 'pt-3 pb-2'} aria-busy={terms.isAsking}>
      <Ledger>
        <LedgerRow tight label={t('feeCap')} note={t('send.feeNote')}>
          <Sum value={terms.data?.fee} code={currency.code} />
        </LedgerRow>
        <LedgerRow tight label={t('send.total')}>
          <Sum value={terms.data?.total} code={currency.code} />
        </LedgerRow>
        <LedgerRow tight label={t('send.arrives')}>
          <Sum
            value={terms.data && amount !== null ? formatAmount(amount) : undefined}
            code={currency.code}
          />
        </LedgerRow>
      </Ledger>
    </div>
  )
}

function Sum({ value, code }: { value: string | undefined; code: string }) {
  const format = useFormat()
  if (value === undefined) return <span className="text-ink-3">—</span>
  return <bdi dir="ltr">{`${format.figure(value)} ${code}`}</bdi>
}
