import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endPush, pushState, type PushState, startPush } from '../../push.ts'
import { SwitchRow } from '../../ui/SwitchRow.tsx'

/** Whether this browser tells of messages while the page is closed. The permission is asked for on the user's own touch. */
export function PushSwitch({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation('messages')
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(false)

  useEffect(() => {
    let isGone = false
    void pushState()
      .catch(() => 'unsupported' as const)
      .then((now) => !isGone && setState(now))
    return () => {
      isGone = true
    }
  }, [])

  async function change(isOn: boolean) {
    setBusy(true)
    setProblem(false)
    try {
      if (!isOn) await endPush()
      setState(isOn ? await startPush(pushKey) : 'off')
    } catch {
      setProblem(true)
      setState(await pushState().catch(() => 'off' as const))
    }
    setBusy(false)
  }

  if (state === null) return null
  return (
    <>
      <SwitchRow
        label={t('push.label')}
        note={t(`push.${state}`)}
        checked={state === 'on'}
        disabled={busy || state === 'unsupported' || state === 'denied'}
        onChange={(isOn) => void change(isOn)}
      />
      <p role="alert" className="text-12 font-medium text-wrong">
        {problem && t('push.failed')}
      </p>
    </>
  )
}
