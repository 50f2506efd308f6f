import { TREASURY_KINDS, TREASURY_TARGETS } from '@tickmark/wire/routes/operators/treasury'
import { useState } from 'react'
import { NumericField } from '@tickmark/ui/form/NumericField.tsx'
import { Select } from '@tickmark/ui/form/Select.tsx'
import type { Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Money } from '../../kit/Figures.tsx'
import { ProposeDialog } from '../../kit/proposals/ProposeDialog.tsx'

type Kind = (typeof TREASURY_KINDS)[number]
type Target = (typeof TREASURY_TARGETS)[number]

interface FundForm {
  from: Kind
  to: Target
  currency: string
  amount: string
}

interface FundDialogProps {
  open: boolean
  onClose: () => void
  data: Reply<'consoleTreasury'>
}

/** Proposes to move the house’s own money between two of its accounts. */
export function FundDialog({ open, onClose, data }: FundDialogProps) {
  const { t } = useTranslation('treasury')
  const [from, setFrom] = useState<Kind>('inventory')
  const [to, setTo] = useState<Target>('bankroll')
  const [currency, setCurrency] = useState('USDT')
  const [amount, setAmount] = useState('')
  const form = { from, to, currency, amount }
  const source = sourceOf(data.accounts, form)
  const codes = [...new Set(data.accounts.filter(isOwn).map((one) => one.currency))]
  return (
    <ProposeDialog
      open={open}
      onClose={() => {
        setAmount('')
        onClose()
      }}
      title={t('move')}
      kind="treasury.fund"
      payload={fundOf(data.accounts, form)}
    >
      <Select
        label={t('column.currency')}
        value={currency}
        onChange={setCurrency}
        choices={codes.map((value) => ({ value, label: value }))}
      />
      <Select
        label={t('from')}
        value={from}
        onChange={setFrom}
        choices={TREASURY_KINDS.map((value) => ({ value, label: t(`account.${value}`) }))}
      />
      <Select
        label={t('to')}
        value={to}
        onChange={setTo}
        choices={TREASURY_TARGETS.map((value) => ({ value, label: t(`account.${value}`) }))}
      />
      <NumericField
        look="box"
        label={t('column.amount')}
        suffix={currency}
        value={amount}
        onChange={setAmount}
        hint={
          source && (
            <>
              {t('holds')} <Money amount={source.amount} code={source.currency} />
            </>
          )
        }
      />
    </ProposeDialog>
  )
}

type Account = Reply<'consoleTreasury'>['accounts'][number]

/** The payload that moves this sum; null while it is none, or the source does not exist. */
export function fundOf(accounts: readonly Account[], form: FundForm) {
  const { from, to, amount } = form
  const source = sourceOf(accounts, form)
  return source !== undefined && Number(amount) > 0
    ? { currencyId: source.currencyId, from, to, amount }
    : null
}

function sourceOf(accounts: readonly Account[], { from, currency }: FundForm): Account | undefined {
  return accounts.find((one) => isOwn(one) && one.kind === from && one.currency === currency)
}

/** Only the real book's money moves. */
function isOwn({ book }: Account): boolean {
  return book === 'real'
}
