import { parseAmount } from '@tickmark/core/money/money'
import type { UserEvent } from '@tickmark/wire/live/socket'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { useMinutesText } from './valueText.ts'

interface RealityCheckProps {
  check: Extract<UserEvent, { event: 'reality_check' }>
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** After an hour of use: today's time and result, without judgement or request. */
export function RealityCheck({
  check: { minutes, net, orders },
  open,
  onClose,
  onClosed,
}: RealityCheckProps) {
  const { t } = useTranslation('limits')
  const format = useFormat()
  const minutesText = useMinutesText()

  function takeBreak() {
    onClose()
    go(hrefTo.limits('break'))
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t('reality.title')}
      footer={
        <div className="flex flex-wrap gap-2.5">
          <Button tone="quiet" className="flex-1" onClick={takeBreak}>
            {t('break.title')}
          </Button>
          <Button className="flex-1" onClick={onClose}>
            {t('reality.goOn')}
          </Button>
        </div>
      }
    >
      <p className="pb-2 text-13 text-ink-2">{t('reality.detail')}</p>
      <Ledger>
        <LedgerRow label={t('reality.time')}>{minutesText(minutes)}</LedgerRow>
        <LedgerRow label={t('reality.net')}>
          <bdi dir="ltr">{`${amountText(format, 'USDT', parseAmount(net) ?? 0n, true)} USDT`}</bdi>
        </LedgerRow>
        <LedgerRow label={t('reality.orders')} last>
          {orders}
        </LedgerRow>
      </Ledger>
    </Sheet>
  )
}
