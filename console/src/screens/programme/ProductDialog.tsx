import { useState } from 'react'
import { NumericField } from '@tickmark/ui/form/NumericField.tsx'
import { SwitchRow } from '@tickmark/ui/form/SwitchRow.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ProposeDialog } from '../../kit/proposals/ProposeDialog.tsx'
import { percentOf, upperOf, type ProductVersion } from './productVersion.ts'

interface ProductDialogProps {
  open: boolean
  onClose: () => void
  /** The version that prefills the form. */
  from: ProductVersion
}

/** Proposes a product’s next version; running orders keep theirs. */
export function ProductDialog({ open, onClose, from }: ProductDialogProps) {
  const { t } = useTranslation('programme')
  const [least, setLeast] = useState(from.least)
  const [most, setMost] = useState(from.most)
  const [upper, setUpper] = useState(() => percentOf(upperOf(from)))
  const [fee, setFee] = useState(from.serviceCharge)
  const [isOpen, setIsOpen] = useState(from.isOpen)
  return (
    <ProposeDialog
      open={open}
      onClose={onClose}
      title={t('askProduct', { title: from.title })}
      kind="hosting.product"
      payload={productOf(from, { least, most, upper, fee, isOpen })}
    >
      <NumericField look="box" label={t('least')} suffix="USDT" value={least} onChange={setLeast} />
      <NumericField look="box" label={t('most')} suffix="USDT" value={most} onChange={setMost} />
      <NumericField look="box" decimals={4} label={t('upper')} suffix="%" value={upper} onChange={setUpper} />
      <NumericField look="box" decimals={4} label={t('exitFee')} suffix="%" value={fee} onChange={setFee} />
      <SwitchRow label={t('isOpen')} checked={isOpen} onChange={setIsOpen} />
    </ProposeDialog>
  )
}

interface ProductForm {
  least: string
  most: string
  /** In percent, as the fee. */
  upper: string
  fee: string
  isOpen: boolean
}

/** The payload of the version after `from`; null while a field is empty. */
export function productOf(from: ProductVersion, { least, most, upper, fee, isOpen }: ProductForm) {
  if ([least, most, upper, fee].includes('')) return null
  return {
    mid: from.mid,
    after: from.version,
    days: from.period,
    least,
    most,
    upperPpm: Math.round(Number(upper) * 10_000),
    exitFeePpm: Math.round(Number(fee) * 10_000),
    isOpen,
  }
}
