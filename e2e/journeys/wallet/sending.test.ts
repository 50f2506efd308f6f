import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { CHAIN_MS, freeIn, OUTSIDE, transfersOf } from '@tickmark/server/app/custody.testing'
import { silentLog } from '@tickmark/server/platform/log'
import { createEvents } from '@tickmark/server/module/events'
import { addOperators } from '@tickmark/server/operators/approved.testing'
import { proposeSecurityHold } from '@tickmark/server/withdrawals/approval/securityHolds'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeAnswers, recordCalls } from '../../support/stage/calls.ts'
import { seeChain, type SeenChain } from '../../support/house/chain.ts'
import { type Person, visitWithWallet } from '../../support/house/people.ts'
import { waitUntilStill } from '../../support/page/looks.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { addressOf, reviewOf, reviewSending, SEND, sumOf } from '../../support/page/sending.ts'
import { visitWithEther } from '../../support/house/ether.ts'
import { setStage } from '../../support/stage/stage.ts'
import { holdToasts, toast, waitForToast } from '../../support/page/toasts.ts'
import { REJECTED } from '../../support/stage/wallets.ts'

const stage = setStage({ CHAINS: '' })

let chain: SeenChain
let person: Person & { page: Page }
let page: Page

beforeAll(async () => {
  chain = await seeChain(stage.app)
  person = await visitWithEther(stage)
  page = person.page
})

const address = () => addressOf(page)
const amount = () => sumOf(page)
const review = () => reviewOf(page)

async function openSend(): Promise<void> {
  await page.goto(SEND)
  await seen(address())
}

test('[WAL-04] shows network, address, amount, the balance and its value', async () => {
  await openSend()
  await seen(page.getByRole('radiogroup', { name: 'Network' }))
  await seen(page.getByText(/Available 0\.50* ETH/))
  await seen(page.getByText(/All of it is worth \$[\d,]+\.\d\d/))
  await amount().fill('0.1')
  await seen(page.getByText(/^Worth \$[\d,]+\.\d\d/))
})

test('[WAL-05] asks for the address, then for the amount', async () => {
  const calls = await recordCalls(page, stage)
  await openSend()
  await address().fill('')
  await amount().fill('')
  await review().click()
  await waitForToast(page, 'Please enter the wallet address')
  await holdToasts(page)
  await address().fill(OUTSIDE)
  await review().click()
  await waitForToast(page, 'Please enter the withdrawal amount')
  const { y = 99 } = (await toast(page).boundingBox()) ?? {}
  expect(y).toBeLessThan(16)
  await amount().fill('0.1')
  await gone(toast(page))
  expect(calls.some(({ path }) => path === '/api/cash_out')).toBe(false)
})

test('[WAL-05] takes only word characters, dots and slashes as an address, and a number as an amount', async () => {
  // A slow machine asks for the fee between two keys.
  stage.tolerate(/status of 400 .*withdrawalIntent/)
  await openSend()
  await address().fill('')
  await address().pressSequentially('0xAb-c: 1.2/3<')
  expect(await address().inputValue()).toBe('0xAbc1.2/3')
  await amount().fill('')
  await amount().pressSequentially('1a2,.e5-')
  expect(await amount().inputValue()).toBe('12.5')
})

test('a wrong address is reported beside the field', async () => {
  stage.forgive(/status of 400 .*withdrawalIntent/)
  await openSend()
  await address().fill('0x1234')
  await amount().fill('0.1')
  await reads(page.getByRole('alert').filter({ hasText: /./ }), /address/i)
  // The form keeps its input for the next visit.
  await address().fill('')
})

