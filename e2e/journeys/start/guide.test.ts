import { runs } from '@tickmark/core/runs.testing'
import { type Language, LANGUAGES } from '@tickmark/texts/languages'
import { BOOK_KEY } from '@tickmark/wire/legacy/storageKeys'
import { describe, expect, test } from 'vitest'
import { changeAnswers } from '../../support/stage/calls.ts'
import {
  axeFindings,
  badlyDrawn,
  cutTexts,
  enlargeText,
  shoot,
  waitUntilStill,
} from '../../support/page/looks.ts'
import { visitJoined } from '../../support/house/people.ts'
import { reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { textIn } from '../../support/page/texts.ts'

const stage = setStage()
/** `npm test` checks the longest texts and the right-to-left direction. */
const SEEN_IN = runs<Language>(['english', 'arab'], LANGUAGES)
const STEPS = ['order', 'chance', 'margin', 'loss', 'returned', 'receipt']

describe('the guide to a first order', () => {
  test('goes from step to step and ends in the simulated account, at a coin', async () => {
    const { page } = await visitJoined(stage, { book: 0 })
    await page.goto('/guide')
    for (const [at, step] of STEPS.entries()) {
      const title = textIn('english', `help:guide.step.${step}.title`, { margin: '4%' })
      await seen(page.getByRole('heading', { level: 2, name: title }))
      await seen(page.getByRole('progressbar', { name: `Step ${at + 1} of 6` }))
      if (at < 5) await page.getByRole('button', { name: 'Next' }).click()
    }
    await seen(page.getByText('node verify.mjs receipt.html'))
    await page.getByRole('button', { name: 'Open a coin in the simulated account' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/business')
    await seen(page.getByText('Simulated account').or(page.getByText('Simulated')))
    expect(await page.evaluate((key) => localStorage.getItem(key), BOOK_KEY)).toBe('1')
  })

  test('states the margin, the chance to break even, and the loss, with the figures of the rules', async () => {
    const page = await stage.visit()
    await page.goto('/guide?step=3')
    await seen(page.getByText('At a chance of 50% a profit of +100% would be even. You get +92%.'))
    await seen(page.getByText('52.08%', { exact: true }))
    await page.goto('/guide?step=4')
    await seen(
      page.getByText(/100 orders of 10 USDT at a chance of 50%\. 1,000 USDT go in, on average 960 USDT/),
    )
  })

  test('states the figures of the rules in force, also after the house has changed them', async () => {
    const page = await stage.visit()
    await changeAnswers(page, stage, '/api/getLimitTimeType', (json) => {
      const answer = JSON.parse(json) as { data: object }
      return JSON.stringify({
        ...answer,
        data: { ...answer.data, marginPpm: 25_000, chancesPpm: [500_000, 125_000] },
      })
    })
    await page.goto('/guide?step=2')
    await seen(page.getByRole('row', { name: '12.5% +680%' }))
    await page.goto('/guide?step=3')
    await reads(page.getByRole('heading', { level: 2 }), 'The house keeps a margin of 2.5%')
    await seen(page.getByText('At a chance of 50% a profit of +100% would be even. You get +95%.'))
    await page.goto('/guide?step=4')
    await seen(page.getByText(/1,000 USDT go in, on average 975 USDT come back, 25 USDT less/))
  })

  test('can be left at any step and read again from the help', async () => {
    const page = await stage.visit()
    for (const step of [1, 2, 3, 4, 5]) {
      await page.goto(`/guide?step=${step}`)
      await page.getByRole('button', { name: 'Skip' }).click()
      await reads(page.getByRole('heading', { level: 1 }), 'Help')
    }
    await page.getByRole('link', { name: /^Your first order/ }).click()
    await seen(page.getByRole('progressbar', { name: 'Step 1 of 6' }))
  })

  test('can be read by keyboard alone: a new step focuses its heading', async () => {
    const page = await stage.visit({ motion: 'reduce' })
    await page.goto('/guide')
    await seen(page.getByRole('progressbar', { name: 'Step 1 of 6' }))
    await page.getByRole('button', { name: 'Next' }).focus()
    await page.keyboard.press('Enter')
    await seen(page.getByRole('progressbar', { name: 'Step 2 of 6' }))
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('step')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await seen(page.getByRole('progressbar', { name: 'Step 1 of 6' }))
  })

  test.each(['0', '7', '-1', '1.5', 'x', ''])(
    'opens at a step whatever the address says: "%s"',
    async (step) => {
      const page = await stage.visit()
      await page.goto(`/guide?step=${step}`)
      await seen(page.getByRole('heading', { level: 2 }))
    },
  )

  test('is offered in an empty list of orders', async () => {
    const { page } = await visitJoined(stage)
    await page.goto('/order')
    await (await seen(page.getByRole('button', { name: 'How an order works' }))).click()
    await reads(page.getByRole('heading', { level: 1 }), 'Your first order')
  })
})

test.each(SEEN_IN.map((language, at) => ({ language, theme: at % 2 === 0 ? 'light' : 'dark' }) as const))(
  'every step is whole in $language, $theme',
  async ({ language, theme }) => {
    const page = await stage.visit({ language, theme })
    for (const [at, step] of STEPS.entries()) {
      await page.goto(`/guide?step=${at + 1}`)
      await seen(page.getByRole('heading', { level: 2 }))
      await waitUntilStill(page)
      await shoot(page, `guide ${at + 1} ${step} ${language} ${theme}`)
      expect(await cutTexts(page)).toEqual([])
      expect(await badlyDrawn(page.locator('section[aria-labelledby=step] > div').first())).toEqual([])
      await enlargeText(page, 200)
      await shoot(page, `guide ${at + 1} ${step} ${language} doubled`)
      expect(await cutTexts(page)).toEqual([])
      expect(await badlyDrawn(page.locator('section[aria-labelledby=step] > div').first())).toEqual([])
      await enlargeText(page, null)
    }
    expect(await axeFindings(page)).toEqual([])
  },
)

test('a step is whole on a wide screen', async () => {
  const page = await stage.visit({ width: 1280, height: 800 })
  await page.goto('/guide?step=4')
  await seen(page.getByRole('heading', { level: 2 }))
  await waitUntilStill(page)
  await shoot(page, 'guide 4 1280')
  expect(await cutTexts(page)).toEqual([])
})
