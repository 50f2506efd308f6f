import { normaliseDecimal } from './digits.ts'
import { Field, type FieldProps } from './Field.tsx'

export interface NumericFieldProps extends Omit<FieldProps, 'inputMode' | 'type' | 'dir' | 'mono'> {
  /** Decimal places that may be typed; 0 asks for whole numbers. */
  decimals?: number
  /** A number was typed or pasted that has more places than that; it was not taken. */
  onTooPrecise?: () => void
}

/** An amount as a plain decimal string ("12.5", "" while empty). Takes Arabic-Indic digits and ٫; refuses anything else. */
export function NumericField(props: NumericFieldProps) {
  const { decimals = 8, onChange, onTooPrecise, look = 'line', ...rest } = props
  return (
    <Field
      {...rest}
      look={look}
      dir="ltr"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      onChange={(text) => {
        const value = normaliseDecimal(text, decimals)
        if (value !== null) onChange(value)
        else if (normaliseDecimal(text, Infinity) !== null) onTooPrecise?.()
      }}
    />
  )
}
