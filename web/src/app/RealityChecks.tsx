import type { UserEvent } from '@tickmark/wire/live/socket'
import { Suspense, useEffect, useState } from 'react'
import { onUserEvent } from '../live/userEvents.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { late } from '../i18n/late.ts'

type Check = Extract<UserEvent, { event: 'reality_check' }>

const RealityCheck = late(() =>
  import('../features/limits/RealityCheck.tsx').then((module) => module.RealityCheck),
)

/** Interval between checks whether other sheets and dialogs are closed. */
const LOOK_MS = 500

/**
 * Opens the reality check after each hour of use. Never over an open sheet or dialog: the user could lose it or answer
 * by mistake.
 */
export function RealityChecks() {
  const [check, setCheck] = useState<Check | null>(null)
  const [state, setState] = useState<'waiting' | 'open' | 'closing'>('waiting')

  useEffect(
    () =>
      onUserEvent((event) => {
        if (event.event !== 'reality_check') return
        setCheck(event)
        setState((now) => (now === 'open' ? now : 'waiting'))
      }),
    [],
  )

  useEffect(() => {
    if (!check || state !== 'waiting') return
    const look = () => !document.querySelector('[role=dialog], [role=alertdialog]') && setState('open')
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [check, state])

  if (!check || state === 'waiting') return null
  return (
    // If the check fails, it is omitted and the screen still works.
    <ErrorBoundary quiet>
      <Suspense fallback={null}>
        <RealityCheck
          check={check}
          open={state === 'open'}
          onClose={() => setState('closing')}
          onClosed={() => setCheck(null)}
        />
      </Suspense>
    </ErrorBoundary>
  )
}
