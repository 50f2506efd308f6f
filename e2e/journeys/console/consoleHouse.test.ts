import { CHAIN_MS } from '@tickmark/server/app/custody.testing'
import { RULE_BOUNDS } from '@tickmark/core/orders/ruleChange'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { seeChain } from '../../support/house/chain.ts'
import { approveOpen, visitConsole } from '../../support/page/console.ts'
import { axeFindings, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { newPerson, visitAs, visitJoined } from '../../support/house/people.ts'
import { figureOf, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { askToPlace, countdownOf, openOrderSheet } from '../../support/page/trade.ts'

const stage = setStage({ CHAINS: '' })

/** The background of the article in a preview. */
function groundOf(page: Page, theme: string): Promise<string> {
  return page.getByRole('article', { name: theme }).evaluate((node) => getComputedStyle(node).backgroundColor)
}

describe('a notice', () => {
  test('is written, previewed in both themes, published, and shown on the user’s home', async () => {
    const { page } = await visitConsole(stage, ['editor'], '/content?kind=notice')
    await page.getByRole('link', { name: 'New draft' }).press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('Maintenance on Sunday')
    const html = '<p>Trading pauses for <b>ten</b> minutes.</p><script>alert(1)</script>'
    await page.getByRole('textbox', { name: 'Text in HTML' }).fill(html)
    for (const theme of ['Light', 'Dark']) {
      const shown = page.getByRole('article', { name: theme })
      await reads(shown, 'Maintenance on Sunday Trading pauses for ten minutes.')
    }
    const [light, dark] = await Promise.all(['Light', 'Dark'].map((name) => groundOf(page, name)))
    expect(light).not.toBe(dark)
    await page.getByRole('button', { name: 'Save the draft' }).press('Enter')
    await reads(page.getByRole('heading', { level: 1 }), 'Maintenance on Sunday')
    await seen(page.getByText('Draft', { exact: true }))

    await page.getByRole('radio', { name: /العربية/ }).press(' ')
    await page.getByRole('textbox', { name: 'Title' }).fill('صيانة يوم الأحد')
    await page.getByRole('textbox', { name: 'Text in HTML' }).fill('<p>يتوقف التداول عشر دقائق.</p>')
    expect(await page.getByRole('article', { name: 'Dark' }).getAttribute('dir')).toBe('rtl')
    await page.getByRole('button', { name: 'Save the revision' }).press('Enter')
    await seen(page.getByText('Saved', { exact: true }))
    await waitUntilStill(page)
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'console content')
    await page.getByRole('button', { name: 'Publish now' }).press('Enter')
    await seen(page.locator('h1 + *').getByText('Published'))

    const home = await visitAs(stage, await newPerson(stage), {
      notices: true,
      language: 'arab',
      firstOrder: true,
    })
    await home.goto('/')
    await (await seen(home.getByRole('button', { name: 'صيانة يوم الأحد' }))).click()
    await seen(home.getByText('يتوقف التداول عشر دقائق.'))
    await page.getByRole('button', { name: 'Withdraw', exact: true }).press('Enter')
    await seen(page.locator('h1 + *').getByText('Withdrawn'))
  })

  test('changed by another editor meanwhile is not overwritten, and nothing typed is lost', async () => {
    stage.forgive(/status of 409 .*content\/revise/)
    const { page, operator } = await visitConsole(stage, ['editor'], '/content/new?kind=reply')
    await page.getByRole('textbox', { name: 'Title' }).fill('Greeting')
    await page.getByRole('textbox', { name: 'Text in HTML' }).fill('<p>Good day.</p>')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await reads(page.getByRole('heading', { level: 1 }), 'Greeting')
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
    const field = page.getByRole('textbox', { name: 'Text in HTML' })
    const save = page.getByRole('button', { name: 'Save the revision' })
    // Every own revision follows the one before it.
    for (const html of ['<p>Good evening.</p>', '<p>Good night.</p>']) {
      await field.fill(html)
      const saved = page.waitForResponse((one) => one.url().includes('content/revise'))
      await save.click()
      expect((await saved).status()).toBe(200)
    }
    const other = { id, contentLanguage: 'english', title: 'Greeting', html: '<p>Hello.</p>', after: 3 }
    expect((await operator.post('/api/console/content/revise', { json: other })).status).toBe(200)
    await field.fill('<p>Good morning.</p>')
    await save.click()
    await reads(page.getByRole('alert').filter({ hasText: /./ }), /./)
    expect(await field.inputValue()).toBe('<p>Good morning.</p>')
  })
})

describe('actions that take two operators', () => {
  test(
    'a halted network resumes once a second operator has seen the cause and approved',
    async () => {
      await seeChain(stage.app)
      const { db } = stage.database.database
      const haltedAt = BigInt(stage.clock.nowMs())
      await sql`update chain_state set halted_because = 'reorganised', halted_at_ms = ${haltedAt}`.execute(db)
      const { page } = await visitConsole(stage, ['treasurer'], '/chains')
      await seen(page.getByText('Halted: blocks were replaced'))
      await waitUntilStill(page)
      expect(await axeFindings(page)).toEqual([])
      await shoot(page, 'console chains')
      await page.getByRole('button', { name: /^Propose to resume/ }).press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Both nodes agree on the new blocks')
      await dialog.getByRole('button', { name: 'Ask for approval' }).press('Enter')
      await seen(dialog.getByText('It waits for a second operator', { exact: false }))
      await reads(figureOf(dialog, /^Halt$/), 'Halted: blocks were replaced None')
      await reads(figureOf(dialog, 'Halted since'), /^[A-Z][a-z]+ \d+, \d{4} [\d:]+$/)
      await page.keyboard.press('Escape')
      await seen(page.getByText('Halted: blocks were replaced'))

      const second = await visitConsole(stage, ['treasurer'], '/proposals')
      await approveOpen(second.page)
      await gone(page.getByText('Halted: blocks were replaced'), CHAIN_MS)
    },
    CHAIN_MS,
  )

  test('rules are announced a day ahead, and a quote on a user’s screen stays valid', async () => {
    const { page: user } = await visitJoined(stage, { book: 1 })
    await user.goto('/business?pid=1')
    const sheet = await openOrderSheet(user)
    await seen(sheet.getByText(/House margin 4/))

    const { page } = await visitConsole(stage, ['treasurer'], '/rules')
    // The button is disabled until then, and a key pressed on it lost.
    await seen(page.getByRole('region', { name: 'In force now' }))
    await page.getByRole('button', { name: 'Propose a version' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'House margin' }).fill('2')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Less margin on quiet days')
    await dialog.getByRole('button', { name: 'Ask for approval' }).press('Enter')
    await seen(dialog.getByText('It waits for a second operator', { exact: false }))
    await reads(figureOf(dialog, 'Margin'), /4.*2/)
    await reads(figureOf(dialog, 'Acts at the earliest'), /^[A-Z][a-z]+ \d+, \d{4} [\d:]+$/)
    await page.keyboard.press('Escape')
    const second = await visitConsole(stage, ['treasurer'], '/proposals')
    await approveOpen(second.page)

    const version = page.getByRole('region', { name: 'Version 1' })
    await reads(figureOf(version, 'House margin'), '4 % 2 %')
    await reads(version, /Announced/)
    await reads(figureOf(page.getByRole('region', { name: 'In force now' }), 'House margin'), '4 %')
    await waitUntilStill(page)
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'console rules')
    await seen(sheet.getByText(/House margin 4/))
    const question = await askToPlace(user, sheet, '5')
    await question.getByRole('button', { name: 'Yes' }).click()
    await seen(countdownOf(user, 'Up'))
  })

  test('the form of the rules says what is allowed, toggles one duration at a time, and forgets what was not sent', async () => {
    const { page } = await visitConsole(stage, ['treasurer'], '/rules')
    await seen(page.getByRole('region', { name: 'In force now' }))
    const open = () => page.getByRole('button', { name: /^Propose a version/ }).press('Enter')
    await open()
    const dialog = page.getByRole('dialog')
    const [least, most] = RULE_BOUNDS.marginPpm.map((ppm) => ppm / 10_000)
    await seen(dialog.getByText(`Between ${least} and ${most} %`))
    const margin = dialog.getByRole('textbox', { name: 'House margin' })
    const before = await margin.inputValue()
    await margin.fill('3')
    const boxes = dialog.getByRole('checkbox')
    const states = () => boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))
    const all = await states()
    for (const isOn of [false, true]) {
      await boxes.nth(1).press(' ')
      expect(await states()).toEqual(all.with(1, isOn))
    }
    await boxes.nth(1).press(' ')
    await page.keyboard.press('Escape')
    await gone(dialog)
    await open()
    expect(await margin.inputValue()).toBe(before)
    expect(await states()).toEqual(all)
  })

  test('house money moves between its accounts, and a wrong sum is refused with a reason', async () => {
    stage.forgive(/status of 409 .*proposals\/ask/)
    const { page } = await visitConsole(stage, ['treasurer'], '/treasury')
    const account = page.getByRole('table', { name: 'The house’s accounts' }).getByRole('row')
    await waitUntilStill(page)
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'console treasury')
    const dialog = page.getByRole('dialog')
    const ask = async (amount: string) => {
      await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('More bankroll for the weekend')
      await dialog.getByRole('button', { name: 'Ask for approval' }).press('Enter')
    }
    await page.getByRole('button', { name: 'Propose to move house money' }).press('Enter')
    await ask('99000000')
    await reads(dialog.getByRole('alert').filter({ hasText: /./ }), /^This account holds/)
    // The same proposal, made again, is another one.
    for (const isAgain of [false, true]) {
      if (isAgain) await page.getByRole('button', { name: 'Propose to move house money' }).press('Enter')
      await ask('1000')
      await seen(dialog.getByText('It waits for a second operator', { exact: false }))
      await page.keyboard.press('Escape')
      await gone(dialog)
    }
    const second = await visitConsole(stage, ['treasurer'], '/proposals')
    await approveOpen(second.page)
    await seen(account.filter({ hasText: 'Bankroll' }).filter({ hasText: '1,001,000' }))
    await approveOpen(second.page)
    await seen(account.filter({ hasText: 'Bankroll' }).filter({ hasText: '1,002,000' }))
  })

  test('the engine is stopped by one operator for a reason, and its limits are changed by two', async () => {
    const { page } = await visitConsole(stage, ['treasurer'], '/programme')
    const engine = page.getByRole('region', { name: 'Engine' })
    await seen(engine)
    await waitUntilStill(page)
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'console programme')
    await engine.getByRole('button', { name: 'Stop the engine' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A venue answers late')
    await dialog.getByRole('button', { name: 'Stop the engine' }).press('Enter')
    await seen(engine.getByText('An operator stopped it'))
    await engine.getByRole('button', { name: 'Propose other limits' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'Most in one trade' }).fill('1000')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Smaller trades while it is late')
    await dialog.getByRole('button', { name: 'Ask for approval' }).press('Enter')
    await seen(dialog.getByText('It waits for a second operator', { exact: false }))
    await page.keyboard.press('Escape')
    const second = await visitConsole(stage, ['treasurer'], '/proposals')
    await approveOpen(second.page)
    await reads(figureOf(engine, 'Most in one trade'), '1,000.00 USDT')
  })
})
