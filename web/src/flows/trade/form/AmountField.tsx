import { parseAmount } from '@tickmark/core/money/money'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { MoneyField } from '../../../components/MoneyField.tsx'
import { coinColour } from '../../../format/coinColour.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { RadioList } from '@tickmark/ui/form/RadioList.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { largestStake, quickAmounts } from './orderForm.ts'
import { useProblemText } from './problemText.ts'
import type { OrderFormState } from './useOrderForm.ts'

/** The amount with currency, Max, quick amounts, and its error. */
export function AmountField({ state }: { state: OrderFormState }) {
  const { t } = useTranslation('trade')
  const problemText = useProblemText()
  const [choosing, setChoosing] = useState(false)
  const { form, change, currency, balance } = state
  const code = currency?.name ?? 'USDT'
  const least = currency && parseAmount(currency.least)
  const most = currency && parseAmount(currency.most)
  const wrong =
    form.amount === '' && !state.tried ? undefined : state.problems.find((one) => one.code !== 'no_offer')

  function take(value: string) {
    change({ field: 'amount', value })
  }

  function max() {
    if (balance === null || most === null || !currency) return
    take(largestStake(balance, most, currency.shown))
  }

  return (
    <div className="pt-4">
      <MoneyField
        label={t('amount')}
        code={code}
        value={form.amount}
        onChange={take}
        available={balance}
        onMax={max}
        error={wrong && problemText(wrong, code)}
        choice={
          <button
            type="button"
            onClick={() => setChoosing(true)}
            aria-label={t('payWithNow', { currency: code })}
            aria-haspopup="dialog"
            className="flex min-h-11 flex-none items-center gap-1 font-medium text-ink-2"
          >
            {code}
            <Icon name="chevronDown" size={16} />
          </button>
        }
      />
      {least !== null && (
        <div role="group" aria-label={t('quickAmounts')} className="flex gap-2 pt-1">
          {quickAmounts(least).map((amount) => (
            <button
              key={amount}
              type="button"
              onClick={() => take(amount)}
              className="min-h-11 min-w-0 flex-1 rounded-2 bg-well px-1 text-13 font-medium text-ink-2"
            >
              <bdi dir="ltr">{amount}</bdi>
            </button>
          ))}
        </div>
      )}
      <CurrencySheet state={state} open={choosing} onClose={() => setChoosing(false)} />
    </div>
  )
}

function CurrencySheet({
  state,
  open,
  onClose,
}: {
  state: OrderFormState
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const { currencies, currency, change } = state
  return (
    <Sheet open={open} onClose={onClose} title={t('payWith')}>
      <RadioList
        label={t('payWith')}
        value={currency?.currencyId ?? null}
        onChange={(value) => change({ field: 'currencyId', value })}
        onTap={onClose}
        choices={currencies.map((one) => ({
          value: one.currencyId,
          label: one.name,
          leading: <CoinIcon symbol={one.name} colour={coinColour(one.name)} size={32} />,
          note: t('between', { least: ltr(format.figure(one.least)), most: ltr(format.figure(one.most)) }),
        }))}
      />
    </Sheet>
  )
}
