import { hexOf } from '@tickmark/core/bytes'
import { hostingText } from '@tickmark/core/arbitrage/hostings'
import { toyHosting } from '@tickmark/core/arbitrage/toyHosting.testing'
import {
  INTENT,
  REQUESTED_AT,
  signToyIntent,
  toyPromise,
  toyWithdrawalFile,
} from '@tickmark/core/evidence/toyWithdrawal.testing'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { afterAll, expect, test, vi } from 'vitest'
import { openDevice } from '../device.testing.ts'

const house = testCrypto(5)
const { head, keys } = { ...toyWithdrawalFile(house), keys: house.keys }
const owner = house.owner(3)
const hosted = toyHosting(house, owner, REQUESTED_AT)
const device = openDevice({})
afterAll(() => device.close())

/** A page whose earlier visit knew no keys; this one knows them. */
async function visit() {
  device.visit()
  vi.setSystemTime(REQUESTED_AT)
  return {
    ...(await import('./followPromises.ts')),
    ...(await import('./kept/promiseStore.ts')),
    ...(await import('./kept/askStore.ts')),
    ...(await import('./kept/hostingStore.ts')),
    ...(await import('./kept/withdrawalStore.ts')),
    ...(await import('../../session/signedInAs.ts')),
  }
}

test('what an earlier visit kept without the house’s keys is judged now', async () => {
  const [order] = playExchange(house, 60).filter(({ consents }) => consents.close === null && consents.order)
  if (!order) throw new Error('the exchange has one')
  const unchecked = { problem: 'unchecked', keptAtMs: REQUESTED_AT, isLogged: false } as const
  const earlier = await visit()
  const { ticket, receipt, consents } = order
  await earlier.keepPromise({
    ...unchecked,
    order: ticket.order,
    file: {
      format: 'tickmark-promise/1',
      ticket,
      proof: receipt.ticketProof,
      head,
      keys,
      consent: consents.order,
    },
    ticket: '',
    owner: order.owner.delegation.address,
    isSettled: false,
  })
  const statement = hosted.ticket
  await earlier.keepHosting({
    ...unchecked,
    name: `hosting ${hosted.order}`,
    order: hosted.order,
    file: {
      format: 'tickmark-hosting/1',
      statement,
      signature: hexOf(house.sign('receipts', hostingText(statement))),
      head,
      keys,
      consent: hosted.placing,
    },
    owner: owner.delegation.address,
    book: 1,
    checkedDay: '',
  })
  const consent = signToyIntent(INTENT, 'evm')
  const file = toyWithdrawalFile(house)
  await earlier.keepWithdrawal({
    ...unchecked,
    consent,
    intent: INTENT,
    account: toyPromise().account,
    id: file.statement.id,
    file: { ...file },
    end: null,
  })
  device.disk.set('houseKeys', JSON.stringify(keys))
  const page = await visit()
  await page.followPromises()
  const problems = async () => [
    (await page.promiseOf(ticket.order))?.problem,
    ...(await page.allHostings(REQUESTED_AT)).map(({ problem }) => problem),
    ...(await page.allWithdrawals(REQUESTED_AT)).map(({ problem }) => problem),
  ]
  await vi.waitFor(async () => expect(await problems()).toEqual([null, null, null]), { timeout: 30_000 })
})
