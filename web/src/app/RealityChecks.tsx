import type { UserEvent } from '@tickmark/wire/live/socket'
import { Suspense, useEffect, useState } from 'react'
import { onUserEvent } from '../live/userEvents.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { overlay } from './overlay.ts'

type Check = Extract<UserEvent, { event: 'reality_check' }>

const RealityCheck = overlay(() =>
  import('../features/limits/RealityCheck.tsx').then((module) => module.RealityCheck),
)

/** How often it is looked whether another sheet or dialog has closed. */
const LOOK_MS = 500

/** Opens the reality check of each hour of use; never over a sheet or a question, which would be lost or answered by mistake. */
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
    // One that fails is left out: it must not take the screen with it.
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
