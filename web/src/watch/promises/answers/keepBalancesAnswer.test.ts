import { assert } from '@tickmark/core/assert'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reply } from '../../../api/api.ts'
import { openDevice } from '../../device.testing.ts'
import { OWNER, toyOwed } from '../judged/toyOwed.testing.ts'

const { format: _, keys, ...shown } = toyOwed()

let device: ReturnType<typeof openDevice>
beforeEach(() => {
  device = openDevice({})
  device.visit()
  device.disk.set('houseKeys', JSON.stringify(keys))
})
afterEach(() => device.close())

test('a sound proof of balances under a head that no proof connects with the watched log is neither shown nor kept', async () => {
  const { keepBalancesAnswer, owedIn } = await import('./keepBalancesAnswer.ts')
  const { newestBalances } = await import('../kept/balancesStore.ts')
  const { promiseAlarms } = await import('../promiseAlarm.ts')
  const owed = await owedIn(toyOwed())
  assert(owed, 'the house owes something')
  const { balances, entry } = owed
  const signed = { ...shown, until: entry.until } as NonNullable<Reply<'getSignedBalances'>['signed']>
  expect(await keepBalancesAnswer({ signed }, { owner: OWNER, stated: async () => balances })).toBeNull()
  expect([await newestBalances(OWNER), promiseAlarms.get()]).toEqual([null, []])
})
