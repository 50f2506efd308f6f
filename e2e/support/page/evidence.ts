import { run } from '@tickmark/verify/main'
import { text as textOf } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import type { House } from '../stage/stage.ts'

/** What the page says about the house's promises: an alarm or a notice, on an order's sheet or above the page. */
export function promiseLine(page: Page, role: 'alert' | 'status'): Locator {
  return page.getByRole(role, { name: 'The house’s promise' }).first()
}

/** Saves the evidence of the alarm on screen, and checks it as a stranger would, with the house's published keys. */
export async function checkEvidence(
  page: Page,
  house: House,
): Promise<{ file: string; text: string; code: number }> {
  const downloading = page.waitForEvent('download')
  await promiseLine(page, 'alert').getByRole('button', { name: 'Save the evidence' }).click()
  const download = await downloading
  const file = download.suggestedFilename()
  const evidence = await textOf(await download.createReadStream())
  const keys = await (await fetch(`${house.url}/config.json`)).text()
  return { file, ...run([file, '--keys', 'keys'], (path) => (path === 'keys' ? keys : evidence)) }
}
