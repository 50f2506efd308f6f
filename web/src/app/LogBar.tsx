import { Suspense } from 'react'
import { useStore } from '../state/observable.ts'
import { promiseAlarms } from '../watch/promises/promiseAlarm.ts'
import { useWatchState } from '../watch/watchState.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { overlay } from './overlay.ts'

const LogAlarm = overlay(() => import('./LogAlarm.tsx').then((module) => module.LogAlarm))
const PromiseAlarmBar = overlay(() =>
  import('./PromiseAlarmBar.tsx').then((module) => module.PromiseAlarmBar),
)

/** Above every screen: what is wrong with the public log, and with what the house promised. Its code loads with the first alarm. */
export function LogBar() {
  const { alarm } = useWatchState()
  const [worst] = useStore(promiseAlarms)
  if (!alarm && !worst) return null
  return (
    <ErrorBoundary quiet>
      <Suspense fallback={null}>
        {alarm && <LogAlarm alarm={alarm} />}
        {worst && <PromiseAlarmBar alarm={worst} />}
      </Suspense>
    </ErrorBoundary>
  )
}
