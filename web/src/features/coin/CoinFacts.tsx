import type { BaseInfo } from '@tickmark/wire/schemas/market'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useLate } from '../../browser/useLate.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { ShareBar } from '@tickmark/ui/chart/ShareBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'

const SHORT_FROM = 1_000_000

/** The shares of open stakes on Up and Down, and the figures of the last 24 h; nothing where they are late. */
export function CoinFacts({ info }: { info: BaseInfo | null }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const late = useLate()
  if (!info) return late ? null : <Skeleton shape="ledger" count={2} />
  const up = Number.parseFloat(info.upPct) || 0
  const down = Number.parseFloat(info.downPct) || 0
  const volume =
    Number(info.volume) < SHORT_FROM
      ? format.figure(info.volume, { decimals: 1 })
      : format.compact(info.volume)
  return (
    <section className="pt-4">
      {!info.open && (
        <p role="status" className="mb-4 rounded-2 bg-caution-wash px-3 py-2.5 text-13 text-caution">
          {t('marketClosed')}
        </p>
      )}
      <p className="flex justify-between text-13 font-medium">
        <span className="text-up">{t('upShare', { share: ltr(`${up.toFixed(2)}%`) })}</span>
        <span className="text-down">{t('downShare', { share: ltr(`${down.toFixed(2)}%`) })}</span>
      </p>
      <div className="pt-1.5 pb-1">
        <ShareBar
          parts={[
            { key: 'up', weight: up, colour: 'var(--up)' },
            { key: 'down', weight: down, colour: 'var(--down)' },
          ]}
        />
      </div>
      <p className="pb-2 text-12 text-ink-3">
        {info.upOf > 0 ? t('shareOf', { count: info.upOf }) : t('shareOfMoves')}
      </p>
      <Ledger columns={2}>
        <LedgerRow label={t('volume')}>
          {/* No `dir`: a short figure ends in a word, which in Arabic stands to its left. */}
          <bdi>{volume}</bdi>
        </LedgerRow>
        <LedgerRow label={t('turnover')}>
          <bdi>{`$${format.compact(info.turnover)}`}</bdi>
        </LedgerRow>
      </Ledger>
    </section>
  )
}
