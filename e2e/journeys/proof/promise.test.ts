import { run } from '@tickmark/verify/main'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeAnswers, changeQueries, passOn } from '../../support/stage/calls.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { checkEvidence, promiseLine } from '../../support/page/evidence.ts'
import { visitPractising } from '../../support/house/people.ts'
import { setStage } from '../../support/stage/stage.ts'
import { stored } from '../../support/stage/stored.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { askToPlace, openOrderSheet, placeInPage } from '../../support/page/trade.ts'

const stage = setStage()

/** A visitor with a practice wallet, on a coin's page. */
async function joinedPage(clockOffMs = 0): Promise<Page> {
  const page = await visitPractising(stage, clockOffMs)
  await page.goto('/business?pid=1')
  return page
}

interface Kept {
  order: string
  isLogged: boolean
  problem: string | null
  file: object
}

/** The page's stored promises. */
const kept = (page: Page) => stored<Kept>(page, 'tickmark-promises', 'promises')

test('the page keeps the promise of an order, finds its ticket in the log, and keeps it even after the receipt', async () => {
  const page = await joinedPage()
  const { orderId } = await placeInPage(page)
  await expect.poll(() => kept(page)).toMatchObject([{ order: orderId, problem: null, isLogged: true }])
  expect(await promiseLine(page, 'alert').or(promiseLine(page, 'status')).count()).toBe(0)
  const [{ file } = { file: {} }] = await kept(page)
  const keys = await (await fetch(`${stage.url}/config.json`)).text()
  const outcome = run(['promise', '--keys', 'keys'], (name) =>
    name === 'keys' ? keys : JSON.stringify(file),
  )
  expect(outcome.text).toContain('PROMISE HOLDS: the house accepted this order on these terms.')
  await stage.jump(65_000)
  await page.goto(`/receipt/${orderId}`)
  await seen(page.getByText('Checked on this phone'))
  const steps = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')
  await seen(steps.filter({ hasText: /^holds.*It is the ticket that this device kept/s }))
  // The house may give another receipt later.
  expect(await kept(page)).toMatchObject([{ order: orderId, file }])
})

test('an order whose answer is lost is found again with its promise after a reload', async () => {
  const page = await joinedPage()
  let isLost = true
  await page.route('**/api/createLimitOrder', async (route) => {
    if (!isLost) return route.continue()
    await passOn(route)
    return route.abort()
  })
  await page.route('**/api/getAnswer', (route) => (isLost ? route.abort() : route.continue()))
  const sheet = await openOrderSheet(page)
  await (await askToPlace(page, sheet, '20')).getByRole('button', { name: 'Yes' }).click()
  await gone(page.getByRole('alertdialog', { name: 'Place this order?' }))
  expect(await kept(page)).toEqual([])
  await seen(promiseLine(page, 'status'))
  isLost = false
  await page.reload()
  await waitForToast(page, 'Your earlier order went through. No second one was sent.')
  await gone(promiseLine(page, 'status'))
  await expect.poll(() => kept(page)).toMatchObject([{ problem: null, isLogged: true }])
  const [{ file } = { file: {} }] = await kept(page)
  expect(file).toMatchObject({ ticket: { stake: '2000000000' }, consent: { delegation: { kind: 'evm' } } })
  stage.tolerate(/createLimitOrder|getAnswer|ERR_FAILED/)
})

test('a ticket changed in transit is reported, and its evidence proves nothing against the house', async () => {
  const page = await joinedPage()
  await changeAnswers(page, stage, '/api/createLimitOrder', (json) =>
    json.replace('"ratePct":', '"ratePct":1'),
  )
  const sheet = await openOrderSheet(page)
  await (await askToPlace(page, sheet, '20')).getByRole('button', { name: 'Yes' }).click()
  await waitForToast(page, /^The house’s answer is not what you signed\./)
  const line = await seen(promiseLine(page, 'alert'))
  await reads(line, /The house’s answer is not what you signed\./)
  const { file, code, text } = await checkEvidence(page, stage)
  expect(file).toMatch(/^tickmark-promise-[0-9a-f-]{36}\.json$/)
  expect(text).toContain('BROKEN: this file does not show that the house accepted the order.')
  expect(code).toBe(1)
  // A sound answer to the same request clears nothing; only the user does, after saving the evidence.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect.poll(() => kept(page)).toMatchObject([{ problem: null, isLogged: true }])
  const hide = page.getByRole('button', { name: 'Hide this warning' })
  await reads(await seen(promiseLine(page, 'alert')), /The house’s answer is not what you signed\./)
  expect(await hide.count()).toBe(0)
  await checkEvidence(page, stage)
  await hide.first().click()
  await gone(promiseLine(page, 'alert'))
  await page.goto('/settings')
  await seen(page.getByText('This one'))
  expect(await promiseLine(page, 'alert').count()).toBe(0)
})

test('an order missing from the log is reported, with evidence that the house accepted it', async () => {
  const page = await joinedPage()
  await changeQueries(page, stage, '/api/getLoggedAnswer', (fields) => ({ ...fields, number: 9_999_999 }))
  await placeInPage(page)
  const line = await seen(promiseLine(page, 'alert'))
  await reads(line, /The public log goes on without what the house answered to you\./)
  const { code, text } = await checkEvidence(page, stage)
  expect(text).toContain('PROMISE HOLDS: the house accepted this order on these terms.')
  expect(code).toBe(0)
  // It shows the ticket after all, also to a newly opened page.
  await page.unroute('**/api/getLoggedAnswer?*')
  await gone(promiseLine(page, 'alert'))
})

test('a newly opened page keeps looking for a ticket, even without an order on screen', async () => {
  const page = await joinedPage()
  await changeQueries(page, stage, '/api/getLoggedAnswer', (fields) => ({ ...fields, number: 9_999_999 }))
  const { orderId } = await placeInPage(page)
  await seen(promiseLine(page, 'alert'))
  await page.goto('/')
  await page.unroute('**/api/getLoggedAnswer?*')
  await expect.poll(() => kept(page)).toMatchObject([{ order: orderId, isLogged: true }])
})

test('a page on a device with a wrong clock signs nothing, and says so', async () => {
  const page = await joinedPage(90_000)
  const sheet = await openOrderSheet(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await (await askToPlace(page, sheet, '20')).getByRole('button', { name: 'Yes' }).click()
  await waitForToast(page, /^This device’s clock and the house’s time differ by \d+ s/)
  expect(asked).not.toContain('/api/createLimitOrder')
})
