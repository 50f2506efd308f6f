import { normaliseDecimal } from './digits.ts'
import { Icon } from './Icon.tsx'
import { useWords } from './words.tsx'

export interface NumberPadProps {
  /** Accessible name of the pad. */
  label: string
  value: string
  onChange: (value: string) => void
  decimals?: number
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'delete'] as const

/** The on-screen keyboard for a read-only amount. A key that would make the amount wrong does nothing. */
export function NumberPad({ label, value, onChange, decimals = 8 }: NumberPadProps) {
  const words = useWords()

  function press(key: (typeof KEYS)[number]) {
    if (key === 'delete') return onChange(value.slice(0, -1))
    const next = normaliseDecimal(value === '0' && key !== '.' ? key : value + key, decimals)
    if (next !== null) onChange(next)
  }

  return (
    <div role="group" aria-label={label} dir="ltr" className="grid grid-cols-3 gap-1.5">
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          disabled={key === '.' && decimals === 0}
          aria-label={key === 'delete' ? words.deleteDigit : key === '.' ? words.decimalPoint : undefined}
          onClick={() => press(key)}
          className="grid min-h-[52px] place-items-center rounded-2 text-24 font-medium transition-colors duration-120 active:bg-well disabled:opacity-0"
        >
          {key === 'delete' ? <Icon name="backspace" size={24} /> : key}
        </button>
      ))}
    </div>
  )
}
