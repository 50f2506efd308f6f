import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@tickmark/texts/languages'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { recordCalls } from '../../support/stage/calls.ts'
import { visitJoined } from '../../support/house/people.ts'
import { choose, figureOf, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { textIn } from '../../support/page/texts.ts'

const stage = setStage()
const NAMES: Record<Language, string> = {
  english: 'English',
  japanese: '日本語',
  korean: '한국어',
  arab: 'العربية',
  chinese: '简体中文',
}

describe('the language page', () => {
  test('[MSG-02] offers the five by their own names, English from the start', async () => {
    const page = await stage.visit()
    await page.goto('/language')
    const list = page.getByRole('radiogroup', { name: 'Languages' })
    await seen(list)
    expect((await list.locator('label').allInnerTexts()).map((text) => text.trim())).toEqual(
      Object.values(NAMES),
    )
    expect(await list.getByRole('radio', { name: 'English' }).isChecked()).toBe(true)
    await expectLanguage(page, 'english')
  })

  test('[MSG-02] changes nothing before the confirmation', async () => {
    const page = await stage.visit()
    await page.goto('/')
    await page.goto('/language')
    await choose(page.getByRole('radiogroup'), NAMES.arab)
    await expectLanguage(page, 'english')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => page.title()).toBe('Smart Contract')
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBeNull()
    await page.goto('/language')
    expect(await page.getByRole('radio', { name: NAMES.english }).isChecked()).toBe(true)
  })

  test('[MSG-02] changes the other tabs of this browser too', async () => {
    const page = await stage.visit()
    await page.goto('/language')
    const other = await page.context().newPage()
    await other.goto('/')
    await expectLanguage(other, 'english')
    await choose(page.getByRole('radiogroup'), NAMES.arab)
    await page.getByRole('button', { name: textIn('english', 'language:confirm') }).click()
    await seen(other.getByRole('link', { name: textIn('arab', 'shell:nav.orders') }))
    await expectLanguage(other, 'arab')
  })

  test.each(LANGUAGES.filter((language) => language !== 'english'))(
    '[MSG-02][ACC-09] switches to %s after a confirmation: page, title, storage, calls and the server’s texts',
    async (language) => {
      const { page } = await visitJoined(stage)
      const calls = await recordCalls(page, stage)
      await page.goto('/language')
      await choose(page.getByRole('radiogroup'), NAMES[language])
      await page.getByRole('button', { name: 'Confirm' }).click()
      await waitForToast(page, textIn(language, 'language:done'))
      await expect.poll(() => calls.some((call) => call.path === '/api/change_language')).toBe(true)
      await expectLanguage(page, language)
      expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(language)
      await expect.poll(() => page.title()).toBe(textIn(language, 'pages:title.language'))
      await page.goto('/business?pid=1&entrust=up')
      const durations = page.getByRole('radiogroup', {
        name: textIn(language, 'trade:duration'),
        exact: true,
      })
      await seen(durations)
      await expectLanguage(page, language)
      expect(await durations.locator('label').first().innerText()).not.toMatch(/[a-z]/i)
      const asked = calls.filter((call) => call.path === '/api/getLimitTimeType')
      expect(asked.at(-1)?.fields['language']).toBe(language)
      await expectTranslated(page)
    },
  )

  test('[MSG-02] switches back to English', async () => {
    const page = await stage.visit({ language: 'japanese' })
    await page.goto('/language')
    await expectLanguage(page, 'japanese')
    await choose(page.getByRole('radiogroup'), NAMES.english)
    await page.getByRole('button', { name: textIn('japanese', 'language:confirm') }).click()
    await waitForToast(page, 'Language switched')
    await expectLanguage(page, 'english')
  })

  test('[MSG-02] keeps the old language, and says so, when the new one does not arrive', async () => {
    const page = await stage.visit()
    await page.goto('/language')
    await choose(page.getByRole('radiogroup'), NAMES.korean)
    await page.route(/\/assets\/korean-/, (route) => route.abort())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await waitForToast(page, 'The language could not be loaded. Please try again.')
    await expectLanguage(page, 'english')
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBeNull()
    stage.forgive(/korean/)
  })
})

