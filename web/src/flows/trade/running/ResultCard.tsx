import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useDurationNames } from '../../../components/useDurationNames.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { directionOf } from '../../../entities/orderState.ts'
import { settledOrder } from '../../../live/settledOrder.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { useStore } from '@tickmark/client/observable.ts'
import { Arrow } from '@tickmark/ui/base/Arrow.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { CheckedLine } from './CheckedLine.tsx'
import { RepeatButton } from './RepeatButton.tsx'
import { ResultFigure } from './ResultFigure.tsx'

/**
 * The result of an order whose sheet is closed: slides up on any screen, above the page's footer. The order's receipt
 * says the same, so the card never covers it.
 */
export function ResultCard() {
  const { t } = useTranslation('trade')
  const durations = useDurationNames()
  const order = useStore(settledOrder)
  const isToldByPage = useLocation()[0] === (order && hrefTo.receipt(order.orderId))
  useEffect(() => {
    if (isToldByPage) close()
  }, [isToldByPage])
  if (!order || isToldByPage) return null
  const up = directionOf(order) === 'up'
  return (
    <section
      key={order.orderId}
      aria-label={t('result')}
      className="slide-up fixed inset-x-3 bottom-[calc(max(92px,var(--nav)+12px)+var(--strip)+env(safe-area-inset-bottom))] z-30 grid gap-3 rounded-3 border border-rule bg-sheet p-4 shadow-card md:start-auto md:end-6 md:bottom-[calc(1.5rem+var(--strip))] md:w-[380px]"
    >
      <div className="flex items-start justify-between gap-2">
        <p className="pt-1 text-13 text-ink-2">
          <bdi dir="ltr">{order.pair}</bdi>{' '}
          <span className={up ? 'text-up' : 'text-down'}>
            <Arrow way={up ? 'up' : 'down'} />
          </span>{' '}
          {up ? t('up') : t('down')} · {durations.orderName(order)}
        </p>
        <span className="-m-2.5">
          <IconButton icon="close" label={t('closeResult')} onClick={close} />
        </span>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <ResultFigure order={order} income={order.profit} />
        </div>
        <CheckedLine shown={order} />
      </div>
      <div className="grid gap-2 min-[22.5rem]:grid-cols-[auto_1fr]">
        <PlainLink
          href={hrefTo.receipt(order.orderId)}
          onGo={go}
          className="inline-flex min-h-11 items-center justify-center rounded-2 bg-ink px-4 text-13 font-semibold text-ground"
        >
          {t('receipt')}
        </PlainLink>
        <div className="untouched-at-first grid">
          <RepeatButton
            order={order}
            size="small"
            onRepeated={(orderId) => {
              close()
              go(hrefTo.openOrder(order.pid, orderId))
            }}
          />
        </div>
      </div>
    </section>
  )
}

function close(): void {
  settledOrder.set(null)
}
