import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { setClock } from '../stage/deviceClock.ts'
import { figureOf, gone, reads, seen } from './see.ts'
import type { Stage } from '../stage/stage.ts'
import { PRACTICE_READY, waitForToast } from './toasts.ts'
import { placeInPage } from './trade.ts'

/** A way to join. */
export interface Way {
  who: string
  /** The text of the join button; null for the practice wallet. */
  with: string | null
  prepare?: (context: BrowserContext) => Promise<unknown>
}

/** Joins, places a one-minute order, lets it settle, and checks its receipt in the page and with the program. */
export async function fromFirstPriceToReceipt(stage: Stage, { with: name, prepare }: Way): Promise<void> {
  const page = await stage.visit({
    async prepare(context) {
      await setClock(context, stage)
      await prepare?.(context)
    },
  })
  await openAndJoin(page, name)
  const orderId = await placeAndSettle(stage, page)
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-receipts-'))
  try {
    const file = await downloadReceipt(page, orderId, folder)
    await expectVerified(stage, file, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openAndJoin(page: Page, name: string | null): Promise<void> {
  await page.goto('/')
  const btc = await seen(page.getByRole('link', { name: /^BTC/ }))
  const first = await btc.innerText()
  await expect.poll(() => btc.innerText(), { timeout: 150_000 }).not.toBe(first)
  if (name === null) await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
  else {
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('button', { name: `Continue with ${name}` }).click()
  }
  await waitForToast(page, PRACTICE_READY)
  await btc.click()
}

/**
 * Places a one-minute order, waits for its entry price, lets the minute pass and reads the result. Returns the order's
 * id.
 */
async function placeAndSettle(stage: Stage, page: Page): Promise<string> {
  const { countdown, orderId } = await placeInPage(page)
  await reads(countdown.getByRole('timer'), /^00:0[01]:\d\d$/)
  await reads(figureOf(countdown, 'Payout in escrow'), /funded/)
  await stage.jump(62_000)
  await seen(countdown.getByText('Income'))
  await reads(
    countdown.getByRole('status').first(),
    /^Order finished\. (Won|Lost|Tie.*)\. Income [+−]?[\d.]+ USDT\.$/,
  )
  return orderId
}

async function downloadReceipt(page: Page, orderId: string, folder: string): Promise<string> {
  await page.getByRole('link', { name: 'See receipt' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/receipt/${orderId}`)
  await seen(page.getByText('Checked on this phone'))
  const steps = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')
  await expect.poll(() => steps.count()).toBeGreaterThanOrEqual(12)
  // The last step requests only positions of the public log, without naming the order.
  await expect
    .poll(async () => (await steps.allInnerTexts()).every((text) => text.startsWith('holds')))
    .toBe(true)
  await gone(page.getByText('This receipt does not hold'))
  const limits = page.getByRole('list', { name: 'What this does not prove' }).getByRole('listitem')
  expect(await limits.count()).toBe(2)
  await reads(limits, /^That the prices are right\. The house signs them, .* with its own keys\./)
  await seen(page.getByText(/^With verify\.mjs from this house/))
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^tickmark-btc-usdt-\d{8}-\d{6}-[0-9a-f]{8}\.html$/)
  expect(download.suggestedFilename()).toContain(orderId.slice(0, 8))
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  return file
}

/** The command-line verifier accepts the file without our server, and rejects it when any digit is changed. */
async function expectVerified(stage: Stage, file: string, folder: string): Promise<void> {
  const keys = join(folder, 'config.json')
  writeFileSync(keys, await (await fetch(`${stage.url}/config.json`)).text())
  expect(await verify(file, '--keys', keys)).toMatchObject({ code: 0 })
  const text = readFileSync(file, 'utf8')
  const spoilt = join(folder, 'spoilt.json')
  for (const field of ['stake', 'profit', 'entryPrice', 'settledAt', 'payout']) {
    const changed = raiseDigit(text, field)
    expect(changed, field).not.toBe(text)
    writeFileSync(spoilt, changed)
    expect(await verify(spoilt), field).toMatchObject({ code: 1 })
  }
}

/** The same text with the first digit of a field changed. */
export function raiseDigit(json: string, field: string): string {
  const digit = new RegExp(`("${field}": ?"?-?)(\\d)`)
  return json.replace(
    digit,
    (_all, head: string, one: string) => `${head}${one === '9' ? 8 : Number(one) + 1}`,
  )
}

const program = resolve(import.meta.dirname, '../../../web/dist/verify.mjs')

/** Runs the verifier as its own process. */
function verify(...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((settle) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      settle({ code, text: `${stdout}${stderr}` })
    })
  })
}
