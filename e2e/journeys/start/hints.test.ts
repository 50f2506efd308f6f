import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visitJoined } from '../../support/house/people.ts'
import { reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage({ CHAINS: '' })

async function hintOf(page: Page, path: string, name: string): Promise<string> {
  await page.goto(path)
  const hint = page.getByRole('region', { name })
  await reads(hint, /.{100}/)
  return (await hint.innerText()).replace(/\s+/g, ' ')
}

test('[MSG-06] each tab of a currency ends with its hint, and the introduction to arbitrage is one', async () => {
  const { page } = await visitJoined(stage, { book: 0 })
  const paths = ['receive', 'send', 'swap'].map((tab) => `/recharge?aid=1&name=USDT&coin=USDT&tab=${tab}`)
  const hints: string[] = []
  for (const path of paths) hints.push(await hintOf(page, path, 'Good to know'))
  expect(new Set(hints).size).toBe(3)
  for (const hint of hints) expect(hint.length).toBeGreaterThan(200)
  await page.goto('/arbitrageIntro')
  await reads(page.getByRole('heading', { level: 1 }), 'Arbitrage introduction')
  await seen(page.locator('.prose p').nth(1))
})

test('[MSG-06] a hint is in the reader’s language', async () => {
  const { page } = await visitJoined(stage, { book: 0, language: 'arab' })
  const hint = await hintOf(page, '/recharge?aid=1&name=USDT&coin=USDT', 'معلومات مفيدة')
  expect(hint).toMatch(/[\u0600-\u06ff]{3}/)
})
