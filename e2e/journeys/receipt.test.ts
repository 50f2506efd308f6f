import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figureOf, gone, reads, seen, toast } from '../support/see.ts'
import { setStage } from '../support/stage.ts'
import { placeInPage } from '../support/trade.ts'
import { injectTron } from '../support/tron.ts'
import { injectEthereum } from '../support/wallets.ts'

const stage = setStage()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-receipts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Way {
  who: string
  /** What the join button says. */
  with: string | null
  prepare?: (context: BrowserContext) => Promise<unknown>
}

const WAYS: Way[] = [
  { who: 'an announced Ethereum wallet', with: 'Test Wallet', prepare: (context) => injectEthereum(context) },
  {
    who: 'window.ethereum',
    with: 'Ethereum',
    prepare: (context) => injectEthereum(context, { legacy: true }),
  },
  { who: 'a Tron wallet', with: 'TronLink', prepare: (context) => injectTron(context) },
  { who: 'a practice wallet', with: null },
]

test.each(WAYS)(
  '[ORD-03][ORD-04] from the first price to a checked receipt, with $who',
  async ({ with: name, prepare }) => {
    const page = await stage.visit({ ...(prepare && { prepare }) })
    await openAndJoin(page, name)
    const orderId = await placeAndSettle(page)
    const file = await downloadReceipt(page, orderId)
    await expectVerified(file)
  },
)

async function openAndJoin(page: Page, name: string | null): Promise<void> {
  await page.goto('/')
  const btc = await seen(page.getByRole('link', { name: /^BTC/ }))
  const first = await btc.innerText()
  await expect.poll(() => btc.innerText(), { timeout: 5_000 }).not.toBe(first)
  if (name === null) await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
  else {
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('button', { name: `Continue with ${name}` }).click()
  }
  await reads(toast(page), 'You are in')
  await btc.click()
}

/** Entrusts a minute's order, waits for its entry price, lets the minute pass and sees the income. Replies with its id. */
async function placeAndSettle(page: Page): Promise<string> {
  const { countdown, orderId } = await placeInPage(page)
  await reads(countdown.getByRole('timer'), /^00:(00:5\d|01:0\d)$/)
  await reads(figureOf(countdown, 'Payout in escrow'), /funded/)
  stage.jump(62_000)
  await seen(countdown.getByText('Income'))
  await reads(
    countdown.getByRole('status').first(),
    /^Order finished\. (Won|Lost|Tie.*)\. Income [+−]?[\d.]+ USDT\.$/,
  )
  return orderId
}

async function downloadReceipt(page: Page, orderId: string): Promise<string> {
  await page.getByRole('link', { name: 'See receipt' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/receipt/${orderId}`)
  // The log's root is signed once a minute; the receipt waits for it and says so.
  stage.jump(60_000)
  await seen(page.getByText('Checked on this phone'))
  const steps = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')
  expect(await steps.count()).toBeGreaterThanOrEqual(12)
  for (const text of await steps.allInnerTexts()) expect(text).toMatch(/^holds/)
  await gone(page.getByText('This receipt does not hold'))
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download receipt' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`tickmark-receipt-${orderId}.json`)
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  return file
}

/** The command line agrees without us, and notices every digit that is not as it was. */
async function expectVerified(file: string): Promise<void> {
  const keys = join(folder, 'config.json')
  writeFileSync(keys, await (await fetch(`${stage.url}/config.json`)).text())
  expect(await verify(file, '--keys', keys)).toMatchObject({ code: 0 })
  const text = readFileSync(file, 'utf8')
  const spoilt = join(folder, 'spoilt.json')
  for (const field of ['stake', 'profit', 'entryPrice', 'settledAt', 'payout']) {
    const changed = text.replace(
      new RegExp(`("${field}": "?-?)(\\d)`),
      (_all, head: string, digit: string) => {
        return `${head}${digit === '9' ? 8 : Number(digit) + 1}`
      },
    )
    expect(changed, field).not.toBe(text)
    writeFileSync(spoilt, changed)
    expect(await verify(spoilt), field).toMatchObject({ code: 1 })
  }
}

const program = resolve(import.meta.dirname, '../../verify/bin/tickmark-verify.mjs')

/** Runs the verifier as its own process, with the network of nobody. */
function verify(...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((settle) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      settle({ code, text: `${stdout}${stderr}` })
    })
  })
}
