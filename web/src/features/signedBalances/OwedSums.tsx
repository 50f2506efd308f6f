import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { amountText } from '@tickmark/client/format/figures.ts'
import type { OwedBalance } from '@tickmark/core/evidence/balancesFile'
import type { AuditedEntry } from '@tickmark/core/log/audited'
import { Section } from '../../components/Section.tsx'
import { ltr } from '../../format/ltr.ts'
import { useFormat } from '../../format/useFormat.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useAmountsHidden } from '../../session/amountsHidden.ts'
import { owedToAll } from './owedRows.ts'

interface OwedSumsProps {
  entry: AuditedEntry
  /** The balances of the account in use. */
  rows: readonly OwedBalance[]
}

/** The user's balances as the log has them, each with a mark that this device has checked it, and the public sums. */
export function OwedSums({ entry, rows }: OwedSumsProps) {
  const { t } = useTranslation('signedBalances')
  const format = useFormat()
  const [hidden] = useAmountsHidden()
  return (
    <>
      <Section title={t('yours')}>
        <Ledger>
          {rows.map(({ currency, kind, amount }) => (
            <LedgerRow key={`${currency} ${kind}`} label={t(`kind.${kind}`, { currency: ltr(currency) })}>
              <span className="inline-flex items-center gap-1.5">
                <Icon name="check" size={16} className="text-good rtl:order-last" />
                {hidden ? '••••' : <bdi dir="ltr">{amountText(format, currency, amount)}</bdi>}
              </span>
            </LedgerRow>
          ))}
          <LedgerRow label={t('until')}>{format.dateTime(entry.until)}</LedgerRow>
          <LedgerRow label={t('entry')}>
            <bdi dir="ltr">{format.figure(String(entry.seq), { decimals: 0 })}</bdi>
          </LedgerRow>
        </Ledger>
      </Section>
      <Section title={t('all')} note={t('allNote')}>
        <Ledger>
          {owedToAll(entry, rows).map(({ currency, amount }) => (
            <LedgerRow key={currency} label={<bdi dir="ltr">{currency}</bdi>}>
              <bdi dir="ltr">{amountText(format, currency, amount)}</bdi>
            </LedgerRow>
          ))}
        </Ledger>
      </Section>
    </>
  )
}
