import { checkFiles } from '@tickmark/verify/check'
import { nodeCrypto } from '@tickmark/verify/crypto/nodeCrypto'
import { run } from '@tickmark/verify/main'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../support/house/cheatingHouse.ts'
import { newWatcher } from '../support/house/watchers.ts'
import { HONEST, judgeAll, placeWinners } from '../support/house/winners.ts'

const house = setCheatingHouse()

test('texts signed before a change of the log’s key are verified with the keys published after it', async () => {
  const watcher = newWatcher(house)
  expect(await watcher.look()).toMatchObject({ kind: 'fine' })
  const [winner] = await placeWinners(house, 1)
  if (!winner) throw new Error('there is an order')
  await house.pass(67)
  expect(await judgeAll(house, [winner])).toEqual(HONEST)
  const receipt = await winner.owner.receipt(winner.orderId)
  await house.stop()
  const former = Buffer.from(house.keys.logKey).toString('hex')
  house.changeKeys({ logKey: randomBytes(32).toString('hex'), formerLogKey: former })
  await house.start()
  await house.pass(2)
  expect(await watcher.look()).toMatchObject({ kind: 'fine' })
  const published = await (await fetch(`${house.url}/api/getLogHead`)).text()
  const present = await (await fetch(`${house.url}/config.json`)).text()
  const failed = (keys: string) => {
    const report = checkFiles({ receipt, keys }, nodeCrypto)
    return report.readable ? report.steps.flatMap(({ name, ok }) => (ok ? [] : [name])) : [report.file]
  }
  expect([failed(published), failed(house.published), failed(present)]).toEqual([[], [], ['keys']])
  const judged = (keys: string) =>
    run(['promise', '--receipt', 'receipt', '--keys', 'keys'], (path) =>
      path === 'keys' ? keys : path === 'receipt' ? receipt : JSON.stringify(winner.promise),
    )
  expect(judged(published)).toMatchObject({
    code: 0,
    text: expect.stringContaining('PROMISE HOLDS') as string,
  })
  expect(judged(present).code).toBe(1)
  // The house issues the receipt again, under the key that signs its log now.
  const anew = await winner.owner.receipt(winner.orderId)
  expect(checkFiles({ receipt: anew, keys: present }, nodeCrypto)).toMatchObject({ verdict: 'holds' })
})

test('receipts hold after a change of the receipts key, of orders ended before it and of one that it found open', async () => {
  const [ended] = await placeWinners(house, 1)
  await house.pass(67)
  const [open] = await placeWinners(house, 1)
  if (!ended || !open) throw new Error('there are two orders')
  await house.stop()
  house.changeKeys({ receiptsKey: randomBytes(32).toString('hex') })
  await house.start()
  await house.pass(67)
  const keys = await (await fetch(`${house.url}/config.json`)).text()
  const published = await (await fetch(`${house.url}/api/getLogHead`)).text()
  for (const { owner, orderId, promise } of [ended, open]) {
    const receipt = await owner.receipt(orderId)
    expect(checkFiles({ receipt, keys }, nodeCrypto)).toMatchObject({ verdict: 'holds' })
    // It agrees with the promise that the former key signed.
    const files: Record<string, string> = { published, receipt, promise: JSON.stringify(promise) }
    const judged = run(
      ['promise', '--receipt', 'receipt', '--keys', 'published'],
      (path) => files[path] ?? '',
    )
    expect(judged).toMatchObject({ code: 0, text: expect.stringContaining('PROMISE HOLDS') as string })
  }
})
