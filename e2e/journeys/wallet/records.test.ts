import { parseAmount } from '@tickmark/core/money/money'
import {
  callBack,
  freeIn,
  OUTSIDE,
  transfersOf,
  typeIdOf,
  waitForNewAddresses,
  withdraw,
  withdrawn,
} from '@tickmark/server/app/custody.testing'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordCalls } from '../../support/stage/calls.ts'
import { seeChain } from '../../support/house/chain.ts'
import { type Person, visitJoined } from '../../support/house/people.ts'
import { figureOf, gone, reads, scrollToEnd, seen } from '../../support/page/see.ts'
import { visitWithEther } from '../../support/house/ether.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { swapNow, swapsOf, unitsOf } from '../../support/page/swaps.ts'

const stage = setStage({ CHAINS: '' })

function rowsOf(page: Page, name: 'Deposits' | 'Withdrawals' | 'Swaps'): Locator {
  return page.getByRole('list', { name }).getByRole('listitem')
}

describe('[WAL-09] the records of the simulated account', () => {
  test('are only swaps, ten at a time, newest first', async () => {
    const { page, user } = await visitJoined(stage)
    for (let at = 0; at < 23; at++) await swapNow(user, { from: 1, to: 3, amount: String(100 + at) })
    const calls = await recordCalls(page, stage)
    await page.goto('/record?type=0')
    await reads(page.getByRole('heading', { level: 1 }), 'Records')
    await reads(page.getByRole('tablist', { name: 'Records by type' }), 'Swaps')
    const rows = rowsOf(page, 'Swaps')
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(10)
    await scrollToEnd(rows, 23)
    await seen(page.getByText('End of list'))
    const given = (await rows.allInnerTexts()).map((text) => /−(\d+)\.00 USDT/.exec(text)?.[1])
    expect(given).toEqual(Array.from({ length: 23 }, (_, at) => String(122 - at)))
    const asked = calls.filter(({ path }) => path === '/api/getMyExchangeRecords')
    const places = new Set(
      asked.map(({ fields }) => `${String(fields['pageNum'])} of ${String(fields['pageSize'])}`),
    )
    expect([...places]).toEqual(['1 of 10', '2 of 10', '3 of 10'])
    await opensWhole(page, rows.nth(14), (await swapsOf(user))[14])
  })

  test('say so while there are none', async () => {
    const { page } = await visitJoined(stage)
    await page.goto('/record?type=2')
    await seen(page.getByText('No data'))
    await seen(page.getByText('Swaps show here with their rate.'))
  })
})

/** A row of the list opens the swap with the server's figures. */
async function opensWhole(page: Page, row: Locator, swap?: { id: string; money: string; received: string }) {
  await row.getByRole('button').click()
  const sheet = await seen(page.getByRole('dialog', { name: 'Swap' }))
  await reads(figureOf(sheet, 'Number'), swap?.id ?? '')
  await reads(figureOf(sheet, 'Given'), `${swap?.money}.00 USDT`)
  const received = (await figureOf(sheet, 'Received').innerText()).replace(' ETH', '')
  // ETH shows six decimals, cut.
  expect(unitsOf(received)).toBe(((parseAmount(swap?.received ?? '') ?? 0n) / 100n) * 100n)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await gone(sheet)
}

