import { expect, test } from 'vitest'
import { moneyKey, newUser, setServer } from '../app/app.testing.ts'

const server = setServer()

test('money is hosted in a product and comes back less the fee of an early exit', async () => {
  const user = await newUser(() => server.url, 1)
  const book = { query: { book: '1' } }
  const overview = await user.get('/api/getBzIndexData', book)
  expect(overview.body).toMatchObject({ status: 200, data: { profit: '0', tgzMoney: '0' } })
  const info = await user.get('/api/getMoveInfo', { query: { book: '1', mid: '1' } })
  expect(info.body.data).toMatchObject({
    least: '100',
    most: '5000',
    dayYield: '0-0.0003',
    serviceCharge: '0.5',
  })
  const placed = await user.post('/api/orderConfirmation', {
    headers: moneyKey(),
    json: { book: 1, buyMoney: '250.5', mid: 1, version: 1, type: '0', userNum: '1' },
  })
  expect(placed.body).toMatchObject({ status: 200, data: { message: '250.5 USDT are hosted.' } })
  const list = await user.get('/api/getMyTgOrderList', { query: { book: '1', status: '1' } })
  expect(list.body.data).toMatchObject({
    total: 1,
    list: [{ orderMoney: '250.5', status: 1, profitDays: 0 }],
  })
  const { orderNum } = placed.body.data as { orderNum: string }
  const left = await user.post('/api/exitHosting', { headers: moneyKey(), json: { book: 1, orderNum } })
  expect(left.body.data).toMatchObject({ redeemMoney: '249.25', deductionMoney: '1.25' })
})
