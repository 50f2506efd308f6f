import { useState } from 'react'
import { cx } from '../base/cx.ts'

export interface PriceProps {
  /** Compared with the previous value to choose the flash's colour; a number or units. */
  value: bigint | number
  /** The formatted price: "67,412.50". */
  text: string
  /** The price is stale: grey and without a flash. Show its time beside it. */
  stale?: boolean
  className?: string
}

/** A live figure that flashes in the up or down colour when it changes. Never announced. */
export function Price({ value, text, stale = false, className }: PriceProps) {
  const [seen, setSeen] = useState<{ value: bigint | number; turn: number; wash: string }>({
    value,
    turn: 0,
    wash: '',
  })
  if (value !== seen.value) {
    setSeen({ value, turn: seen.turn + 1, wash: value > seen.value ? 'wash-up' : 'wash-down' })
  }
  return (
    <bdi
      key={seen.turn}
      dir="ltr"
      className={cx(
        'inline-block justify-self-start rounded-[4px]',
        stale ? 'text-ink-3' : seen.wash,
        className,
      )}
    >
      {text}
    </bdi>
  )
}
