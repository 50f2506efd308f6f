import { formatAmount, ONE, parseAmount, shareFloor } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { When } from '../../components/When.tsx'
import type { SwapItem } from './SwapRecords.tsx'

/** Details of a swap: both amounts and the rate. */
export function SwapCard({ item }: { item: SwapItem }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const given = parseAmount(item.money) ?? 0n
  const received = parseAmount(item.received) ?? 0n
  const line = (code: string, amount: bigint) => (
    <bdi dir="ltr">{`${amountText(format, code, amount)} ${code}`}</bdi>
  )
  return (
    <>
      <Ledger>
        <LedgerRow label={t('record.given')}>{line(item.name, given)}</LedgerRow>
        <LedgerRow label={t('record.received')}>{line(item.target, received)}</LedgerRow>
        {given > 0n && (
          <LedgerRow label={t('record.rate', { currency: item.name })}>
            <bdi dir="ltr">{`${format.figure(rateOf(given, received))} ${item.target}`}</bdi>
          </LedgerRow>
        )}
        <LedgerRow label={t('record.time')}>
          <When atMs={item.time} />
        </LedgerRow>
        <LedgerRow label={t('record.id')} mono last>
          <bdi dir="ltr">{item.id}</bdi>
        </LedgerRow>
      </Ledger>
      <div className="border-t border-rule">
        {[item.name, item.target].map((code) => (
          <ListRow
            key={code}
            title={t('record.toStatement', { currency: code })}
            href={hrefTo.statement({ currency: code })}
            onGo={go}
            chevron
          />
        ))}
      </div>
    </>
  )
}

/** The rate: units received for one unit given, cut to eight decimals. */
function rateOf(given: bigint, received: bigint): string {
  return formatAmount(shareFloor(received, ONE, given))
}
