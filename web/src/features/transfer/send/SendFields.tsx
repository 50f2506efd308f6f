import type { Currency } from '@tickmark/core/money/currencies'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { MoneyField } from '../../../components/MoneyField.tsx'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { PasteAction } from '@tickmark/ui/form/PasteAction.tsx'
import { sendFaults } from './sendFaults.ts'
import { SendSums } from './SendSums.tsx'
import { amountOf } from './sendForm.ts'
import { useSendProblemText } from './sendProblemText.ts'
import type { Network } from '../parts/useNetworks.ts'
import type { SendFormState } from './useSendForm.ts'

export interface SendPartProps {
  state: SendFormState
  currency: Currency
  network: Network
}

/** Address, amount, network fee, and the errors of each. */
export function SendFields({ state, currency, network }: SendPartProps) {
  const { t } = useTranslation('transfer')
  const problemText = useSendProblemText(currency, network)
  const { form, change } = state
  const faults = sendFaults(state)
  const addressProblem = faults.address && problemText(faults.address)
  return (
    <>
      <Field
        label={t('send.address')}
        value={form.address}
        onChange={(value) => change({ field: 'address', value })}
        mono
        autoComplete="off"
        enterKeyHint="next"
        placeholder={network.addresses === 'evm' ? '0x…' : 'T…'}
        hint={t('send.addressHint', { network: network.name })}
        error={addressProblem ?? faults.addressRefusal}
        actions={<PasteAction onPaste={(value) => change({ field: 'address', value })} />}
        className="pt-5"
      />
      <Amount state={state} currency={currency} network={network} />
      <SendSums state={state} currency={currency} network={network} />
    </>
  )
}

function Amount({ state, currency, network }: SendPartProps) {
  const { t } = useTranslation('transfer')
  const problemText = useSendProblemText(currency, network)
  const { form, change, available, balance } = state
  const faults = sendFaults(state)

  return (
    <div className="pt-5">
      <MoneyField
        label={t('trade:amount')}
        code={currency.code}
        value={form.amount}
        onChange={(value) => change({ field: 'amount', value })}
        available={available}
        onMax={() => void state.max()}
        suffix={currency.code}
        hint={balance.data && <Worth state={state} available={balance.data} />}
        error={(faults.amount && problemText(faults.amount)) ?? faults.amountRefusal}
      />
    </div>
  )
}

interface WorthProps {
  state: SendFormState
  available: { available: string; value: string }
}

/** The value of the typed amount, or of the whole balance while nothing is typed, at the balance's price. */
function Worth({ state, available }: WorthProps) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const [all, worth] = [parseAmount(available.available), parseAmount(available.value)]
  const amount = amountOf(state.form)
  const share = all !== null && all > 0n && worth !== null && amount !== null ? (worth * amount) / all : null
  const value = share === null ? available.value : formatAmount(share)
  const text = ltr(`$${format.figure(value, { decimals: 2 })}`)
  return <>{share === null ? t('send.allWorth', { value: text }) : t('send.worth', { value: text })}</>
}
