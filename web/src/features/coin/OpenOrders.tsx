import { CLOSE_UNTIL_S } from '@tickmark/core/orders/orders'
import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { refresh, useCall } from '../../api/api.ts'
import { amountText, briefText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { useOpenOrders } from '../../entities/openOrders.ts'
import {
  directionOf,
  moneyOf,
  orderStateOf,
  runningSeconds,
  type OrderItem,
} from '../../entities/orderState.ts'
import { openTradeSheet } from '../../navigation/tradeSheet.ts'
import { Arrow } from '@tickmark/ui/base/Arrow.tsx'
import { Countdown } from '@tickmark/ui/text/Countdown.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { useSecondsLeft } from '@tickmark/ui/text/useSecondsLeft.ts'

const SHOWN = 3
const VALUE_MS = 3_000

/** The user's open orders on a coin, each with remaining time and value; the list of orders has the rest. */
export function OpenOrders({ pid }: { pid: number }) {
  const { t } = useTranslation('trade')
  const open = useOpenOrders()
  const mine = open.data?.list.filter((one) => one.pid === pid) ?? []
  if (mine.length === 0) return null
  return (
    <section aria-label={t('openOrders')} className="grid gap-2 pt-3">
      {mine.slice(0, SHOWN).map((order) => (
        <OpenOrderCard key={order.orderId} order={order} />
      ))}
      {mine.length > SHOWN && (
        <PlainLink
          href={hrefTo.orders()}
          onGo={go}
          className="flex min-h-11 items-center justify-center text-13 font-semibold text-brand"
        >
          {t('moreOrders')}
        </PlainLink>
      )}
    </section>
  )
}

function OpenOrderCard({ order }: { order: OrderItem }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const left = useSecondsLeft(order.dueAt, serverNow)
  const { phase, progress } = orderStateOf(order, serverNow())
  const priced = phase === 'running' && left > CLOSE_UNTIL_S
  const value = useCall(
    'getOrderValue',
    { orderId: order.orderId },
    { enabled: priced, refetchInterval: VALUE_MS },
  )
  const up = directionOf(order) === 'up'
  const amount = briefText(format, order.currency, moneyOf(order).stake)
  const direction = up ? t('up') : t('down')
  return (
    <div className="relative grid gap-2 rounded-3 border border-rule bg-sheet px-3.5 py-3">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className={`font-semibold ${up ? 'text-up' : 'text-down'}`}>
          <Arrow way={up ? 'up' : 'down'} /> {direction}
        </span>
        <bdi dir="ltr" className="font-medium">{`${amount} ${order.currency}`}</bdi>
        <span className="ms-auto inline-flex items-center gap-1">
          <Countdown
            untilMs={order.dueAt}
            now={serverNow}
            most={runningSeconds(order)}
            onEnd={() => setTimeout(() => refresh('getMyLimitOrders'), 1_500)}
            label={t('timeLeft')}
            size="small"
          />
          <Icon name="chevron" size={16} className="text-ink-3" />
        </span>
      </span>
      <Progress label={t('progress')} share={progress} thin />
      <span className="flex justify-between text-12 text-ink-2">
        <span>{order.rangeText}</span>
        {phase === 'entering' && <span>{t('entering')}</span>}
        {phase === 'settling' && <span>{t('settling')}</span>}
        {phase === 'running' && (
          <span>
            {t('worthNow')}{' '}
            <bdi dir="ltr" className="font-medium text-ink">
              {priced && value.data
                ? `${amountText(format, order.currency, parseAmount(value.data.value) ?? 0n)} ${order.currency}`
                : '—'}
            </bdi>
          </span>
        )}
      </span>
      {/* Laid over the card, so that the card's figures do not become the button's name. */}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('openOrderName', { direction, amount, currency: order.currency })}
        onClick={() => openTradeSheet({ kind: 'countdown', orderId: order.orderId })}
        className="absolute inset-0 rounded-3"
      />
    </div>
  )
}
