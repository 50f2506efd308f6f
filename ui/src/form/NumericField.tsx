import { normaliseDecimal } from './digits.ts'
import { Field, type FieldProps } from './Field.tsx'

export interface NumericFieldProps extends Omit<FieldProps, 'inputMode' | 'type' | 'dir' | 'mono'> {
  /** Decimal places that the user may type; 0 allows whole numbers only. */
  decimals?: number
  /** Called when a typed or pasted number has more places and was not accepted. */
  onTooPrecise?: () => void
}

/**
 * An amount as a plain decimal string ("12.5", "" while empty). Accepts Arabic-Indic digits and ٫; refuses anything
 * else.
 */
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
