import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { gone, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const webDir = mkdtempSync(join(tmpdir(), 'tickmark-web-'))
cpSync(process.env['WEB_DIR'] ?? resolve(import.meta.dirname, '../../../web/dist'), webDir, {
  recursive: true,
})
afterAll(() => rmSync(webDir, { recursive: true }))
const stage = setStage({ CHAINS: 'none', WEB_DIR: webDir })

test('a new version is offered while the page is open, and taken when the visitor says so', async () => {
  const page = await stage.visit({ worker: true })
  await page.goto('/help')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await page.goto('/help')
  await expect.poll(() => page.evaluate(waysTaken), { timeout: 30_000 }).toEqual(['network'])
  // Seen under load: a newer worker goes on waiting when files are fetched while the old one is being stopped.
  let files = 0
  await expect
    .poll(
      async () => {
        const before = files
        files = await page.evaluate(countFiles)
        return files === before
      },
      { timeout: 60_000, interval: 3_000 },
    )
    .toBe(true)
  const offer = page.getByText('A new version is ready.')
  await gone(offer)
  stage.tolerate(/ERR_|WebSocket|503/)
  await stage.restart(() => appendFileSync(join(webDir, 'sw.js'), '\n// A newer build.\n'))
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await seen(offer)
  await page.evaluate(() => void Object.assign(window, { isOld: true }))
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.evaluate(() => 'isOld' in window), { timeout: 60_000 }).toBe(false)
  await gone(offer)
})

/** Runs in the page: the ways that its calls to the house took: past the worker ('network') or through it (''). */
function waysTaken(): string[] {
  const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'))
  return [...new Set(calls.map((call) => String(Reflect.get(call, 'workerMatchedSourceType'))))]
}

/** Runs in the page: how many of its files it has fetched, those ahead of the next taps included. */
function countFiles(): number {
  return performance.getEntriesByType('resource').filter(({ name }) => !name.includes('/api/')).length
}
