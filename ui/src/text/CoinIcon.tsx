import { memo } from 'react'

export interface CoinIconProps {
  /** At most five letters are drawn: "BTC". */
  symbol: string
  /** The coin's own colour, from the product or currency. */
  colour: string
  size?: number
}

/**
 * A coin as a coloured disc with its symbol; the same drawing as /coins/btc.svg. Decorative: the name stands beside it.
 */
export const CoinIcon = memo(function CoinIcon({ symbol, colour, size = 38 }: CoinIconProps) {
  const text = symbol.slice(0, 5)
  return (
    <svg
      viewBox="0 0 38 38"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      className="flex-none"
      direction="ltr"
    >
      <circle cx="19" cy="19" r="19" fill={colour} />
      <text
        x="19"
        y="19"
        dy="0.35em"
        textAnchor="middle"
        fill="var(--on-coin)"
        fontSize={text.length > 4 ? 9 : text.length > 3 ? 10 : 11}
        fontWeight={650}
      >
        {text}
      </text>
    </svg>
  )
})
