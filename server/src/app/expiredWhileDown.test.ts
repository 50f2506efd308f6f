import { expect, test } from 'vitest'
import { movableClock } from '../platform/clock.testing.ts'
import { moneyKey, newUser, setServer, signIn, wallet } from './app.testing.ts'

const DAY_MS = 86_400_000
const clock = movableClock({ isStill: true })
const server = setServer({ clock })
const url = () => server.url

test('a hosting order that expired while the house was down is ended at its start', async () => {
  const user = await newUser(url, 1)
  const listed = async (status: '1' | '2') => {
    const { body } = await user.get('/api/getMyTgOrderList', { query: { book: '1', status } })
    return (body.data as { list: { orderNumber: string }[] }).list.map((one) => one.orderNumber)
  }
  const json = { buyMoney: '500', mid: 1, type: '0', userNum: '1', book: 1 }
  const { body } = await user.post('/api/orderConfirmation', { json, headers: moneyKey() })
  const { orderNumber } = body.data as { orderNumber: string }
  expect([await listed('1'), await listed('2')]).toEqual([[orderNumber], []])
  await server.restart(() => clock.advance(9 * DAY_MS))
  await signIn(user, wallet(1))
  // Nothing else may wake what ends orders, such as waiting for the server to be idle.
  await expect
    .poll(async () => [await listed('1'), await listed('2')], { timeout: 30_000 })
    .toEqual([[], [orderNumber]])
})
