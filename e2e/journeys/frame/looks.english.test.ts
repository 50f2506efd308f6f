import { runs } from '@tickmark/core/runs.testing'
import { expect, test } from 'vitest'
import { axeFindings, cutTexts } from '../../support/page/looks.ts'
import { setStage } from '../../support/stage/stage.ts'
import { standTheLooks } from '../../support/scenes/standTheLooks.ts'

const axe = runs<'light' | 'dark'>(['light'], ['light', 'dark'])
standTheLooks({
  proves: '[MSG-02][MSG-03] ',
  language: 'english',
  width: 390,
  height: 844,
  tight: true,
  axe,
  contrast: ['dark'],
  alsoAt: [[1280, 800]],
  doubledOnTablet: [
    'home',
    'coin with an open order',
    'finished orders',
    'wallet',
    'swap in the simulated account',
    'arbitrage',
  ],
  alsoIn: ['arab'],
  inTurn: ['japanese', 'korean', 'chinese'],
})

const stage = setStage()

test('the check would notice a cut text, one beyond the edge, a pale one, and raw digits', async () => {
  const page = await stage.visit()
  await page.setContent(`<html lang="en"><meta name="viewport" content="width=device-width"><title>Planted</title><main>
    <h1 style="width: 40px; overflow: hidden; white-space: nowrap">A heading that is cut</h1>
    <p style="height: 10px; overflow: hidden">Two lines<br>of which one shows</p>
    <p style="margin-inline-start: 380px; white-space: nowrap">Beyond the edge</p>
    <p style="color: #ccc; background: #fff">Pale</p>
    <p role="img" aria-label="Holdings of 106098.79325581396">2500 USDT in <b>2026</b>, 1,234.56 in all</p>
    <p>$1234</p><p>١٢ USDT</p><p>NaN%</p><p>1e-7</p><p>6a64778e-0cc7-8362</p></main></html>`)
  const found = (await cutTexts(page)).join('\n')
  expect(found).toMatch(/the page is \d+ px wide/)
  expect(found).toContain('cut sideways: A heading that is cut')
  expect(found).toContain('cut below: of which one shows')
  expect(found).toMatch(/beyond the edge .*: Beyond the edge/)
  expect(found.match(/raw digits: .*/g)).toEqual([
    'raw digits: Holdings of 106098.79325581396',
    'raw digits: 2500 USDT in',
    ...['$1234', '١٢ USDT', 'NaN%', '1e-7'].map((text) => `raw digits: ${text}`),
  ])
  expect((await axeFindings(page)).join('\n')).toContain('color-contrast')
})
