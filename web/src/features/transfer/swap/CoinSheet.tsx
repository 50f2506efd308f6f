import { parseAmount } from '@tickmark/core/money/money'
import { useState } from 'react'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { RadioList } from '@tickmark/ui/form/RadioList.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import type { WalletItem } from './useSwapForm.ts'

interface CoinSheetProps {
  title: string
  items: readonly WalletItem[]
  value: number
  open: boolean
  onChoose: (currencyId: number) => void
  onClose: () => void
}

/**
 * Choice of one of the wallet's currencies, each with its available balance. Arrow keys only mark a row: choosing it
 * would clear the amount, or exchange the two sides.
 */
export function CoinSheet({ title, items, value, open, onChoose, onClose }: CoinSheetProps) {
  const format = useFormat()
  const [marked, setMarked] = useState<number | null>(null)

  function close(currencyId = marked) {
    if (currencyId !== null) onChoose(currencyId)
    onClose()
  }

  return (
    <Sheet open={open} onClose={() => close()} onClosed={() => setMarked(null)} title={title}>
      <RadioList
        label={title}
        value={marked ?? value}
        onChange={setMarked}
        onTap={close}
        choices={items.map((one) => ({
          value: one.currencyId,
          label: one.name,
          name: one.name,
          note: one.alias === one.name ? undefined : one.alias,
          leading: <CoinIcon symbol={one.name} colour={one.colour} size={32} />,
          trailing: (
            <bdi dir="ltr" className="text-13 text-ink-2">
              {amountText(format, one.name, parseAmount(one.available) ?? 0n)}
            </bdi>
          ),
        }))}
      />
    </Sheet>
  )
}
