import { memo } from 'react'

export interface CoinIconProps {
  /** "BTC": the page ships a mark for each coin and currency. */
  symbol: string
  /** The coin's own colour, from the product or currency: stands there until the mark has loaded. */
  colour: string
  size?: number
}

/** A coin's mark on a coloured disc. Decorative: the name stands beside it. */
export const CoinIcon = memo(function CoinIcon({ symbol, colour, size = 38 }: CoinIconProps) {
  return (
    <img
      src={`/coins/${symbol.toLowerCase()}.svg`}
      alt=""
      width={size}
      height={size}
      draggable={false}
      decoding="async"
      className="flex-none rounded-full"
      style={{ background: colour }}
    />
  )
})
