import { Suspense } from 'react'
import { useStore } from '@tickmark/client/observable.ts'
import { promiseAlarms } from '../watch/promises/promiseAlarm.ts'
import { useWatchState } from '../watch/watchState.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { late } from '../i18n/late.ts'

const LogAlarm = late(() => import('./LogAlarm.tsx').then((module) => module.LogAlarm))
const PromiseAlarmBar = late(() => import('./PromiseAlarmBar.tsx').then((module) => module.PromiseAlarmBar))

/** Loads the code of the alarms in advance: a dishonest house could withhold it once there is an alarm. */
export async function preloadAlarms(): Promise<void> {
  await Promise.all([LogAlarm.load(), PromiseAlarmBar.load()])
}

/** Above every screen: problems with the public log, and with the house's promises. */
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
