import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { steerBids } from '../../support/house/bids.ts'
import { changeAnswers, changeQueries } from '../../support/stage/calls.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { checkEvidence, promiseLine } from '../../support/page/evidence.ts'
import { visitPractising } from '../../support/house/people.ts'
import { setStage } from '../../support/stage/stage.ts'
import { stored } from '../../support/stage/stored.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { askToPlace, openOrderSheet, placeInPage } from '../../support/page/trade.ts'

const stage = setStage()

/** A visitor with a practice wallet, on a coin's page. */
async function joinedPage(): Promise<Page> {
  const page = await visitPractising(stage)
  await page.goto('/business?pid=1')
  return page
}

interface Kept {
  asked: string
  order: string
  isLogged: boolean
  problem: string | null
  answer: { format: string; refusal?: { code: string; order: string } } | null
}

/** The texts that the page has signed, with the house's answers. */
const kept = (page: Page) => stored<Kept>(page, 'tickmark-asked', 'asked')

async function pressYes(page: Page): Promise<void> {
  const sheet = await openOrderSheet(page)
  await (await askToPlace(page, sheet, '20')).getByRole('button', { name: 'Yes' }).click()
}

/** Gives the page quotes that the house did not sign, so that it refuses the order. */
const spoilQuotes = (page: Page) =>
  changeAnswers(page, stage, '/api/getTimeAccountCurrency', (json) =>
    json.replaceAll(/"id":"[^"]{20,}"/g, '"id":"none"'),
  )

test('a signed order that the house refuses is kept with the signed refusal, and found in the log', async () => {
  const page = await joinedPage()
  await spoilQuotes(page)
  await pressYes(page)
  await expect
    .poll(() => kept(page))
    .toMatchObject([
      {
        problem: null,
        isLogged: true,
        answer: { format: 'tickmark-refusal/1', refusal: { code: 'quote_invalid' } },
      },
    ])
  expect(await promiseLine(page, 'alert').or(promiseLine(page, 'status')).count()).toBe(0)
  stage.tolerate(/createLimitOrder/)
})

test('an unsigned refusal is reported as such, and the page keeps asking until it has a signed one', async () => {
  const page = await joinedPage()
  await spoilQuotes(page)
  await changeAnswers(page, stage, '/api/createLimitOrder', (json) => {
    const { data: _, ...answer } = JSON.parse(json) as { data: unknown }
    return JSON.stringify({ ...answer, data: null })
  })
  await pressYes(page)
  await waitForToast(page, /The house has not signed this answer, so this device asks for one that counts\.$/)
  await expect.poll(() => kept(page)).toMatchObject([{ problem: null, isLogged: true }])
  stage.tolerate(/createLimitOrder/)
})

test('the house signs a refusal of an order that never reached it, once the order has expired', async () => {
  const page = await joinedPage()
  await page.route('**/api/createLimitOrder', (route) => route.abort())
  await pressYes(page)
  await reads(promiseLine(page, 'status'), /What you signed has no answer yet\./)
  await waitForToast(
    page,
    /^The house has refused what you signed: .* It has signed this refusal, so it cannot carry it out later\.$/,
  )
  await gone(promiseLine(page, 'status'))
  const [ask] = await kept(page)
  expect(ask).toMatchObject({
    problem: null,
    answer: { refusal: { code: 'consent_expired', order: ask?.order } },
  })
  stage.tolerate(/createLimitOrder|ERR_FAILED/)
})

test('a house that does not answer a signed order is reported on every page', async () => {
  const page = await joinedPage()
  for (const path of ['createLimitOrder', 'getAnswer'])
    await page.route(`**/api/${path}`, (route) => route.abort())
  await pressYes(page)
  await seen(promiseLine(page, 'status'))
  await page.goto('/settings')
  await seen(promiseLine(page, 'status'))
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 61_000
  })
  await reads(
    promiseLine(page, 'alert'),
    /The house leaves an order or a close that you signed without an answer\./,
  )
  expect(await promiseLine(page, 'alert').getByRole('button').count()).toBe(0)
  stage.tolerate(/createLimitOrder|getAnswer|ERR_FAILED/)
})

