import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { amountText } from '@tickmark/client/format/figures.ts'
import { parseAmount } from '@tickmark/core/money/money'
import type { Reply } from '../../api/api.ts'
import { ltr } from '../../format/ltr.ts'
import { useFormat } from '../../format/useFormat.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/**
 * The time up to which the house says that it has audited its books without a finding, and its debt to users in the real book at
 * that time.
 */
export function Audited({ audited }: { audited: NonNullable<Reply<'getRecord'>['audited']> }) {
  const { t } = useTranslation('houseRecord')
  const format = useFormat()
  const entry = format.figure(String(audited.seq), { decimals: 0 })
  return (
    <>
      <h2 className="pt-7 pb-1 text-15 font-semibold">{t('audited.title')}</h2>
      <Ledger>
        <LedgerRow label={t('audited.until')} note={t('audited.entry', { number: ltr(entry) })}>
          {format.dateTime(audited.until)}
        </LedgerRow>
        <LedgerRow label={t('audited.whole')}>{format.dateTime(audited.whole)}</LedgerRow>
        {audited.owed.map(({ currency, amount }) => (
          <LedgerRow key={currency} label={t('audited.owed', { currency: ltr(currency) })}>
            <bdi dir="ltr">{amountText(format, currency, parseAmount(amount) ?? 0n)}</bdi>
          </LedgerRow>
        ))}
      </Ledger>
      {audited.owed.length > 0 && <p className="pt-2.5 text-12 text-ink-2">{t('audited.owedNote')}</p>}
      <p className="pt-2.5 text-12 text-ink-2">{t('audited.note')}</p>
    </>
  )
}