test('text typed while Max fetches the fee is kept, and so is the result of Max', async () => {
  await openSend()
  await address().fill('')
  await amount().fill('')
  let answer = () => {}
  const mayAsk = new Promise<void>((done) => (answer = done))
  await page.route('**/api/withdrawalIntent', async (route) => {
    await mayAsk
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/withdrawalIntent')
  await page.getByRole('button', { name: 'Max' }).click()
  await asked
  await address().fill(OUTSIDE)
  answer()
  await expect.poll(() => amount().inputValue()).toMatch(/^0\.4\d+$/)
  expect(await address().inputValue()).toBe(OUTSIDE)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect.poll(() => amount().inputValue()).toMatch(/^0\.4\d+$/)
  expect(await address().inputValue()).toBe(OUTSIDE)
})

test('a currency that can be received but not sent says so', async () => {
  await changeAnswers(page, stage, '/api/getextendfCList', (json) =>
    json.replaceAll('"isSendable":true', '"isSendable":false'),
  )
  await page.goto(SEND)
  await seen(page.getByText('ETH can be received here, not sent'))
  expect(await page.getByText('ETH has no network here').count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a busy server is not a security hold: the page retries, and an open form stays', async () => {
  stage.forgive(/503 .*checkApply/)
  const busy = JSON.stringify({ status: 503, code: 'busy', message: 'Busy. Please try again in a moment.' })
  const turnAway = () =>
    page.route('**/api/checkApply', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: busy }),
    )
  await turnAway()
  await page.goto(SEND)
  await seen(page.getByText('Whether money may leave could not be checked'))
  expect(await page.getByText('Withdrawals are on hold').count()).toBe(0)
  await page.unroute('**/api/checkApply')
  await page.getByRole('button', { name: 'Try again' }).click()
  await seen(address())
  await amount().fill('0.3')
  await turnAway()
  const refused = page.waitForResponse('**/api/checkApply')
  // As after a phone was in the background for a while.
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 60_000
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await refused
  await waitUntilStill(page)
  expect(await amount().inputValue()).toBe('0.3')
  await page.unroute('**/api/checkApply')
})

describe('a withdrawal', () => {
  test('[WAL-05][WAL-08] is signed by the wallet as shown, requested once, paid and tracked', async () => {
    const calls = await recordCalls(page, stage)
    const before = await freeIn(person.user, 'ETH')
    const held = await chain.balance(OUTSIDE)
    const sheet = await reviewSending(page, OUTSIDE, '0.125')
    await reads(sheet, new RegExp(OUTSIDE))
    await sheet.getByRole('button', { name: 'Sign and send' }).dblclick()
    const asked = () => calls.filter(({ path }) => path === '/api/cash_out')
    await expect.poll(() => asked().length).toBe(1)
    const answer = (await asked()[0]?.answer())?.body as { data: { message: string } }
    await waitForToast(page, answer.data.message)
    await gone(sheet)
    const card = page.getByRole('region', { name: 'Newest withdrawals' }).getByRole('article').first()
    await reads(card, /0\.125/)
    const progress = card.getByRole('list', { name: 'Progress of the withdrawal' })
    await reads(progress, /Done: Final/, CHAIN_MS)
    await reads(card, /Success/)
    expect((await chain.balance(OUTSIDE)) - held).toBe(125n * 10n ** 15n)
    const [record] = await transfersOf(person.user, 'get_my_cash_out_record')
    const mined = await chain.client.getTransactionReceipt({ hash: (record?.txid ?? '') as `0x${string}` })
    expect(mined.status).toBe('success')
    const fee = parseAmount(record?.fee ?? '') ?? 0n
    expect(formatAmount(before - (await freeIn(person.user, 'ETH')))).toBe(
      formatAmount((parseAmount('0.125') ?? 0n) + fee),
    )
    expect(asked().length).toBe(1)
  })

  test('whose answer is lost is sent instead of another one only after a Yes', async () => {
    stage.forgive(/cash_out/)
    const { page: own, user } = await visitWithEther(stage)
    const sent = () => transfersOf(user, 'get_my_cash_out_record')
    const send = (sheet: Locator) => sheet.getByRole('button', { name: 'Sign and send' }).click()
    await own.route('**/api/cash_out', (route) => route.abort())
    const first = await reviewSending(own, OUTSIDE, '0.05')
    await send(first)
    await waitForToast(own, 'Network failure, please try again later')
    await own.unroute('**/api/cash_out')
    await first.getByRole('button', { name: 'Close' }).click()
    await gone(first)

    const other = `0x${'1'.repeat(40)}`
    const second = await reviewSending(own, other, '0.06')
    const question = own.getByRole('alertdialog', { name: 'An earlier withdrawal has no answer' })
    await send(second)
    await reads(question, /withdrawal of 0\.050* ETH to 0x000000…DeaDBeef got no answer/)
    await question.getByRole('button', { name: 'No' }).click()
    await gone(question)
    expect(await sent()).toEqual([])

    await send(second)
    await question.getByRole('button', { name: 'Yes' }).click()
    await waitForToast(own, /It was your earlier request; no second one was sent\.$/)
    await gone(question)
    expect((await sent()).map((one) => [one.address, one.money])).toEqual([[OUTSIDE, '0.05']])
    // The form still has the new withdrawal as typed, and it can be sent now.
    expect(await own.getByLabel('Address', { exact: true }).inputValue()).toBe(other)
    await reads(second, new RegExp(other))
    await send(second)
    await gone(second)
    expect((await sent()).map((one) => [one.address, one.money])).toEqual([
      [other, '0.06'],
      [OUTSIDE, '0.05'],
    ])
  })

  test('without the wallet’s signature sends nothing, and keeps the input', async () => {
    const { page: unwilling, wallet, user } = await visitWithEther(stage)
    wallet.fails.set('eth_signTypedData_v4', REJECTED)
    const sheet = await reviewSending(unwilling, OUTSIDE, '0.2')
    await sheet.getByRole('button', { name: 'Sign and send' }).click()
    await seen(unwilling.getByText('You did not sign. Nothing was sent.'))
    await unwilling.reload()
    await expect.poll(() => sumOf(unwilling).inputValue()).toBe('0.2')
    expect(await transfersOf(user, 'get_my_cash_out_record')).toEqual([])
  })
})

test('[WAL-06] a security hold shows the server’s message, with its case, reason and end', async () => {
  stage.forgive(/checkApply/)
  const held = await visitWithWallet(stage, { book: 0 })
  const { db } = stage.database.database
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('address', '=', held.address)
    .executeTakeFirstOrThrow()
  const proposal = {
    caseId: 'C-2041',
    userId: Number(row.id),
    reason: 'account_takeover' as const,
    untilMs: stage.clock.nowMs() + 3_600_000,
  }
  await addOperators(db, ['ada', 'grace'])
  for (const operator of ['ada', 'grace']) {
    const done = await proposeSecurityHold(
      { db, clock: stage.clock, events: createEvents(silentLog()) },
      { ...proposal, operator },
    )
    expect(done.ok).toBe(true)
  }
  await held.page.goto(SEND)
  await waitForToast(held.page, /C-2041/)
  await seen(held.page.getByText('Withdrawals are on hold'))
  expect(await addressOf(held.page).count()).toBe(0)
})

test('[WAL-06] a refusal without a message gets the page’s own', async () => {
  stage.forgive(/409 .*checkApply/)
  const { page } = await visitWithWallet(stage, { book: 0 })
  const body = JSON.stringify({ status: 409, code: 'security_hold', message: '' })
  await page.route('**/api/checkApply', (route) =>
    route.fulfill({ status: 409, contentType: 'application/json', body }),
  )
  await page.goto(SEND)
  await waitForToast(page, 'Withdrawals are not open to this account right now.')
  expect(await addressOf(page).count()).toBe(0)
})