test('a house that signs an order’s refusal but shows it as placed contradicts itself', async () => {
  const page = await joinedPage()
  let refused = ''
  await page.route('**/api/createLimitOrder', (route) => (refused ? route.continue() : route.abort()))
  await pressYes(page)
  await waitForToast(page, /^The house has refused what you signed/)
  refused = (await kept(page))[0]?.order ?? ''
  const { orderId } = await placeInPage(page)
  await changeAnswers(page, stage, '/api/getMyLimitOrders', (json) => json.replaceAll(orderId, refused))
  await page.goto('/order')
  await reads(promiseLine(page, 'alert'), /The house has signed two things that cannot both be true\./)
  const { text, code } = await checkEvidence(page, stage)
  expect(text).toContain('REFUSAL HOLDS: the house gave this answer to what the owner had signed.')
  expect(code).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  stage.tolerate(/createLimitOrder|getOrderValue|ERR_FAILED/)
})

/** Places an order that is worth far more than 5 for minutes, whatever the price does. */
const placeForMinutes = (page: Page) => placeInPage(page, { duration: '5 min' })

/** Closes the order for 5: the house pays no bid above what the order is worth by then. */
async function closeForFive(page: Page, countdown: Locator, orderId: string): Promise<void> {
  const bids = await steerBids(page, stage, orderId)
  bids.next = '5'
  await countdown.getByRole('button', { name: /^Close for 5\b/ }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'Close this order now?' }))
  await question.getByRole('button', { name: 'Yes' }).click()
}

test('the answer to an early close is kept and found in the log; its omission from the log is evidence', async () => {
  const page = await joinedPage()
  const { countdown, orderId } = await placeForMinutes(page)
  let isHidden = true
  await changeQueries(page, stage, '/api/getLoggedAnswer', (fields) =>
    fields['kind'] === 'receipts' && isHidden ? { ...fields, number: 9_999_999 } : fields,
  )
  await closeForFive(page, countdown, orderId)
  await seen(countdown.getByText('Income'))
  await reads(promiseLine(page, 'alert'), /The public log goes on without what the house answered to you\./)
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([expect.stringContaining('CLOSE HOLDS: the house gave this answer'), 0])
  isHidden = false
  await expect
    .poll(() => kept(page))
    .toMatchObject([
      { order: orderId, problem: null, isLogged: true, answer: { format: 'tickmark-closing/1' } },
    ])
  await gone(promiseLine(page, 'alert'))
  await page.goto(`/receipt/${orderId}`)
  const steps = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')
  await seen(
    steps.filter({ hasText: /^holds.*It is the early close that the house answered to this device/s }),
  )
})

interface CloseData {
  net: string
  settlement: { payout: string }
}

const FALSE_CLOSES: [string, (data: CloseData) => Partial<CloseData>, RegExp][] = [
  [
    'states a sum that it has not signed',
    ({ settlement }) => ({ settlement: { ...settlement, payout: '400000000' } }),
    /^The house’s answer does not carry its valid signature/,
  ],
  [
    'shows another result beside its signed statement',
    () => ({ net: '-1' }),
    /^The house’s answer is not the close that you accepted\. Check this order’s receipt/,
  ],
]

test.each(FALSE_CLOSES)('an answer to an early close that %s is an error', async (_, change, message) => {
  const page = await joinedPage()
  const { countdown, orderId } = await placeForMinutes(page)
  await changeAnswers(page, stage, '/api/closeLimitOrder', (json) => {
    const answer = JSON.parse(json) as { data: CloseData }
    return JSON.stringify({ ...answer, data: { ...answer.data, ...change(answer.data) } })
  })
  await closeForFive(page, countdown, orderId)
  await waitForToast(page, message)
  await seen(countdown.getByText('Income'))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('an order without a result a minute after its due time is requested, and then reported on every page', async () => {
  const page = await joinedPage()
  const { orderId } = await placeInPage(page)
  await changeAnswers(page, stage, '/api/getReceipt', (json) => {
    const answer = JSON.parse(json) as { data: { receipt: unknown } }
    return JSON.stringify({ ...answer, data: { ...answer.data, receipt: null } })
  })
  await stage.jump(130_000)
  await page.goto('/settings')
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 130_000
  })
  await reads(
    promiseLine(page, 'alert'),
    /^A minute after this order was due, the public log goes on and there is no result\./,
  )
  await reads(promiseLine(page, 'alert'), new RegExp(`Order .?${orderId}`))
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([expect.stringContaining('PROMISE HOLDS'), 0])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await gone(promiseLine(page, 'alert'))
})

