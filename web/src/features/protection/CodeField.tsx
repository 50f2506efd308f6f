import { useTranslation } from '../../i18n/useTranslation.ts'
import { cleanCode } from '@tickmark/ui/form/code.ts'
import { Field } from '@tickmark/ui/form/Field.tsx'

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  /** The error message. */
  error: string | null
  /** Whether a recovery code is accepted too. */
  takesRecovery?: boolean
}

/** A field for the authenticator's current code. */
export function CodeField({ value, onChange, error, takesRecovery = false }: CodeFieldProps) {
  const { t } = useTranslation('wallet')
  return (
    <Field
      label={takesRecovery ? t('protection.codeOrRecovery') : t('protection.code')}
      value={value}
      onChange={(text) => onChange(cleanCode(text))}
      error={error}
      mono
      inputMode={takesRecovery ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      placeholder="123456"
    />
  )
}
