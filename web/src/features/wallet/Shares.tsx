import { ShareBar } from '@tickmark/ui/chart/ShareBar.tsx'
import type { WalletItem } from './CurrencyList.tsx'

/** How the whole is shared between the currencies; nothing while there is nothing. */
export function Shares({ items }: { items: readonly WalletItem[] }) {
  const parts = items.map((one) => ({ key: one.name, weight: Number(one.value), colour: one.colour }))
  if (parts.every((part) => part.weight === 0)) return null
  return (
    <div className="pt-4">
      <ShareBar parts={parts} />
    </div>
  )
}
