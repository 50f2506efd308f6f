import { useId } from 'react'
import { Arrow } from '../base/Arrow.tsx'
import { cx } from '../base/cx.ts'
import { Radio } from './radio.tsx'

export type Direction = 'up' | 'down'

export interface DirectionSwitchProps {
  label: string
  upLabel: string
  downLabel: string
  value: Direction
  onChange: (value: Direction) => void
}

/** The order sheet's choice of direction; ▲ and ▼ repeat the meaning of the colour. */
export function DirectionSwitch({ label, upLabel, downLabel, value, onChange }: DirectionSwitchProps) {
  const group = useId()
  const sides = [
    { value: 'up' as const, text: upLabel, on: 'bg-up text-sheet' },
    { value: 'down' as const, text: downLabel, on: 'bg-down text-sheet' },
  ]
  return (
    <div role="radiogroup" aria-label={label} className="grid grid-cols-2 rounded-3 bg-well p-1">
      {sides.map((side) => (
        <Radio
          key={side.value}
          group={group}
          choice={{ value: side.value, label: side.text, name: side.text }}
          checked={side.value === value}
          onChange={onChange}
          className={cx(
            'flex min-h-11 items-center justify-center gap-1.5 rounded-[12px] px-2 font-semibold',
            side.value === value ? side.on : 'text-ink-2',
          )}
        >
          <Arrow way={side.value} />
          <span>{side.text}</span>
        </Radio>
      ))}
    </div>
  )
}
