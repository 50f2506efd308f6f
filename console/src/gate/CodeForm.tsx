import { useState } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

export interface CodeFormProps {
  label: string
  busy: boolean
  problem: string | null
  onCode: (code: string) => void
}

/** Six digits of the authenticator app. */
export function CodeForm({ label, busy, problem, onCode }: CodeFormProps) {
  const { t } = useTranslation('gate')
  const [code, setCode] = useState('')
  const digits = code.replaceAll(/\D/g, '')
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (digits.length === 6) onCode(digits)
      }}
    >
      <Field
        label={label}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        dir="ltr"
        error={problem}
      />
      <Button type="submit" size="medium" busy={busy} disabled={digits.length !== 6}>
        {t('confirm')}
      </Button>
    </form>
  )
}
