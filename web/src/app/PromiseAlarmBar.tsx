import { PromiseTroubleText } from '../components/PromiseTroubleText.tsx'
import type { PromiseAlarm } from '../watch/promises/promiseAlarm.ts'

/** Above every screen: the worst problem with the house's promises. */
export function PromiseAlarmBar({ alarm }: { alarm: PromiseAlarm }) {
  return <PromiseTroubleText alarm={alarm} isNamed className="px-5 py-2.5" />
}
