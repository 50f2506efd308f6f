import { describe, expect, test } from 'vitest'
import { passOn } from '../../support/stage/calls.ts'
import { placeOrder } from '../../support/house/orders.ts'
import { axeFindings, cutTexts, enlargeText, shoot } from '../../support/page/looks.ts'
import { newPerson, visitAs, visitJoined } from '../../support/house/people.ts'
import { figureOf, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { holdToasts, PRACTICE_READY, toast, waitForToast } from '../../support/page/toasts.ts'
import { amountIn } from '../../support/page/trade.ts'

const stage = setStage({ CHAINS: '' })

describe('the first minute', () => {
  test('after joining one card opens a filled order; the notices are folded into it, and none pops up', async () => {
    const page = await stage.visit({ notices: true, firstOrder: true })
    await page.goto('/')
    await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
    await waitForToast(page, PRACTICE_READY)
    const card = await seen(page.getByRole('region', { name: 'Place a practice order' }))
    await shoot(page, 'first minute')
    const notice = card.getByRole('button', { name: 'This is a sandbox' })
    await notice.click()
    await seen(card.getByText(/^The market is simulated/))
    expect(await cutTexts(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await notice.click()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await card.getByRole('button', { name: 'Open the filled order' }).click()
    const sheet = await seen(page.getByRole('dialog', { name: /^BTC\/USDT ·/ }))
    await expect.poll(() => amountIn(sheet).inputValue()).toBe('10')
    expect(await sheet.getByRole('radio', { name: '1 min' }).isChecked()).toBe(true)
    await reads(figureOf(sheet, 'If you lose'), '−10.000000 USDT')
    await sheet.getByRole('button', { name: /^Place order · 10/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await seen(page.getByRole('dialog', { name: /Up · 10 USDT/ }))
    // A user who has placed an order no longer sees the card.
    await page.goto('/')
    await seen(page.getByRole('region', { name: 'Your open orders' }))
    expect(await page.getByRole('region', { name: 'Place a practice order' }).count()).toBe(0)
  })

  test('the card leads to the guide, stays closed, and does not appear after a first order', async () => {
    const person = await newPerson(stage)
    const page = await visitAs(stage, person, { firstOrder: true })
    await page.goto('/')
    const card = await seen(page.getByRole('region', { name: 'Place a practice order' }))
    await card.getByRole('button', { name: 'How it works' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/guide')
    await page.goBack()
    await (await seen(card)).getByRole('button', { name: 'Close' }).click()
    await gone(card)
    await page.reload()
    await seen(page.getByRole('region', { name: 'Move money' }))
    await page.waitForLoadState('networkidle')
    expect(await card.count()).toBe(0)
    const trader = await newPerson(stage)
    await placeOrder(trader.user)
    const other = await visitAs(stage, trader, { firstOrder: true })
    await other.goto('/')
    await seen(other.getByRole('region', { name: 'Your open orders' }))
    expect(await other.getByRole('region', { name: 'Place a practice order' }).count()).toBe(0)
  })

  test('in large letters the message moves just below the title of a sheet that rises', async () => {
    const page = await stage.visit({ motion: 'no-preference' })
    await page.goto('/')
    await holdToasts(page)
    await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
    await waitForToast(page, PRACTICE_READY)
    await page.getByRole('list', { name: 'Coins' }).getByRole('link').first().click()
    const entrust = await seen(page.getByRole('button', { name: 'Entrust Up' }))
    await enlargeText(page, 200)
    await entrust.click()
    const sheet = await seen(page.getByRole('dialog', { name: /^[A-Z]+\/USDT ·/ }))
    const gap = async () => {
      const title = await sheet.locator('[data-layer-title]').boundingBox()
      const message = await toast(page).boundingBox()
      return title && message && Math.round(message.y - title.y - title.height)
    }
    await expect.poll(gap, { timeout: 30_000 }).toBe(8)
  })

  test('in a wide window the card fills in the form beside the chart', async () => {
    const { page } = await visitJoined(stage, { width: 1280, height: 800, firstOrder: true })
    await page.goto('/')
    await page.getByRole('button', { name: 'Open the filled order' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('10')
  })
})

describe('an empty real account', () => {
  test('is one big button for test money, with the other actions small below it', async () => {
    const { page } = await visitJoined(stage, { book: 0 })
    await page.goto('/')
    const actions = await seen(page.getByRole('region', { name: 'Move money' }))
    await seen(actions.getByRole('button', { name: 'Get test money' }))
    for (const name of ['Receive', 'Send', 'Swap', 'Invite'])
      await seen(actions.getByRole('button', { name }))
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'empty real account')
    await page.goto('/account')
    await seen(actions.getByRole('button', { name: 'Get test money' }))
    await shoot(page, 'empty real wallet')
    await actions.getByRole('button', { name: 'Get test money' }).click()
    await waitForToast(page, /is on its way to your address$/)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/recharge')
    await reads(page.getByRole('heading', { level: 1 }), /^USDT/)
  })

  test('of a live house leads to the user’s own address instead', async () => {
    const { page } = await visitJoined(stage, { book: 0 })
    await page.route('**/config.json', async (route) => {
      const answer = await passOn(route)
      const config = (await answer.json()) as object
      await route.fulfill({ response: answer, json: { ...config, mode: 'live' } })
    })
    await page.goto('/account')
    await page.getByRole('button', { name: 'Add money' }).click()
    await expect.poll(() => new URL(page.url()).search).toMatch(/name=USDT&.*tab=receive/)
  })

  test('the simulated one can neither receive nor send', async () => {
    const { page } = await visitJoined(stage)
    await page.goto('/')
    const actions = await seen(page.getByRole('region', { name: 'Move money' }))
    await seen(actions.getByRole('button', { name: 'Swap' }))
    for (const name of ['Receive', 'Send', 'Get test money'])
      expect(await actions.getByRole('button', { name }).count()).toBe(0)
  })
})
