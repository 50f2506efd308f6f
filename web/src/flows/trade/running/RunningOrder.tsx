import { CLOSE_UNTIL_S } from '@tickmark/core/orders/orders'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { amountText, levelText, priceText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import {
  directionOf,
  endsOnAnotherDay,
  levelOf,
  moneyOf,
  runningSeconds,
  type OrderItem,
} from '../../../entities/orderState.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Countdown } from '@tickmark/ui/text/Countdown.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { CloseEarly } from './CloseEarly.tsx'
import { useOrderNow } from './useOrderNow.ts'

/** Time left, the relevant prices, and the result if it settled now. */
export function RunningOrder({ order, onEnd }: { order: OrderItem; onEnd: () => void }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const { progress, end } = useOrderNow(order)
  const direction = directionOf(order)
  const level = levelOf(order)
  const money = moneyOf(order)
  return (
    <>
      <div className="pt-4 pb-4 text-center">
        <Countdown
          untilMs={order.dueAt}
          now={serverNow}
          most={runningSeconds(order)}
          onEnd={onEnd}
          label={t('timeLeft')}
        />
        {endsOnAnotherDay(order) && (
          <p className="pt-1 text-13 text-ink-2">{t('endsAt', { time: format.dateTime(order.dueAt) })}</p>
        )}
      </div>
      <Progress label={t('progress')} share={progress} />
      <div className="pt-3">
        <Ledger>
          <LedgerRow label={t('entryPrice')}>
            <bdi dir="ltr">
              {order.entryPrice === null ? '—' : priceText(format, order.pid, order.entryPrice)}
            </bdi>
          </LedgerRow>
          <LedgerRow label={direction === 'up' ? t('winsAbove') : t('winsBelow')}>
            <bdi dir="ltr">{level === null ? '—' : levelText(format, order.pid, level, direction)}</bdi>
          </LedgerRow>
          <LedgerRow label={t('ifItEndedNow')}>
            <bdi dir="ltr" className={end ? TONES[end.outcome] : 'text-ink-3'}>
              {end ? `${amountText(format, order.currency, end.net, true)} ${order.currency}` : '—'}
            </bdi>
          </LedgerRow>
          <LedgerRow label={t('escrow')} last>
            <span className="inline-flex items-center gap-1.5">
              <bdi dir="ltr">{`${amountText(format, order.currency, money.payout)} ${order.currency}`}</bdi>
              <span className="inline-flex items-center rounded-full bg-up-wash px-1.5 py-0.5 text-11 text-up">
                <Icon name="check" size={13} />
                {t('funded')}
              </span>
            </span>
          </LedgerRow>
        </Ledger>
      </div>
    </>
  )
}

const TONES = { won: 'text-up', lost: 'text-down', tied: '' }

/** Buttons to close early, when the rules allow it, or to keep the order. */
export function RunningActions({ order, onKeep }: { order: OrderItem; onKeep: () => void }) {
  const { t } = useTranslation('trade')
  const { phase, secondsLeft } = useOrderNow(order)
  const closable = phase === 'running' && secondsLeft > CLOSE_UNTIL_S
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <CloseEarly order={order} closable={closable} />
      <Button onClick={onKeep}>{t('keep')}</Button>
    </div>
  )
}
