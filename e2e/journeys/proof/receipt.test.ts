import { beforeAll, describe, expect, test } from 'vitest'
import { changeAnswers } from '../../support/stage/calls.ts'
import { newPerson, type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { fromFirstPriceToReceipt, raiseDigit, type Way } from '../../support/page/receipts.ts'
import { settledOrder } from '../../support/scenes/scenes.ts'
import { seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { injectEthereum } from '../../support/stage/wallets.ts'

const stage = setStage()

const WAYS: Way[] = [
  { who: 'an announced Ethereum wallet', with: 'Test Wallet', prepare: (context) => injectEthereum(context) },
  { who: 'a practice wallet', with: null },
]

test.each(WAYS)('[ORD-03][ORD-04] from the first price to a checked receipt, with $who', (way) =>
  fromFirstPriceToReceipt(stage, way),
)

describe('a tampered receipt', () => {
  let person: Person
  let orderId = ''
  beforeAll(async () => {
    person = await newPerson(stage)
    orderId = (await settledOrder(stage, person)).orderId
  })

  test('[ORD-04] is rejected by the page itself, which names the failed step', async () => {
    const page = await visitAs(stage, person)
    await changeAnswers(page, stage, '/api/getReceipt', (json) => raiseDigit(json, 'payout'))
    await page.goto(`/receipt/${orderId}`)
    await seen(page.getByText('This receipt does not hold'))
    const steps = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')
    await seen(steps.filter({ hasText: /^does not hold/ }))
    expect(await page.getByText('Checked on this phone').count()).toBe(0)
  })

  test('[ORD-04] that was fetched is not requested again', async () => {
    const page = await visitAs(stage, person)
    await page.clock.install()
    let asked = 0
    page.on('request', (request) => void (asked += request.url().includes('/api/getReceipt') ? 1 : 0))
    await page.goto(`/receipt/${orderId}`)
    await seen(page.getByText('Your consent is not shown'))
    await page.clock.runFor(60_000)
    expect(asked).toBe(1)
  })

  test('[ORD-04] that is consistent but not in the public log is reported', async () => {
    const page = await visitAs(stage, person)
    await changeAnswers(page, stage, '/api/getLog', (json) =>
      json.replace(/\\"prices\\":\{\\"1\\":\\"(\d)/g, (_all, digit: string) => {
        return `\\"prices\\":{\\"1\\":\\"${digit === '9' ? 8 : Number(digit) + 1}`
      }),
    )
    await page.goto(`/receipt/${orderId}`)
    await seen(page.getByText('The public log says something else'))
  })

  test('[ORD-04] of another user is not shown', async () => {
    const { page } = await visitJoined(stage)
    await page.goto(`/receipt/${orderId}`)
    await seen(page.getByText('There is no such order in this account'))
    stage.forgive(/404.*modifyLimitOrder/)
  })
})
