import { productById } from '@tickmark/core/market/products'
import { amountText, briefText } from '@tickmark/client/format/figures.ts'
import { useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useFormat } from '../../format/useFormat.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo, PATHS } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { useOpenOrderNow } from '../../entities/openOrderNow.ts'
import { useOpenOrders } from '../../entities/openOrders.ts'
import { directionOf, moneyOf, type OrderItem } from '../../entities/orderState.ts'
import { useWide } from '../../browser/useWide.ts'
import { Arrow } from '@tickmark/ui/base/Arrow.tsx'
import { cx } from '@tickmark/ui/base/cx.ts'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { clockText } from '@tickmark/ui/text/clockText.ts'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'

/** Orders in view on a wide window; a phone has room for one. */
const WIDE = 3

/**
 * The open orders at the foot of every screen that does not show them itself, the next to end first. `aboveTabs`: the
 * main navigation lies below the strip.
 */
export function OrdersStrip({ aboveTabs }: { aboveTabs: boolean }) {
  const { t } = useTranslation('trade')
  const wide = useWide()
  const orders = useOrdersElsewhere()
  const frame = useRef<HTMLElement>(null)
  useSpace(frame, orders.length > 0)
  if (orders.length === 0) return null
  const shown = orders.slice(0, wide ? WIDE : 1)
  const more = orders.length - shown.length
  return (
    <section
      ref={frame}
      aria-label={t('strip.label')}
      className={cx(
        'rise-in fixed inset-x-0 z-20 flex items-stretch border-t border-rule bg-sheet md:start-(--rail) md:bottom-0',
        aboveTabs
          ? 'bottom-[calc(var(--nav)+env(safe-area-inset-bottom))] md:pb-[env(safe-area-inset-bottom)]'
          : 'bottom-0 pb-[env(safe-area-inset-bottom)]',
      )}
    >
      {shown.map((order) => (
        <StripOrder key={order.orderId} order={order} />
      ))}
      {more > 0 && (
        <PlainLink
          href={hrefTo.orders()}
          onGo={go}
          className="grid min-h-12 min-w-13 flex-none place-items-center border-s border-rule px-3 text-13 font-semibold text-brand -outline-offset-2!"
        >
          <bdi dir="ltr" aria-hidden="true">
            +{more}
          </bdi>
          <span className="sr-only">{t('strip.more', { count: more })}</span>
        </PlainLink>
      )}
    </section>
  )
}

/** Coin, direction, time left, and the order's current value. A tap shows its countdown on its coin's page. */
function StripOrder({ order }: { order: OrderItem }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const { phase, secondsLeft, value, side } = useOpenOrderNow(order)
  const product = productById(order.pid)
  const direction = directionOf(order)
  const { currency } = order
  const amount = briefText(format, currency, moneyOf(order).stake)
  return (
    <PlainLink
      href={hrefTo.openOrder(order.pid, order.orderId)}
      onGo={go}
      className="flex min-h-12 min-w-0 flex-1 items-center gap-x-2.5 px-5 py-1.5 text-13 leading-tight -outline-offset-2! md:border-s md:border-rule md:first:border-s-0"
    >
      <CoinIcon symbol={product?.symbol ?? ''} colour={product?.colour ?? 'var(--ink-3)'} size={26} />
      <span className="min-w-min flex-1">
        <span className={cx('block font-semibold', direction === 'up' ? 'text-up' : 'text-down')}>
          <bdi dir="ltr" className="text-ink">
            {product?.symbol}
          </bdi>{' '}
          <Arrow way={direction} /> {t(direction)}
        </span>
        <span className="sr-only">{t('strip.order', { amount, currency })}</span>
        <span className="block text-12 text-ink-2">
          <bdi dir="ltr">{clockText(secondsLeft).replace(/^00:/, '')}</bdi>
        </span>
      </span>
      {phase === 'running' ? (
        <span className="flex flex-col-reverse text-end">
          <span className="text-12 text-ink-2">{t('worthNow')} </span>
          <span>
            <bdi dir="ltr" className={cx('font-semibold', SIDES[side])}>
              {value === null ? '—' : `${amountText(format, currency, value)} ${currency}`}
            </bdi>
          </span>
        </span>
      ) : (
        <span className="text-end text-balance text-ink-2">
          {t(phase === 'entering' ? phase : 'settling')}
        </span>
      )}
    </PlainLink>
  )
}

const SIDES = { '1': 'text-up', '-1': 'text-down', '0': '' }

/** The open orders that this screen does not show: the list shows all of them, and a coin's page shows its own. */
function useOrdersElsewhere(): OrderItem[] {
  const [path] = useLocation()
  const params = new URLSearchParams(useSearch())
  const wide = useWide()
  const open = useOpenOrders()
  if (path === PATHS.orders && params.get('tab') !== 'finished') return []
  const pid = path === PATHS.coin ? Number(params.get('pid')) : wide && path === PATHS.home ? 1 : null
  return (open.data?.list ?? []).filter((one) => one.pid !== pid).toSorted((a, b) => a.dueAt - b.dueAt)
}

/** Reserves the strip's height at the end of the page. */
function useSpace(frame: { current: HTMLElement | null }, isShown: boolean): void {
  useLayoutEffect(() => {
    const node = frame.current
    if (!node || !isShown) return
    const { style } = document.documentElement
    const reserve = () => style.setProperty('--strip', `${node.offsetHeight}px`)
    // At once, and not only when the browser reports a size: until then the strip would lie on the buttons of the page.
    reserve()
    const observer = new ResizeObserver(reserve)
    observer.observe(node)
    return () => {
      observer.disconnect()
      style.removeProperty('--strip')
    }
  }, [frame, isShown])
}
