import { parseAmount } from '@tickmark/core/money/money'
import { productById } from '@tickmark/core/market/products'
import type { BaseInfo } from '@tickmark/wire/schemas/market'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { priceText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import type { LiveDetail } from '../../live/marketFeed.ts'
import { ltr } from '../../format/ltr.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { signOf } from '../../entities/orderState.ts'
import { Change } from '@tickmark/ui/text/Change.tsx'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Price } from '@tickmark/ui/text/Price.tsx'
import { StaleNote } from '@tickmark/ui/text/StaleNote.tsx'
import { AlertBell } from './AlertBell.tsx'
import { Favourite } from './Favourite.tsx'

interface InfoProps {
  pid: number
  info: BaseInfo | null
}

/** The top bar of a coin on a phone: back, name, favourite, and a link to the user's orders. */
export function CoinBar({ pid, info }: InfoProps) {
  const product = productById(pid)
  if (!product) return null
  return (
    <PageBar
      title={info?.fullName ?? product.name}
      sub={<bdi dir="ltr">{`${product.symbol}/USDT`}</bdi>}
      leading={
        // A narrow phone has no room for it beside the name and the three buttons.
        <span className="max-[22.5rem]:hidden">
          <CoinIcon symbol={product.symbol} colour={product.colour} size={30} />
        </span>
      }
      onBack={() => back()}
      trailing={<CoinActions pid={pid} info={info} />}
    />
  )
}

/** Name and price on one line, on wide windows. */
export function WideHeading({ pid, live }: { pid: number; live: LiveDetail }) {
  const product = productById(pid)
  const info = live.baseInfo
  if (!product) return null
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-4">
      <CoinIcon symbol={product.symbol} colour={product.colour} />
      <h1 className="text-[1.0625rem] leading-tight font-semibold">
        {info?.fullName ?? product.name}
        <span className="block text-13 font-normal text-ink-2">
          <bdi dir="ltr">{`${product.symbol}/USDT`}</bdi>
        </span>
      </h1>
      <CoinActions pid={pid} info={info} />
      {info && (
        <div className="ms-auto text-end">
          <LivePrice info={info} stale={live.stale} size="text-34" />
          <p className="text-13">
            <DayChange info={info} live={live} />
          </p>
        </div>
      )}
    </header>
  )
}

/** The price as the page's main figure, with its 24 h change. */
export function CoinHeading({ live, info }: { live: LiveDetail; info: BaseInfo }) {
  return (
    <>
      <LivePrice info={info} stale={live.stale} size="text-40" />
      <p className="flex min-h-[calc(0.5rem+1.4em)] flex-wrap items-center gap-x-2 pt-2 text-13">
        <DayChange info={info} live={live} />
      </p>
    </>
  )
}

function LivePrice({ info, stale, size }: { info: BaseInfo; stale: boolean; size: string }) {
  const format = useFormat()
  return (
    <p className={`${size} font-semibold tracking-[-0.025em]`}>
      <Price
        value={parseAmount(info.price) ?? 0n}
        text={priceText(format, info.pid, info.price)}
        stale={stale || !info.open}
      />
    </p>
  )
}

function DayChange({ info, live }: { info: BaseInfo; live: LiveDetail }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  if (live.stale || !info.open) {
    const time = live.asOfMs === null ? '' : format.time(live.asOfMs)
    return <StaleNote>{t('staleSince', { time: ltr(time) })}</StaleNote>
  }
  const size = priceText(format, info.pid, unsigned(info.change))
  if (live.state === 'PAUSED') return <Paused />
  return (
    <>
      <Change value={signOf(info.change)} text={`${size} (${unsigned(info.changePct)})`} mark="arrow" />{' '}
      <span className="text-ink-2">{t('day')}</span>
    </>
  )
}

/** The clocks disagree: prices arrive, but nothing new can be traded. */
function Paused() {
  const { t } = useTranslation('home')
  return (
    <span role="status">
      <StaleNote>{t('paused')}</StaleNote>
    </span>
  )
}

function CoinActions({ pid, info }: InfoProps) {
  const { t } = useTranslation('trade')
  return (
    <div className="flex">
      <AlertBell pid={pid} />
      <Favourite pid={pid} info={info} />
      <IconButton icon="list" label={t('orders')} onClick={() => go(hrefTo.orders())} />
    </div>
  )
}

function unsigned(text: string): string {
  return text.replace(/^[+\-−]/, '')
}
