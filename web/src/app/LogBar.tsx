import { Suspense } from 'react'
import { useWatchState } from '../watch/watchState.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { overlay } from './overlay.ts'

const LogAlarm = overlay(() => import('./LogAlarm.tsx').then((module) => module.LogAlarm))

/** Above every screen: what is wrong with the public log. Its code loads with the first alarm. */
export function LogBar() {
  const { alarm } = useWatchState()
  if (!alarm) return null
  return (
    <ErrorBoundary quiet>
      <Suspense fallback={null}>
        <LogAlarm alarm={alarm} />
      </Suspense>
    </ErrorBoundary>
  )
}
