import { parseAmount } from '@tickmark/core/money/money'
import { memo } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { Change } from '@tickmark/ui/text/Change.tsx'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { Price } from '@tickmark/ui/text/Price.tsx'
import { Sparkline } from '@tickmark/ui/chart/Sparkline.tsx'
import { isSameRow, type MarketRowProps } from './sameRow.ts'

/** A coin: icon, symbol, sparkline of the day, price and change. Renders only when one of them changes. */
export const MarketRow = memo(function MarketRow({ item, stale, current }: MarketRowProps) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const way = wayOf(item.changePct)
  return (
    <ListRow
      href={hrefTo.coin(item.pid)}
      onGo={go}
      current={current}
      leading={<CoinIcon symbol={item.symbol} colour={item.colour} />}
      title={item.symbol}
      sub={item.name}
      middle={
        <Sparkline values={item.trend.map((point) => Number(point.close))} way={stale ? 'flat' : way} />
      }
      figure={
        <Price
          value={parseAmount(item.price) ?? 0n}
          text={format.figure(item.price, { decimals: item.decimals })}
          stale={stale || !item.open}
        />
      }
      figureSub={item.open ? <DayChange changePct={item.changePct} stale={stale} /> : t('closed')}
    />
  )
}, isSameRow)

/** The day's change; grey when the price is stale. */
function DayChange({ changePct, stale }: { changePct: string; stale: boolean }) {
  if (stale) return <bdi dir="ltr">{changePct.replace('-', '−')}</bdi>
  return <Change value={SIGNS[wayOf(changePct)]} text={changePct.replace(/^[+-]/, '')} />
}

const SIGNS = { up: 1, down: -1, flat: 0 }

function wayOf(changePct: string): 'up' | 'down' | 'flat' {
  if (!/[1-9]/.test(changePct)) return 'flat'
  return changePct.startsWith('-') ? 'down' : 'up'
}
