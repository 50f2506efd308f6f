import { useTranslation } from '../../i18n/useTranslation.ts'
import { cleanCode } from '@tickmark/ui/form/code.ts'
import { Field } from '@tickmark/ui/form/Field.tsx'

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  /** What is wrong with it, in words. */
  error: string | null
  /** A recovery code will do as well. */
  takesRecovery?: boolean
}

/** The code that the authenticator shows now. */
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
