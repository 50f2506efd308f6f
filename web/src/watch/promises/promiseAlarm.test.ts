import { expect, test } from 'vitest'
import { alarmAbout, type PromiseAlarm } from './promiseAlarm.ts'

test('an order has its own alarm, and not that of another', () => {
  const alarms: PromiseAlarm[] = [
    { order: 'one', trouble: 'overdue', evidence: null },
    { order: 'other', trouble: 'signature', evidence: {} },
  ]
  expect(alarmAbout('other', alarms)).toBe(alarms[1])
  expect(alarmAbout('third', alarms)).toBeUndefined()
})
