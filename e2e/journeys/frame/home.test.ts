import { LANGUAGES } from '@tickmark/texts/languages'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { passOn, recordCalls } from '../../support/stage/calls.ts'
import { type Editor, editor, WITH_EDITOR } from '../../support/house/content.ts'
import { axeFindings, cutTexts, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { placeOrder } from '../../support/house/orders.ts'
import { newPerson, visitAs, visitJoined } from '../../support/house/people.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { textIn } from '../../support/page/texts.ts'

const stage = setStage({ ...WITH_EDITOR, CONTENT: 'none', ARBITRAGE_BANNER: '1' })
let editors: Editor
/** Ids of the articles, oldest first. */
const articles: number[] = []

beforeAll(async () => {
  editors = await editor(stage)
  for (let at = 1; at <= 12; at++) {
    const html = `<h3>Part ${at}</h3><p>What <strong>article ${at}</strong> says.</p><ul><li>One</li></ul><p><a href="/order">Your orders</a></p>`
    articles.push(await editors.publish({ kind: 'news', title: `Article ${at}`, source: 'The desk', html }))
  }
})

const section = (page: Page) => page.getByRole('region', { name: 'News' })
const rows = (page: Page) => section(page).getByRole('listitem')
const article = (page: Page, at: number) => page.getByRole('dialog', { name: `Article ${at}`, exact: true })

async function openNews(page: Page): Promise<void> {
  await page.goto('/')
  await seen(page.getByRole('list', { name: 'Coins' }))
  await page.mouse.move(195, 400)
  await page.mouse.wheel(0, 3_000)
  await seen(rows(page))
}

describe('the news', () => {
  test('[HOME-04] are five, the latest first, each with its title, its source and how long ago it was', async () => {
    const page = await stage.visit()
    await openNews(page)
    await expect.poll(() => rows(page).count()).toBe(5)
    await reads(rows(page).nth(0), /^Article 12 The desk (just now|\d+ minutes? ago)$/)
    await reads(rows(page).nth(4), /^Article 8 /)
  })

  test('need no formatter of numbers or times, as the first one takes longer than all that a first visit draws', async () => {
    const page = await stage.visit({ prepare: (context) => context.addInitScript(countFormatters) })
    await openNews(page)
    await reads(rows(page).nth(0), /ago$|just now$/)
    expect(await page.evaluate(() => document.documentElement.dataset['formatters'])).toBe('')
    await rows(page).nth(0).getByRole('time').hover()
    expect(await page.evaluate(() => document.documentElement.dataset['formatters'])).toBe('DateTimeFormat ')
  })

  test('[HOME-04] come five more at a time, until there are no more', async () => {
    const page = await stage.visit()
    const calls = await recordCalls(page, stage)
    await openNews(page)
    await section(page).getByRole('button', { name: 'More news' }).click()
    await expect.poll(() => rows(page).count()).toBe(10)
    await expect.poll(() => rows(page).nth(5).getByRole('link').evaluate(isFocused)).toBe(true)
    await section(page).getByRole('button', { name: 'More news' }).click()
    await expect.poll(() => rows(page).count()).toBe(12)
    await seen(section(page).getByText('End of the news'))
    expect(await section(page).getByRole('button').count()).toBe(0)
    const titles = (await rows(page).allInnerTexts()).map((text) => text.split('\n')[0])
    expect(titles).toEqual(articles.map((_, at) => `Article ${12 - at}`))
    const asked = calls.filter(({ path, fields }) => /IndexInf/.test(path) && fields['pageSize'] === 5)
    const places = new Set(asked.map(({ fields }) => fields['before']))
    expect([...places]).toEqual([undefined, articles[7], articles[2]])
  })

  test('[HOME-04] an article slides in with its text, has its own address, and closes with Back', async () => {
    const page = await stage.visit()
    await openNews(page)
    await rows(page).nth(1).getByRole('link').click()
    const open = await seen(article(page, 11))
    await seen(open.getByRole('heading', { name: 'Part 11' }))
    expect(await open.locator('strong').innerText()).toBe('article 11')
    await expect.poll(() => new URL(page.url()).search).toBe(`?news=${articles[10]}`)
    const { width, height } = (await open.boundingBox()) ?? { width: 0, height: 0 }
    expect([width, height]).toEqual([390, 844])
    await page.goBack()
    await gone(open)
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => rows(page).nth(1).getByRole('link').evaluate(isFocused)).toBe(true)
    await page.goForward()
    await seen(article(page, 11))
    await open.getByRole('button', { name: 'Close' }).click()
    await gone(open)
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('[HOME-04] an address opens its article for anybody, even an older one', async () => {
    const page = await stage.visit()
    await page.goto(`/?tab=all&news=${articles[1]}`)
    const open = await seen(article(page, 2))
    await seen(open.getByRole('heading', { name: 'Part 2' }))
    await page.keyboard.press('Escape')
    await gone(open)
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=all')
    await page.goto(`/?news=${articles[1]}`)
    await open.getByRole('link', { name: 'Your orders' }).click()
    await expect.poll(() => page.title()).toBe('Order records')
    await gone(page.getByRole('dialog'))
  })

  test('the page says so when an article does not exist, or did not load', async () => {
    const page = await stage.visit()
    await page.goto('/?news=999999')
    const open = await seen(page.getByRole('dialog', { name: 'Article', exact: true }))
    await seen(open.getByText('This article is no longer here'))
    await page.route('**/api/getIndexInformation?*', (route) => route.abort())
    await page.goto(`/?news=${articles[0]}`)
    await seen(open.getByText('The article did not load'))
    await page.unroute('**/api/getIndexInformation?*')
    await open.getByRole('button', { name: 'Try again' }).click()
    await seen(page.getByRole('heading', { name: 'Part 1' }))
    stage.forgive(/getIndexInformation|ERR_FAILED/)
  })

  test('that did not load say so, and appear with the next try', async () => {
    const page = await stage.visit()
    await page.route('**/api/getIndexInformation?*', (route) => route.abort())
    await page.goto('/')
    const failed = section(page).getByRole('alert')
    await reads(failed, /^The news did not load/)
    await page.unroute('**/api/getIndexInformation?*')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => rows(page).count()).toBe(5)
    stage.forgive(/getIndexInformation|ERR_FAILED/)
  })

  test('stand beside the markets on a wide screen, and do not replace the coin', async () => {
    const page = await stage.visit({ width: 1280, height: 800 })
    await page.goto('/business?pid=3')
    await seen(page.getByRole('list', { name: 'Coins' }))
    await page.mouse.move(300, 400)
    await page.mouse.wheel(0, 3_000)
    await rows(page).nth(0).getByRole('link').click()
    const open = await seen(article(page, 12))
    await waitUntilStill(page)
    const { x, width } = (await open.boundingBox()) ?? { x: 0, width: 0 }
    expect(x + width).toBe(1280)
    await expect.poll(() => new URL(page.url()).search).toBe(`?pid=3&news=${articles[11]}`)
    await page.goBack()
    await gone(open)
    await expect.poll(() => new URL(page.url()).search).toBe('?pid=3')
  })
})

describe('below the markets', () => {
  test('[HOME-03] the invitation shows the user’s code and leads to the share page; loans have their link', async () => {
    const { page, user } = await visitJoined(stage)
    const { myCode } = (await user.get('/api/modify_user')).body.data as { myCode: string }
    await openNews(page)
    const invite = page.getByRole('region', { name: 'Invite a friend' })
    await seen(invite.getByText(myCode, { exact: true }))
    await seen(invite.getByText(/There is no reward/))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await invite.getByRole('button', { name: 'Copy' }).click()
    await waitForToast(page, 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(myCode)
    await invite.getByRole('link', { name: 'Link and QR code' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/share')
    await openNews(page)
    await page.getByRole('main').getByRole('link', { name: 'Loan details' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/detail')
  })

  test('[HOME-03] a visitor joins from the invitation', async () => {
    const page = await stage.visit()
    await openNews(page)
    await page.getByRole('button', { name: 'Join to get your code' }).click()
    await seen(page.getByRole('dialog', { name: 'Join', exact: true }))
  })

  test('[HOME-02] the arbitrage banner shows where the configuration enables it', async () => {
    const page = await stage.visit()
    await openNews(page)
    const banner = page.getByRole('main').getByRole('link', { name: /^Arbitrage/ })
    await seen(banner)
    expect(await banner.getAttribute('href')).toBe('/arbitrage')
    await page.route('**/config.json', async (route) => {
      const config = (await (await passOn(route)).json()) as { flags: object }
      await route.fulfill({ json: { ...config, flags: { ...config.flags, arbitrageBanner: false } } })
    })
    await page.reload()
    await page.evaluate(() => localStorage.removeItem('config'))
    await openNews(page)
    await expect.poll(() => rows(page).count()).toBe(5)
    await gone(banner)
  })
})

describe('a notice', () => {
  const popup = (page: Page, title: string) => page.getByRole('dialog', { name: title })
  let ids: number[]
  beforeAll(async () => {
    ids = []
    for (const title of ['Maintenance on Sunday', 'New coins']) {
      const html = `<p>About <strong>${title}</strong>.</p><script>window.bad = 1</script>`
      ids.push(await editors.publish({ kind: 'notice', type: 1, title, html }))
    }
  })

  test('[HOME-06] opens over the home page with its title and text, the latest first, each once', async () => {
    const person = await newPerson(stage)
    const page = await visitAs(stage, person, { notices: true })
    await page.clock.install()
    await page.goto('/')
    const newest = await seen(popup(page, 'New coins'))
    expect(await newest.locator('strong').innerText()).toBe('New coins')
    expect(await newest.locator('script').count()).toBe(0)
    await shoot(page, 'notice, english 390')
    expect(await axeFindings(page)).toEqual([])
    await newest.getByRole('button', { name: 'Next notice' }).click()
    const older = await seen(popup(page, 'Maintenance on Sunday'))
    await older.getByRole('button', { name: 'Got it' }).click()
    await gone(older)
    await page.reload()
    await seen(rows(page))
    await page.clock.runFor(2_500)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('[HOME-06] after one is closed, the next one waits for a later visit', async () => {
    const page = await visitAs(stage, await newPerson(stage), { notices: true })
    await page.clock.install()
    await page.goto('/')
    await (await seen(popup(page, 'New coins'))).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('link', { name: 'Markets', exact: true }).click()
    await seen(rows(page))
    await page.clock.runFor(2_500)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.reload()
    const older = await seen(popup(page, 'Maintenance on Sunday'))
    await page.keyboard.press('Escape')
    await gone(older)
    await page.reload()
    await seen(rows(page))
    await page.clock.runFor(2_500)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('waits for the join hint, for an order sheet and for the menu', async () => {
    const page = await stage.visit({ notices: true })
    await page.clock.install()
    await page.goto('/')
    const hint = await seen(page.getByRole('dialog', { name: 'Try it with practice money' }))
    await seen(rows(page))
    await page.clock.runFor(2_500)
    expect(await popup(page, 'New coins').count()).toBe(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = await seen(page.getByRole('dialog', { name: 'Menu' }))
    await menu.getByRole('button', { name: 'Close' }).click()
    await gone(menu)
    await hint.getByRole('button', { name: 'Close' }).click()
    await seen(popup(page, 'New coins'))

    const trader = await newPerson(stage)
    const { orderId } = await placeOrder(trader.user, { timeId: 117 })
    const wide = await visitAs(stage, trader, { width: 1280, height: 800, notices: true })
    await wide.clock.install()
    await wide.goto(`/?open=${orderId}`)
    const countdown = await seen(wide.getByRole('dialog'))
    await wide.clock.runFor(6_500)
    expect(await popup(wide, 'New coins').count()).toBe(0)
    await countdown.getByRole('button', { name: 'Close', exact: true }).click()
    await seen(popup(wide, 'New coins'))
  })

  test('does not open beside a menu opened at the same moment', async () => {
    const page = await visitAs(stage, await newPerson(stage), { notices: true })
    await page.clock.install()
    // Presses the menu right after the page has looked for open panels, before anything is drawn.
    await page.addInitScript(() => {
      const set = window.setInterval
      const find: (selectors: string) => Element | null = Reflect.get(Document.prototype, 'querySelector')
      let looked = false
      Reflect.set(Document.prototype, 'querySelector', function (this: Document, selectors: string) {
        if (selectors.includes('menu-popup')) looked = true
        return find.call(this, selectors)
      })
      window.setInterval = ((run: () => void, ms: number) =>
        set(() => {
          looked = false
          run()
          if (looked) document.querySelector<HTMLElement>('[aria-label="Open menu"]')?.click()
        }, ms)) as typeof set
    })
    await page.goto('/')
    await seen(page.getByRole('dialog', { name: 'Menu' }))
    await page.clock.runFor(1_500)
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  test('that was withdrawn no longer opens', async () => {
    await editors.withdraw(ids[1] ?? 0)
    const page = await visitAs(stage, await newPerson(stage), { notices: true })
    await page.goto('/')
    await seen(popup(page, 'Maintenance on Sunday'))
  })
})

test('a house without news says so', async () => {
  for (const id of articles) await editors.withdraw(id)
  const page = await stage.visit()
  await page.goto('/')
  await seen(section(page).getByText('No news yet'))
})

describe('a new sandbox', () => {
  const fresh = setStage()

  test.each(LANGUAGES)('has news and a notice to read from its first minute, in %s too', async (language) => {
    const say = (key: string) => textIn(language, key)
    const person = await newPerson(fresh)
    const page = await visitAs(fresh, person, { language, notices: true, motion: 'reduce' })
    await page.goto('/')
    const popup = await seen(page.getByRole('dialog'))
    await waitUntilStill(page)
    await shoot(page, `first notice, ${language}`)
    expect(await cutTexts(page)).toEqual([])
    await popup.getByRole('button', { name: say('shell:words.close') }).click()
    await gone(popup)
    const news = page.getByRole('region', { name: say('news:title') })
    await expect.poll(() => news.getByRole('listitem').count()).toBe(5)
    await news.getByRole('button').scrollIntoViewIfNeeded()
    await waitUntilStill(page)
    await shoot(page, `first news, ${language}`)
    expect(await cutTexts(page)).toEqual([])
    await news.getByRole('link').first().click()
    await seen(page.getByRole('dialog').locator('.prose p'))
    const pictures = page.getByRole('dialog').locator('img')
    await expect
      .poll(() => pictures.evaluateAll((all) => all.every((one) => (one as HTMLImageElement).complete)))
      .toBe(true)
    await waitUntilStill(page)
    await shoot(page, `first article, ${language}`)
    expect(await cutTexts(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
  })
})

function isFocused(node: Element): boolean {
  return document.activeElement === node
}

/** Notes the formatters that the page creates in an attribute of its root. */
function countFormatters(): void {
  let created = ''
  const note = () => (document.documentElement.dataset['formatters'] = created)
  for (const name of ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat'] as const) {
    const construct = (of: new (...given: unknown[]) => object, given: unknown[]) => {
      created += `${name} `
      note()
      return new of(...given)
    }
    Object.defineProperty(Intl, name, {
      value: new Proxy<object>(Intl[name], { construct }),
    })
  }
  addEventListener('DOMContentLoaded', note)
}
