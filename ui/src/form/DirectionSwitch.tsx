import { Arrow } from '../base/Arrow.tsx'
import { cx } from '../base/cx.ts'
import { Radios } from './radio.tsx'

export type Direction = 'up' | 'down'

export interface DirectionSwitchProps {
  label: string
  upLabel: string
  downLabel: string
  value: Direction
  onChange: (value: Direction) => void
}

/** The order sheet's choice of direction; ▲ and ▼ repeat the meaning of the colour. */
export function DirectionSwitch({ upLabel, downLabel, ...group }: DirectionSwitchProps) {
  return (
    <Radios
      {...group}
      choices={[
        { value: 'up', label: upLabel, name: upLabel },
        { value: 'down', label: downLabel, name: downLabel },
      ]}
      className="grid grid-cols-2 rounded-3 bg-well p-1"
      classOf={(checked, { value }) =>
        cx(
          'flex min-h-11 items-center justify-center gap-1.5 rounded-[12px] px-2 font-semibold',
          !checked ? 'text-ink-2' : value === 'up' ? 'bg-up text-sheet' : 'bg-down text-sheet',
        )
      }
    >
      {({ value, label }) => (
        <>
          <Arrow way={value} />
          <span>{label}</span>
        </>
      )}
    </Radios>
  )
}
