import { wallet } from '@tickmark/server/app/app.testing'
import { operatorOf } from '@tickmark/server/app/operatorCaller.testing'
import type { Language } from '@tickmark/texts/languages'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings, cutTexts, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { textIn } from '../../support/page/texts.ts'

const EDITOR = wallet(77)
const stage = setStage({ OPERATORS: `${EDITOR.address}:editor` })

const question = (page: Page, title: string | RegExp) =>
  page.locator('details', { has: page.getByRole('heading', { level: 3, name: title }) })
const field = (page: Page, language: Language = 'english') =>
  page.getByRole('searchbox', { name: textIn(language, 'help:search') })

describe('the help', () => {
  test('[MSG-04] lists the questions by area; each opens to its answer', async () => {
    const page = await stage.visit()
    await page.goto('/help')
    await reads(page.getByRole('heading', { level: 1 }), 'Help')
    for (const area of ['start', 'orders', 'wallet', 'safety', 'account']) {
      await seen(page.getByRole('heading', { level: 2, name: textIn('english', `help:area.${area}`) }))
    }
    const tie = question(page, 'What happens at a tie?')
    await tie.locator('summary').click()
    await reads(tie.locator('.prose'), /stake/)
    expect(await tie.locator('.prose p').count()).toBeGreaterThan(0)
    await waitUntilStill(page)
    await shoot(page, 'help 390 light')
    expect(await axeFindings(page)).toEqual([])
    expect(await cutTexts(page)).toEqual([])
  })

  test('leads to the guide, to the questions one by one, and to support', async () => {
    const page = await stage.visit()
    await page.goto('/help')
    await page.getByRole('link', { name: /^Your first order/ }).click()
    await expect.poll(() => page.url()).toMatch(/\/guide$/)
    await page.goBack()
    await page.getByRole('link', { name: /^One question at a time/ }).click()
    await expect.poll(() => page.url()).toMatch(/\/qa$/)
    await page.goBack()
    await page.getByRole('button', { name: /^Ask support/ }).click()
    await seen(page.getByRole('dialog', { name: 'Support' }))
  })

  test('explains its terms in alphabetical order', async () => {
    const page = await stage.visit()
    await page.goto('/help')
    await page.getByRole('tab', { name: 'Glossary' }).click()
    await expect.poll(() => page.url()).toContain('tab=glossary')
    const terms = await (await seen(page.getByRole('tabpanel'))).locator('dt').allInnerTexts()
    expect(terms.length).toBeGreaterThan(20)
    expect(await cutTexts(page)).toEqual([])
    expect(terms).toEqual(terms.toSorted(new Intl.Collator('en').compare))
  })
})

/** Part of a word, as typed into the search, and the title that contains it. */
const SEARCHES: { language: Language; query: string; title: RegExp; hit: string }[] = [
  { language: 'english', query: 'TIE', title: /What happens at a tie/, hit: 'tie' },
  { language: 'japanese', query: '引き分け', title: /引き分け/, hit: '引き分け' },
  { language: 'korean', query: '무승부', title: /무승부/, hit: '무승부' },
  { language: 'arab', query: 'تعادل', title: /تعادل/, hit: 'تعادل' },
  { language: 'chinese', query: '平局', title: /平局/, hit: '平局' },
]

describe('a search of the help', () => {
  test.each(SEARCHES)('finds "$query" in $language and marks it', async ({ language, query, title, hit }) => {
    const page = await stage.visit({ language })
    await page.goto('/help')
    await field(page, language).fill(query)
    await seen(question(page, title))
    await reads(question(page, title).locator('mark'), hit)
    expect(await cutTexts(page)).toEqual([])
    await shoot(page, `help search ${language}`)
  })

  test('survives a reload, can be cleared, and gives advice when it finds nothing', async () => {
    const page = await stage.visit()
    await page.goto('/help')
    await field(page).fill('xylophone receipt')
    await seen(page.getByText('Nothing found for “xylophone receipt”'))
    await seen(page.getByText('Try another word or fewer words, or ask support.'))
    await page.reload()
    await seen(page.getByText('Nothing found for “xylophone receipt”'))
    expect(await field(page).inputValue()).toBe('xylophone receipt')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await seen(page.getByRole('heading', { level: 2, name: 'Wallet' }))
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })
})

describe('the page of one question', () => {
  test('[MSG-04] opens by its address, and leads to its neighbours and to support', async () => {
    const page = await stage.visit()
    await page.goto('/qa')
    await (await seen(page.getByRole('link', { name: 'What happens at a tie?' }))).click()
    await expect.poll(() => page.url()).toMatch(/\/qa\?id=\d+$/)
    await reads(page.getByRole('heading', { level: 2 }), 'What happens at a tie?')
    await page.reload()
    await reads(page.getByRole('heading', { level: 2 }), 'What happens at a tie?')
    await waitUntilStill(page)
    await shoot(page, 'qa 390 light')
    expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])
    await page.getByRole('link', { name: /^Next question/ }).click()
    await reads(page.getByRole('heading', { level: 2 }), 'Can I lose more than my stake?')
    await page.getByRole('link', { name: /^Previous question/ }).click()
    await reads(page.getByRole('heading', { level: 2 }), 'What happens at a tie?')
    await page.getByRole('button', { name: 'Ask support' }).click()
    await seen(page.getByRole('dialog', { name: 'Support' }))
  })

  test('says so when the question does not exist', async () => {
    const page = await stage.visit()
    await page.goto('/qa?id=999999')
    await seen(page.getByText('This question is not here any more'))
    await page.getByRole('button', { name: 'All questions' }).click()
    await seen(page.getByRole('link', { name: 'What happens at a tie?' }))
  })

  test('[MSG-04] shows an editor’s text as sanitized HTML', async () => {
    const editor = await operatorOf(() => stage.url, EDITOR)
    const written = {
      kind: 'answer',
      area: 'orders',
      contentLanguage: 'english',
      title: 'Was this published just now?',
      html: '<p>Yes, <b>just now</b>.</p><script>document.title = "taken"</script><p onclick="x()">See <a href="/guide">the guide</a>.</p>',
    }
    const { body } = await editor.post('/api/console/content/create', { json: written })
    const { id } = (body.data as { item: { id: number } }).item
    const page = await stage.visit()
    await page.goto(`/qa?id=${id}`)
    await seen(page.getByText('This question is not here any more'))
    await editor.post('/api/console/content/publish', { json: { id } })
    await page.reload()
    await reads(page.getByRole('heading', { level: 2 }), written.title)
    await reads(page.locator('.prose b'), 'just now')
    expect(await page.locator('.prose script, .prose [onclick]').count()).toBe(0)
    expect(await page.title()).toBe('Q&A')
    await page.locator('.prose a').click()
    await reads(page.getByRole('heading', { level: 1 }), 'Your first order')
    await gone(page.locator('.prose'))
  })
})
