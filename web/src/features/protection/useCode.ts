import { CallFailed } from '@tickmark/client/callFailed.ts'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { problemOf } from '@tickmark/ui/form/code.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'

/** A typed code and its sending. A refusal stays beside the field, with the code as typed. */
export function useCode(takesRecovery: boolean, send: (code: string) => Promise<void>) {
  const { t } = useTranslation('wallet')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit() {
    if (busy) return
    const problem = problemOf(code, takesRecovery)
    if (problem) {
      const text = t(`protection.codeProblem.${problem}`)
      setError(text)
      return toast(text, { tone: 'wrong', isMistake: true })
    }
    setBusy(true)
    try {
      await send(code)
      setCode('')
      setError(null)
    } catch (failure) {
      // The toast has shown the reason; it also stays beside the field.
      setError(failure instanceof CallFailed ? failure.message : null)
    }
    setBusy(false)
  }

  return {
    busy,
    submit: () => void submit(),
    field: {
      value: code,
      error,
      onChange: (next: string) => {
        setCode(next)
        setError(null)
      },
    },
  }
}
