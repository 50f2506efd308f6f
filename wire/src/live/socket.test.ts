import { expect, test } from 'vitest'
import { RECONNECT_MS, RENEW_MS, SUBSCRIPTION_LIFE_MS } from './socket.ts'

test('a subscription ends after ten seconds, so that two lost renewals end none and a page is back before that', () => {
  expect([RENEW_MS, RECONNECT_MS, SUBSCRIPTION_LIFE_MS]).toEqual([3_000, 3_000, 10_000])
})