describe('in Arabic', () => {
  test('[MSG-03] the page runs from right to left: menu, ways back and forth, lists', async () => {
    const { page } = await visitJoined(stage, { language: 'arab' })
    await page.goto('/')
    const open = await seen(page.getByRole('button', { name: textIn('arab', 'home:menu') }))
    expect((await open.boundingBox())?.x).toBeGreaterThan(300)
    await open.click()
    const menu = await seen(page.getByRole('dialog', { name: textIn('arab', 'settings:menu.title') }))
    await expect
      .poll(async () => {
        const box = await menu.boundingBox()
        return Math.round((box?.x ?? 0) + (box?.width ?? 0))
      })
      .toBe(390)
    await menu.getByRole('button', { name: textIn('arab', 'shell:words.close') }).click()
    await gone(menu)
    const bitcoin = page
      .getByRole('list', { name: textIn('arab', 'home:list') })
      .getByRole('listitem')
      .filter({ hasText: 'Bitcoin' })
    await expect
      .poll(async () => {
        const price = await bitcoin.getByText(/^[\d,]+\.\d+$/).boundingBox()
        const name = await bitcoin.getByText('Bitcoin').boundingBox()
        return price && name && price.x < name.x
      })
      .toBe(true)
  })

  test('[MSG-03] prices, charts and figures stay left to right, and an order runs from start to end', async () => {
    const { page } = await visitJoined(stage, { language: 'arab' })
    const say = (key: string, facts?: Record<string, string>) => textIn('arab', key, facts)
    await page.goto('/business?pid=1')
    await seen(page.locator('[dir=ltr] [data-tag=last]'))
    await page.getByRole('button', { name: say('trade:entrustUp') }).click()
    await seen(page.getByRole('radiogroup', { name: say('trade:returnRange') }))
    const amount = page.getByRole('textbox', { name: say('trade:amount') })
    // Digits as typed on an Arabic keyboard.
    await amount.fill('٢٥٠')
    expect(await amount.inputValue()).toBe('250')
    await page.getByRole('button', { name: new RegExp(`^${say('trade:placeOrder')}`) }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('trade:yes') })
      .click()
    const countdown = page.getByRole('dialog', { name: new RegExp(`${say('trade:up')} · 250`) })
    await reads(countdown.getByRole('timer'), /^00:0[01]:\d\d$/)
    await reads(figureOf(countdown, say('trade:entryPrice')), /^[\d,]+\.\d\d$/)
    await stage.jump(62_000)
    await seen(countdown.getByText(say('trade:income')))
    await reads(countdown.getByRole('status'), /[\u0600-\u06ff].*[+−]?\d+\.\d{2} USDT/)
    await expectTranslated(page)
  })
})

test.each(LANGUAGES)(
  '[ACC-08] the badge of the simulated account is the same everywhere in %s',
  async (language) => {
    const { page } = await visitJoined(stage, { language })
    const badge = page.getByText(textIn(language, 'home:simulated'), { exact: true })
    for (const path of ['/', '/order', '/business?pid=1&entrust=down']) {
      await page.goto(path)
      await seen(badge)
      await expectTranslated(page)
    }
  },
)

async function expectLanguage(page: Page, language: Language): Promise<void> {
  const html = page.locator('html')
  await expect.poll(() => html.getAttribute('lang')).toBe(LANGUAGE_TAGS[language])
  expect(await html.getAttribute('dir')).toBe(language === 'arab' ? 'rtl' : 'ltr')
}

/** No text key and no empty placeholder is on screen. */
async function expectTranslated(page: Page): Promise<void> {
  const text = await page.locator('body').innerText()
  expect(text).not.toMatch(/\b[a-z]+:[a-z]+(\.[a-z]+)*\b|\{\{|\bundefined\b|\bNaN\b/i)
}
