import { amountText, briefText, shareText } from '@tickmark/client/format/figures.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useOnScreen } from '../../../browser/useOnScreen.ts'
import { useOpenOrderNow, type OpenOrderNow } from '../../../entities/openOrderNow.ts'
import {
  directionOf,
  endNow,
  endsOnAnotherDay,
  moneyOf,
  runningSeconds,
  type OrderItem,
} from '../../../entities/orderState.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { CloseEarly } from '../../../flows/trade/running/CloseEarly.tsx'
import { useMarket } from '../../../live/marketFeed.ts'
import { openTradeSheet } from '../../../navigation/tradeSheet.ts'
import { Countdown } from '@tickmark/ui/text/Countdown.tsx'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { OrderCoin, OrderName } from './OrderName.tsx'
import { standingOf } from './standing.ts'

/**
 * An open order with its countdown and progress, its standing, its value, and a button to close it early. Opens the
 * countdown sheet.
 */
export function WaitingRow({ order, onEnd }: { order: OrderItem; onEnd: () => void }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const frame = useRef<HTMLDivElement>(null)
  const isOnScreen = useOnScreen(frame)
  const now = useOpenOrderNow(order, isOnScreen)
  const { progress, closable, value } = now
  const direction = t(`trade:${directionOf(order)}`)
  const ends = endsOnAnotherDay(order) ? t('trade:endsAt', { time: format.dateTime(order.dueAt) }) : null
  const stake = briefText(format, order.currency, moneyOf(order).stake)
  return (
    <div ref={frame} className="relative grid gap-2.5 border-b border-rule py-3">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <OrderCoin order={order} />
        <OrderName order={order} {...(ends !== null && { when: ends })} />
        <span className="ms-auto text-end">
          <Countdown
            untilMs={order.dueAt}
            now={serverNow}
            most={runningSeconds(order)}
            onEnd={onEnd}
            label={t('timeLeft', { order: order.pair })}
            size="small"
          />
        </span>
      </span>
      <Progress label={t('trade:progress')} share={progress} thin />
      <span className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13">
        <span className="min-w-0 flex-1 basis-40">
          <StandsNow order={order} now={now} />
          {closable && (
            <span className="block text-12 text-ink-2">
              {t('trade:worthNow')}{' '}
              <bdi dir="ltr" className="font-medium text-ink">
                {value === null ? '—' : `${amountText(format, order.currency, value)} ${order.currency}`}
              </bdi>
            </span>
          )}
          {value !== null && (
            <span className="block text-12 text-ink-3">
              {t('trade:closeCost', { margin: ltr(shareText(order.marginPpm, 1)) })}
            </span>
          )}
        </span>
        {/* Above the button that covers the row. */}
        {closable && isOnScreen && (
          <span className="relative z-[1]">
            <CloseEarly order={order} closable={closable} size="small" />
          </span>
        )}
      </span>
      {/* Covers the row without becoming its parent, so that the row's figures do not become the button's name. */}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('trade:openOrderName', { direction, amount: stake, currency: order.currency })}
        onClick={() => openTradeSheet({ kind: 'countdown', orderId: order.orderId })}
        className="absolute inset-0 -outline-offset-2!"
      />
    </div>
  )
}

/**
 * The order's result in a word: at the price of the value beside it, so that the two never contradict each other, and
 * without a value at the current price. Near its line the word rests, while the value moves.
 */
function StandsNow({ order, now }: { order: OrderItem; now: OpenOrderNow }) {
  const { t } = useTranslation('trade')
  const { list, stale } = useMarket('all')
  const [wasNear, setWasNear] = useState(false)
  const current = stale ? undefined : list?.find((one) => one.pid === order.pid)?.price
  const price = now.valuedAt ?? current
  const end = price === undefined ? null : endNow(order, price)
  if (order.entryPrice === null) return <span className="text-ink-2">{t('entering')}</span>
  if (!end) return null
  const standing = standingOf({ ...now, outcome: end.outcome }, wasNear)
  if ((standing === 'near') !== wasNear) setWasNear(!wasNear)
  const words = { won: t('winning'), lost: t('losing'), tied: t('level'), near: t('nearLine') }
  return <span className={`font-semibold ${TONES[standing]}`}>{words[standing]}</span>
}

const TONES = { won: 'text-up', lost: 'text-down', tied: 'text-ink-2', near: 'text-ink-2' }
