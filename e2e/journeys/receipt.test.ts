import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAnswers } from '../support/calls.ts'
import { joined, type Person, visitAs, visitJoined } from '../support/people.ts'
import { settledOrder } from '../support/scenes.ts'
import { figureOf, gone, reads, seen } from '../support/see.ts'
import { setStage } from '../support/stage.ts'
import { told } from '../support/toasts.ts'
import { setClock } from '../support/deviceClock.ts'
import { placeInPage } from '../support/trade.ts'
import { injectTron } from '../support/tron.ts'
import { injectEthereum } from '../support/wallets.ts'

const stage = setStage()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-receipts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Way {
  who: string
  /** The text of the join button. */
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
    const page = await stage.visit({
      async prepare(context) {
        await setClock(context, stage)
        await prepare?.(context)
      },
    })
    await openAndJoin(page, name)
    const orderId = await placeAndSettle(page)
    const file = await downloadReceipt(page, orderId)
    await expectVerified(file)
  },
)

describe('a tampered receipt', () => {
  let person: Person
  let orderId = ''
  beforeAll(async () => {
    person = await joined(stage)
    orderId = (await settledOrder(stage, person)).orderId
  })

  test('[ORD-04] is rejected by the page itself, which names the failed step', async () => {
    const page = await visitAs(stage, person)
    await changeAnswers(page, stage, '/api/getReceipt', (json) => raised(json, 'payout'))
    await page.goto(`/receipt/${orderId}`)
    await seen(page.getByText('This receipt does not hold'))
    const steps = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')
    await seen(steps.filter({ hasText: /^does not hold/ }))
    expect(await page.getByText('Checked on this phone').count()).toBe(0)
  })

  test('[ORD-04] that was fetched is not requested again', async () => {
    const page = await visitAs(stage, person)
    await page.clock.install()
    let asked = 0
    page.on('request', (request) => void (asked += request.url().includes('/api/getReceipt') ? 1 : 0))
    await page.goto(`/receipt/${orderId}`)
    await seen(page.getByText('Your consent is not shown'))
    await page.clock.runFor(60_000)
    expect(asked).toBe(1)
  })

  test('[ORD-04] that is consistent but not in the public log is reported', async () => {
    const page = await visitAs(stage, person)
    await changeAnswers(page, stage, '/api/getLog', (json) =>
      json.replace(/\\"prices\\":\{\\"1\\":\\"(\d)/g, (_all, digit: string) => {
        return `\\"prices\\":{\\"1\\":\\"${digit === '9' ? 8 : Number(digit) + 1}`
      }),
    )
    await page.goto(`/receipt/${orderId}`)
    await seen(page.getByText('The public log says something else'))
  })

  test('[ORD-04] of another user is not shown', async () => {
    const { page } = await visitJoined(stage)
    await page.goto(`/receipt/${orderId}`)
    await seen(page.getByText('There is no such order in this account'))
    stage.forgive(/404.*modifyLimitOrder/)
  })
})

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
  await told(page, 'Practice account ready: 10,000 USDT')
  await btc.click()
}

/**
 * Places a one-minute order, waits for its entry price, lets the minute pass and reads the result. Returns the order's
 * id.
 */
async function placeAndSettle(page: Page): Promise<string> {
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

async function downloadReceipt(page: Page, orderId: string): Promise<string> {
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
async function expectVerified(file: string): Promise<void> {
  const keys = join(folder, 'config.json')
  writeFileSync(keys, await (await fetch(`${stage.url}/config.json`)).text())
  expect(await verify(file, '--keys', keys)).toMatchObject({ code: 0 })
  const text = readFileSync(file, 'utf8')
  const spoilt = join(folder, 'spoilt.json')
  for (const field of ['stake', 'profit', 'entryPrice', 'settledAt', 'payout']) {
    const changed = raised(text, field)
    expect(changed, field).not.toBe(text)
    writeFileSync(spoilt, changed)
    expect(await verify(spoilt), field).toMatchObject({ code: 1 })
  }
}

/** The same text with the first digit of a field changed. */
function raised(json: string, field: string): string {
  const digit = new RegExp(`("${field}": ?"?-?)(\\d)`)
  return json.replace(
    digit,
    (_all, head: string, one: string) => `${head}${one === '9' ? 8 : Number(one) + 1}`,
  )
}

const program = resolve(import.meta.dirname, '../../web/dist/verify.mjs')

/** Runs the verifier as its own process. */
function verify(...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((settle) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      settle({ code, text: `${stdout}${stderr}` })
    })
  })
}
