import { expect, test } from 'vitest'
import { steerBids } from '../../support/house/bids.ts'
import { recordCalls } from '../../support/stage/calls.ts'
import { visitJoined } from '../../support/house/people.ts'
import { seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { placeInPage, shownBid } from '../../support/page/trade.ts'

const stage = setStage()

test('[ORD-04] an order is closed at the bid that the user saw, even if it falls at the moment of his tap', async () => {
  const { page } = await visitJoined(stage)
  await page.goto('/business?pid=4')
  const { countdown, orderId } = await placeInPage(page, { amount: '400', duration: '5 min' })
  const bids = await steerBids(page, stage, orderId)
  await countdown.getByRole('button', { name: /^Close for [\d.]+$/ }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'Close this order now?' }))
  await expect.poll(() => shownBid(question)).toBe(90)
  // The tap comes together with the change of the sum, before anybody can have read the new one.
  await question.evaluate((dialog) => {
    const yes = [...dialog.querySelectorAll('button')].find((one) => one.textContent === 'Yes')
    const changes = { subtree: true, characterData: true, childList: true }
    new MutationObserver((_, watch) => {
      watch.disconnect()
      yes?.click()
    }).observe(dialog, changes)
  })
  const calls = await recordCalls(page, stage)
  bids.next = '80'
  await seen(countdown.getByText('Income'))
  const [sent] = calls.filter(({ path }) => path === '/api/closeLimitOrder')
  expect(bids.sums.get(sent?.fields['bidId'])).toBe('90')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
