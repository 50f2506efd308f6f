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
