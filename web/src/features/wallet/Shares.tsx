import { ShareBar } from '@tickmark/ui/chart/ShareBar.tsx'
import { byValue } from './currencies.ts'
import type { WalletItem } from './CurrencyList.tsx'

/** Each currency’s share of the total, in the order of the list; nothing when the wallet is empty. */
export function Shares({ items }: { items: readonly WalletItem[] }) {
  const parts = byValue(items).map((one) => ({
    key: one.name,
    weight: Number(one.value),
    colour: one.colour,
  }))
  if (parts.every((part) => part.weight === 0)) return null
  return (
    <div className="pt-4">
      <ShareBar parts={parts} />
    </div>
  )
}
