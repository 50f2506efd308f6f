import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import type { HostingItem } from '@tickmark/wire/schemas/arbitrage'
import { useStore } from '@tickmark/client/observable.ts'
import { PromiseTroubleText } from '../../../components/PromiseTroubleText.tsx'
import { promiseAlarms } from '../../../watch/promises/promiseAlarm.ts'
import { When } from '../../../components/When.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'
import { ExitEarly } from './ExitEarly.tsx'

interface HostingCardProps {
  item: HostingItem
  onDays: () => void
}

/** One hosting order with all its fields. */
export function HostingCard({ item, onDays }: HostingCardProps) {
  const { t } = useTranslation('arbitrage')
  const { usdt } = useArbitrageTexts()
  const title = t('product', { count: item.period })
  const isRunning = item.status === 1
  return (
    <article className="border-b border-rule py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="text-15 font-semibold">
          {title} <span className="font-normal text-ink-2">{usdt(item.orderMoney)}</span>
        </h3>
        <Badge tone={isRunning ? 'good' : 'plain'}>{t(`orders.badge.${isRunning ? 1 : 2}`)}</Badge>
      </div>
      <p className="pt-1 pb-2 text-12 text-ink-2">
        <Outcome item={item} />
      </p>
      <HostingTrouble order={item.orderNumber} />
      {isRunning && (
        <Progress label={t('orders.passed')} share={item.profitDays / item.period} tone="brand" thin />
      )}
      <div className="pt-2">
        <Fields item={item} />
      </div>
      <div className="flex flex-wrap gap-2 pt-1">
        <Button tone="quiet" size="small" onClick={onDays} aria-haspopup="dialog">
          {t('orders.days')}
        </Button>
        {isRunning && <ExitEarly item={item} />}
      </div>
    </article>
  )
}

/** The problem with the house's promise about this order, if any. */
function HostingTrouble({ order }: { order: string }) {
  const alarm = useStore(promiseAlarms).find((one) => one.order === order)
  return alarm ? <PromiseTroubleText alarm={alarm} className="mb-3 rounded-3 px-4 py-3" /> : null
}

/** The coming payout and its time, or the order's end. */
function Outcome({ item }: { item: HostingItem }) {
  const { t } = useTranslation('arbitrage')
  const { usdt, time } = useArbitrageTexts()
  if (item.status !== 1) return t(item.isEarly ? 'orders.endedEarly' : 'orders.endedInTime')
  return t('orders.givesBack', { sum: usdt(item.orderMoney), time: time(item.expireTime) })
}

function Fields({ item }: { item: HostingItem }) {
  const { t } = useTranslation('arbitrage')
  const { usdt, fine } = useArbitrageTexts()
  return (
    <Ledger>
      <LedgerRow tight label={t('orders.period')}>
        {t('product', { count: item.period })}
      </LedgerRow>
      <LedgerRow tight label={t('orders.profitDays')}>
        {String(item.profitDays)}
      </LedgerRow>
      <LedgerRow tight label={t('total')}>
        {fine(item.totArbitrage)}
      </LedgerRow>
      <LedgerRow tight label={t('orders.start')}>
        <When atMs={item.createTime} />
      </LedgerRow>
      <LedgerRow tight label={t('orders.expiry')}>
        <When atMs={item.expireTime} />
      </LedgerRow>
      <LedgerRow tight label={t('orders.amount')}>
        {usdt(item.orderMoney)}
      </LedgerRow>
      {item.status !== 1 && (
        <>
          <LedgerRow tight label={t('orders.redeemed')}>
            {usdt(item.redeemMoney)}
          </LedgerRow>
          <LedgerRow tight label={t('orders.deducted')}>
            {usdt(item.deductionMoney)}
          </LedgerRow>
        </>
      )}
      <LedgerRow tight label={t('orders.number')} mono>
        <bdi dir="ltr">{item.orderNumber}</bdi>
      </LedgerRow>
    </Ledger>
  )
}
