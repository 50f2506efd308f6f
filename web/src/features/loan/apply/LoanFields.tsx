import { formatAmount } from '@tickmark/core/money/money'
import { LOAN } from '@tickmark/core/loans/terms'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { Chips } from '@tickmark/ui/form/Chips.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { NumericField } from '@tickmark/ui/form/NumericField.tsx'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { summary, type LoanForm } from './loanForm.ts'
import type { LoanFormState } from './useLoanForm.ts'

/** As on the server. */
const MOST = { name: 120, phone: 40, homeAddress: 300, idNumber: 40 }

/** The fields of an application except the photos, each with its error. */
export function LoanFields({ state }: { state: LoanFormState }) {
  const { t } = useTranslation('loans')
  const { form, change, keptId } = state
  const errorOf = useErrorOf(state)
  const field = (place: 'name' | 'phone' | 'homeAddress' | 'idNumber') => ({
    label: t(`field.${place}`),
    value: form[place],
    onChange: (value: string) => change({ [place]: value }),
    error: errorOf(place),
    maxLength: MOST[place],
    enterKeyHint: 'next' as const,
  })
  return (
    <>
      <div data-place="name">
        <Field {...field('name')} autoComplete="name" dir="auto" />
      </div>
      <div data-place="phone">
        <Field
          {...field('phone')}
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          dir="ltr"
          hint={t('field.phoneHint')}
        />
      </div>
      <div data-place="homeAddress">
        <Field {...field('homeAddress')} autoComplete="street-address" dir="auto" />
      </div>
      <div data-place="idNumber">
        <Field
          {...field('idNumber')}
          autoComplete="off"
          mono
          placeholder={keptId}
          hint={keptId === '' ? undefined : t('field.idKept', { number: ltr(keptId) })}
        />
      </div>
      <div data-place="amount">
        <AmountField state={state} error={errorOf('amount')} />
      </div>
      <Instalments state={state} error={errorOf('instalments')} />
    </>
  )
}

function AmountField({ state, error }: { state: LoanFormState; error: string | undefined }) {
  const { t } = useTranslation('loans')
  const range = useRange()
  return (
    <NumericField
      label={t('field.amount')}
      value={state.form.amount}
      onChange={(amount) => state.change({ amount })}
      decimals={2}
      placeholder="0"
      suffix="USDT"
      hint={t('field.amountHint', range)}
      error={error}
    />
  )
}

function Instalments({ state, error }: { state: LoanFormState; error: string | undefined }) {
  const { t } = useTranslation('loans')
  return (
    <div data-place="instalments" className="grid gap-1.5">
      <p aria-hidden="true" className="text-12 text-ink-2">
        {t('field.instalments')}
      </p>
      <Chips<string>
        label={t('field.instalments')}
        value={state.form.instalments}
        onChange={(instalments) => state.change({ instalments })}
        choices={LOAN.instalments.map((count) => ({ value: String(count), label: t('months', { count }) }))}
      />
      <p role="alert" className={error ? 'text-12 font-medium text-wrong' : 'hidden'}>
        {error}
      </p>
      <Parts form={state.form} />
    </div>
  )
}

/** The typed amount as monthly instalments. */
function Parts({ form }: { form: LoanForm }) {
  const { t } = useTranslation('loans')
  const format = useFormat()
  const schedule = summary(form, serverNow())
  const [first, last] = [schedule?.[0], schedule?.at(-1)]
  if (!schedule || !first || !last) return null
  const sum = (units: bigint) => ltr(`${format.figure(formatAmount(units), { decimals: 2 })} USDT`)
  return (
    <p className="text-13">
      {first.amount === last.amount
        ? t('parts.equal', { count: schedule.length, amount: sum(first.amount) })
        : t('parts.last', {
            count: schedule.length - 1,
            amount: sum(first.amount),
            last: sum(last.amount),
          })}
    </p>
  )
}

/** The error of a field: the server's refusal, or after a try to continue the page's own. */
function useErrorOf({ tried, faults, refusal }: LoanFormState) {
  const { t } = useTranslation('loans')
  const range = useRange()
  return (place: keyof LoanForm): string | undefined => {
    if (refusal?.place === place) return refusal.message
    const fault = faults.find((one) => one.place === place)
    return tried && fault ? t(fault.problem, range) : undefined
  }
}

/** The least and the greatest loan, as texts. */
export function useRange(): { least: string; most: string } {
  const format = useFormat()
  const text = (units: bigint) => ltr(format.figure(formatAmount(units), { decimals: 0 }))
  return { least: text(LOAN.least), most: text(LOAN.most) }
}
