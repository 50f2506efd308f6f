import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { launchBrowser, openPhone } from '../e2e/support/page/taps.ts'
import { animatedPng, type Frame, readPng } from './support/pictures/animation.ts'
import { startProgram } from './support/program.ts'
import { size } from './support/size.ts'

// Makes README's pictures from the real server and the built page: `app.png`, and `order.png`, an order from the tap to
// its checked result.
// usage: node bench/appPictures.ts [folder]

const FOLDER =
  process.argv[2] ??
  (size(1, 0) === 0
    ? mkdtempSync(join(tmpdir(), 'tickmark-pictures-'))
    : resolve(import.meta.dirname, '../docs'))
/** The order's minute in the animation: a frame for every few seconds. */
const EVERY_MS = 3_000
/** The animation's frame used for the still picture, in the other theme. */
const IN_DARK_AT = 6
const MOST_BYTES = 600_000

const webDir = process.env['WEB_DIR'] ?? resolve(import.meta.dirname, '../web/dist')
if (!existsSync(join(webDir, 'index.html'))) {
  console.error('The page is not built yet; npm start builds it.')
  process.exit(1)
}

type Page = Awaited<ReturnType<typeof openPhone>>

const frames: Frame[] = []
const stills: Buffer[] = []
const program = await startProgram({ WEB_DIR: webDir })
const browser = await launchBrowser()
try {
  const page = await openPhone(browser, program.url)
  await film(page)
  const strip = await browser.newPage({ viewport: { width: 1656, height: 868 } })
  await strip.setContent(sideBySide(stills))
  save('app.png', await strip.screenshot())
  save('order.png', animatedPng(frames))
} finally {
  await browser.close()
  await program.stop()
}

/** An order of a minute, from the markets to its receipt. */
async function film(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hide this notice' }).click()
  await page.getByRole('list', { name: 'Coins' }).getByRole('link').first().waitFor()
  await page.getByText('Practice account ready').waitFor({ state: 'hidden' })
  stills.push(await shoot(page, 1_200))
  await page.getByRole('list', { name: 'Coins' }).getByRole('link').first().click()
  await page.locator('main [data-tag=last]').waitFor()
  await shoot(page, 1_000)
  await page.getByRole('button', { name: 'Entrust Up' }).click()
  const sheet = page.getByRole('dialog', { name: /\/USDT ·/ })
  await sheet.getByRole('radiogroup', { name: 'Return range' }).getByRole('radio').first().waitFor()
  await shoot(page, 800)
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('100')
  stills.push(await shoot(page, 1_000))
  await sheet.getByRole('button', { name: /^Place order/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Place this order?' })
  await question.waitFor()
  await shoot(page, 1_200)
  await question.getByRole('button', { name: 'Yes' }).click()
  const countdown = page.getByRole('dialog', { name: /Up · 100 USDT/ })
  // The entry price, which an order has after a second.
  await countdown
    .getByText(/^[\d,]+\.\d\d$/)
    .first()
    .waitFor()
  await shoot(page, 1_200)
  await page.goBack()
  await countdown.waitFor({ state: 'hidden' })
  const card = page.getByRole('region', { name: 'Result of an order' })
  for (let at = 0; !(await card.isVisible()); at++) {
    await shoot(page, 220)
    if (at === IN_DARK_AT) stills.push(await inDark(page))
    await page.waitForTimeout(EVERY_MS)
  }
  await card.getByText('Checked', { exact: true }).waitFor()
  await page.waitForTimeout(1_000)
  await shoot(page, 2_500)
  await card.getByRole('link', { name: 'Receipt' }).click()
  await page.getByText('Checked on this phone').waitFor()
  await page.waitForTimeout(1_000)
  stills.push(await shoot(page, 3_500))
}

async function shoot(page: Page, ms: number): Promise<Buffer> {
  const png = await page.screenshot({ animations: 'disabled' })
  frames.push({ picture: readPng(png), ms })
  return png
}

async function inDark(page: Page): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForTimeout(500)
  const png = await page.screenshot({ animations: 'disabled' })
  await page.emulateMedia({ colorScheme: 'light' })
  return png
}

function sideBySide(pictures: readonly Buffer[]): string {
  const images = pictures.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`)
  return `<body style="margin: 0; padding: 12px; display: flex; gap: 24px; background: #ddd6c4">${images.join('')}`
}

function save(name: string, bytes: Buffer): void {
  if (bytes.length > MOST_BYTES) throw new Error(`${name} has ${bytes.length} bytes`)
  writeFileSync(join(FOLDER, name), bytes)
  console.log(
    `${name}: ${Math.round(bytes.length / 1000)} KB${name === 'order.png' ? `, ${frames.length} frames` : ''}`,
  )
}