test('an unsigned result does not count: the order is reported on every page', async () => {
  const page = await joinedPage()
  await placeInPage(page)
  await changeAnswers(page, stage, '/api/getReceipt', (json) => {
    const answer = JSON.parse(json) as { data: { receipt: { settlement: object } | null } }
    const { receipt } = answer.data
    return JSON.stringify({
      ...answer,
      data: {
        ...answer.data,
        receipt: receipt && { ...receipt, settlement: { ...receipt.settlement, payout: '1' } },
      },
    })
  })
  await stage.jump(130_000)
  await page.goto('/settings')
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 130_000
  })
  await reads(promiseLine(page, 'alert'), /^The house shows a result of this order that it has not signed/)
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([expect.stringContaining('PROMISE HOLDS'), 0])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await gone(promiseLine(page, 'alert'))
})

test('a signed result that the log lacks is reported on every page until the log has it', async () => {
  const page = await joinedPage()
  await placeInPage(page)
  let isHidden = true
  await changeQueries(page, stage, '/api/getLoggedAnswer', (fields) =>
    fields['kind'] === 'receipts' && isHidden ? { ...fields, number: 9_999_999 } : fields,
  )
  await stage.jump(130_000)
  await page.goto('/settings')
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 130_000
  })
  await reads(promiseLine(page, 'alert'), /^The public log goes on without what the house answered to you\./)
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([expect.stringMatching(/^HOLDS/m), 0])
  const settled = async () => (await stored<{ isSettled: boolean }>(page, 'tickmark-promises', 'promises'))[0]
  expect(await settled()).toMatchObject({ isSettled: false })
  isHidden = false
  await gone(promiseLine(page, 'alert'))
  await expect.poll(settled).toMatchObject({ isSettled: true })
})

test('a house that does not show how far its log goes counts as not showing a result', async () => {
  const page = await joinedPage()
  await placeInPage(page)
  await changeQueries(page, stage, '/api/getLoggedAnswer', (fields) =>
    fields['number'] === 0 ? { ...fields, size: 1 } : fields,
  )
  await stage.jump(130_000)
  await hurry(page)
  await page.goto('/settings')
  await reads(
    promiseLine(page, 'status'),
    /^The house does not show that its answer to you is in the public log\./,
  )
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await gone(promiseLine(page, 'status'))
  stage.tolerate(/getLoggedAnswer/)
})

/** Lets the device's clock run on, and the seconds of the next pages pass ten times as fast. */
async function hurry(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [now, date] = [performance.now.bind(performance), Date.now.bind(Date)]
    performance.now = () => now() * 10
    Date.now = () => date() + 130_000
    const every = setInterval
    // The page has the browser's own timers.
    window.setInterval = ((run: () => void, ms = 0) => every(run, ms / 10)) as typeof setInterval
  })
}

test('a house that names the session of another wallet is reported', async () => {
  const page = await joinedPage()
  const bar = page.getByRole('alert', { name: 'Public price log' })
  const own = await page.evaluate(() => localStorage.getItem('signedInAs'))
  await page.evaluate(() => localStorage.setItem('signedInAs', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'))
  await page.reload()
  await reads(bar, /^The house says that another wallet has signed in here than the one that did\./)
  await page.evaluate((address) => localStorage.setItem('signedInAs', address ?? ''), own)
  await gone(bar)
})

test('the sheet of an order that the house now denies still shows its promise', async () => {
  const page = await joinedPage()
  await changeQueries(page, stage, '/api/getLoggedAnswer', (fields) => ({ ...fields, number: 9_999_999 }))
  const { orderId } = await placeInPage(page)
  await seen(promiseLine(page, 'alert'))
  for (const path of ['getMyLimitOrders', 'modifyLimitOrder'])
    await changeAnswers(page, stage, `/api/${path}`, (json) => {
      if (!json.includes(orderId)) return json
      return path === 'getMyLimitOrders'
        ? JSON.stringify({ status: 200, message: '', data: { list: [], total: 0 } })
        : JSON.stringify({
            status: 404,
            code: 'order_unknown',
            message: 'There is no such order.',
            data: null,
          })
    })
  await page.reload()
  const sheet = await seen(page.getByRole('dialog', { name: 'Open orders' }))
  await seen(sheet.getByText('This order is not one of this account'))
  await seen(sheet.getByRole('alert', { name: 'The house’s promise' }))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
