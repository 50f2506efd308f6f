import { useEffect } from 'react'
import { PromiseTroubleText } from '../../../components/PromiseTroubleText.tsx'
import { useStore } from '@tickmark/client/observable.ts'
import { followPromises } from '../../../watch/promises/followPromises.ts'
import { alarmAbout, promiseAlarms } from '../../../watch/promises/promiseAlarm.ts'

/** A problem with the house's promise, shown on the order. */
export function PromiseLine({ orderId }: { orderId: string }) {
  const alarm = alarmAbout(orderId, useStore(promiseAlarms))
  useEffect(() => void followPromises(), [])
  return alarm ? <PromiseTroubleText alarm={alarm} className="mt-3 rounded-3 px-4 py-3" /> : null
}