describe('[WAL-09] the records of the real account', () => {
  let person: Person & { page: Page }
  let page: Page

  beforeAll(async () => {
    await seeChain(stage.app)
    person = await visitWithEther(stage)
    page = person.page
    const { user, account, address } = person
    await withdrawn(person, { typeId: typeIdOf(3), to: address, amount: '0.1' })
    await waitForNewAddresses(user)
    await callBack(user, await withdraw(user, account, { typeId: typeIdOf(3), to: OUTSIDE, amount: '0.11' }))
    await withdraw(user, account, { typeId: typeIdOf(3), to: OUTSIDE, amount: '0.12' })
    await swapNow(user, { from: 3, to: 1, amount: '0.01', book: 0 })
  })

  test('are of three types, each under its address', async () => {
    await page.goto('/record?type=0')
    const tabs = page.getByRole('tablist', { name: 'Records by type' })
    await reads(tabs, 'Deposits Withdrawals Swaps')
    await expect.poll(() => rowsOf(page, 'Deposits').count()).toBe(1)
    await reads(rowsOf(page, 'Deposits'), /^(ETH )+\w+ \d+, 20\d\d, \d\d:\d\d \+0\.50 Success$/)
    await tabs.getByRole('tab', { name: 'Withdrawals' }).click()
    await page.waitForURL(/\/record\?type=1/)
    await expect.poll(() => rowsOf(page, 'Withdrawals').count()).toBe(3)
    await tabs.getByRole('tab', { name: 'Swaps' }).click()
    await page.waitForURL(/\/record\?type=2/)
    await reads(rowsOf(page, 'Swaps'), /ETH → USDT .* −0\.01 ETH$/)
  })

  test('show for each withdrawal whether it is pending, succeeded or failed', async () => {
    await page.goto('/record?type=1')
    const rows = rowsOf(page, 'Withdrawals')
    await reads(rows.nth(0), /ETH \w+ \d+, 20\d\d, \d\d:\d\d −0\.12 Pending$/)
    await reads(rows.nth(1), /ETH \w+ \d+, 20\d\d, \d\d:\d\d −0\.11 Failed$/)
    await reads(rows.nth(2), /ETH \w+ \d+, 20\d\d, \d\d:\d\d −0\.10 Success$/)
    const records = await transfersOf(person.user, 'get_my_cash_out_record')
    expect(records.map(({ status }) => status)).toEqual([0, 2, 1])
  })

  test('are polled while one is pending, and not otherwise', async () => {
    const calls = await recordCalls(page, stage)
    const asked = (path: string) => calls.filter((call) => call.path === path).length
    await page.clock.install()
    await page.goto('/record?type=1')
    await expect.poll(() => asked('/api/get_my_cash_out_record'), { timeout: 150_000 }).toBeGreaterThan(2)
    await page.goto('/record?type=0')
    await expect.poll(() => rowsOf(page, 'Deposits').count()).toBe(1)
    await page.clock.runFor(6_000)
    expect(asked('/api/get_my_recharge_record')).toBe(1)
  })

  test('open a deposit and a finished withdrawal with their steps and full transaction', async () => {
    for (const [type, name, call] of [
      [0, 'Deposit', 'get_my_recharge_record'],
      [1, 'Withdrawal', 'get_my_cash_out_record'],
    ] as const) {
      const record = (await transfersOf(person.user, call)).at(-1)
      await page.goto(`/record?type=${type}`)
      await rowsOf(page, `${name}s`).last().getByRole('button').click()
      const sheet = await seen(page.getByRole('dialog', { name }))
      await seen(sheet.getByText(record?.txid ?? 'no transaction', { exact: true }))
      expect(await sheet.locator('time').first().getAttribute('title')).toMatch(/\d:\d\d:\d\d/)
      await seen(sheet.getByText(record?.address ?? 'no address', { exact: true }))
      const steps = sheet.getByRole('list', { name: `Progress of the ${name.toLowerCase()}` })
      await reads(steps, type === 0 ? /Done: Seen in block [\d,]+ .*Done: Credited/ : /Done: Final/)
      expect(await steps.getByText(/To come:|Under way:/).count()).toBe(0)
      expect(record?.txid).toMatch(/^0x[0-9a-f]{64}$/)
    }
  })

  test('show the steps of a cancelled withdrawal, and can cancel a waiting one', async () => {
    const before = await freeIn(person.user, 'ETH')
    await page.goto('/record?type=1')
    const rows = rowsOf(page, 'Withdrawals')
    await rows.nth(1).getByRole('button').click()
    const ended = await seen(page.getByRole('dialog', { name: 'Withdrawal' }))
    await reads(ended.getByRole('list', { name: 'Progress of the withdrawal' }), /Ended: Called back/)
    expect(await ended.getByRole('button', { name: 'Call back' }).count()).toBe(0)
    await ended.getByRole('button', { name: 'Close' }).click()
    await gone(ended)
    await rows.nth(0).getByRole('button').click()
    const waiting = await seen(page.getByRole('dialog', { name: 'Withdrawal' }))
    await waiting.getByRole('button', { name: 'Call back' }).click()
    const question = await seen(page.getByRole('alertdialog', { name: 'Call this withdrawal back?' }))
    await question.getByRole('button', { name: 'Call it back' }).click()
    await waitForToast(page, 'The withdrawal was called back')
    await reads(waiting.getByRole('list', { name: 'Progress of the withdrawal' }), /Ended: Called back/)
    const [record] = await transfersOf(person.user, 'get_my_cash_out_record')
    expect(record?.status).toBe(2)
    const held = (parseAmount(record?.money ?? '') ?? 0n) + (parseAmount(record?.fee ?? '') ?? 0n)
    expect((await freeIn(person.user, 'ETH')) - before).toBe(held)
  })
})
