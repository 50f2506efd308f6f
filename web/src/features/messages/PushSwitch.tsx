import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { PushState } from '../../browser/push.ts'
import { SwitchRow } from '@tickmark/ui/form/SwitchRow.tsx'
import { FixedRow } from './FixedRow.tsx'

const push = () => import('../../browser/push.ts')

/** Turns push messages of this browser on or off. The permission prompt needs the user's tap. */
export function PushSwitch({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation('messages')
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(false)

  useEffect(() => {
    let isGone = false
    void push()
      .then((one) => one.pushState())
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
      const { startPush, endPush } = await push()
      if (!isOn) await endPush()
      setState(isOn ? await startPush(pushKey) : 'off')
    } catch {
      setProblem(true)
    }
    setBusy(false)
  }

  if (state === null) return null
  if (state === 'unsupported' || state === 'denied') {
    return <FixedRow label={t('push.label')} note={t(`push.${state}`)} />
  }
  return (
    <>
      <SwitchRow
        label={t('push.label')}
        note={t(`push.${state}`)}
        checked={state === 'on'}
        disabled={busy}
        onChange={(isOn) => void change(isOn)}
      />
      <p role="alert" className="text-12 font-medium text-wrong">
        {problem && t('push.failed')}
      </p>
    </>
  )
}
