import { refusedAgainst, type RefusedTally } from '@tickmark/core/record/refusedFigures'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { ltr } from '../../format/ltr.ts'
import { useFormat } from '../../format/useFormat.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

interface RefusalsProps {
  /** Signed refusals of both books. */
  total: number
  /** Refused orders of the book shown. */
  refused: RefusedTally
}

/** What became of the prices of refused orders: a house that refuses winners shows here. */
export function Refusals({ total, refused }: RefusalsProps) {
  const { t } = useTranslation('houseRecord')
  const format = useFormat()
  const found = refusedAgainst(refused)
  const figure = (number: number, decimals: number) => format.figure(number.toFixed(decimals), { decimals })
  const count = (number: number) => <bdi dir="ltr">{figure(number, 0)}</bdi>
  return (
    <>
      <h2 className="pt-7 pb-1 text-15 font-semibold">{t('refused.title')}</h2>
      <Ledger>
        <LedgerRow label={t('refused.count')} note={t('refused.countNote')}>
          {count(total)}
        </LedgerRow>
        {found && (
          <>
            <LedgerRow
              label={t('refused.won')}
              note={t('refused.byChance', {
                expected: ltr(figure(found.expected, 1)),
                error: ltr(figure(found.error, 1)),
              })}
            >
              {count(found.won)}
            </LedgerRow>
            <LedgerRow label={t('refused.notWon')}>{count(found.decided - found.won)}</LedgerRow>
          </>
        )}
      </Ledger>
      <p className="pt-2.5 text-12 text-ink-2">{t('refused.note')}</p>
    </>
  )
}
