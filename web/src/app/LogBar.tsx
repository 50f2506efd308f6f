import { Suspense } from 'react'
import { useStore } from '@tickmark/client/observable.ts'
import { promiseAlarms } from '../watch/promises/promiseAlarm.ts'
import { useWatchState } from '../watch/watchState.ts'
import { loadRestOfEnglish } from '../i18n/i18n.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { late } from '../i18n/late.ts'

const load = {
  log: () => import('./LogAlarm.tsx').then((module) => module.LogAlarm),
  promise: () => import('./PromiseAlarmBar.tsx').then((module) => module.PromiseAlarmBar),
}
const LogAlarm = late(load.log)
const PromiseAlarmBar = late(load.promise)

/** Loads the alarms' code before there is one: a house that has something to hide could refuse it then. */
export async function preloadAlarms(): Promise<void> {
  await Promise.all([load.log(), load.promise(), loadRestOfEnglish()])
}

/** Above every screen: what is wrong with the public log, and with what the house promised. */
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
