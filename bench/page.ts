import { existsSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { launchBrowser, openPhone, slowDown, type Tap, timeTap } from '../e2e/support/page/taps.ts'
import { median, quantile } from './support/load.ts'
import { startProgram } from './support/program.ts'
import { argument } from './support/size.ts'

// Measures the latency of a tap: from the press to the first frame with the expected content. Uses the real server and the built
// page, once unthrottled and once with a slow processor and a slow line. usage: node bench/page.ts [rounds]

const ROUNDS = argument(1, 5, 1)

const tab = (at: number) => `nav[aria-label="Main"] li:nth-child(${at}) a`
const coin = 'ul[aria-label="Coins"] li'
const option = (name: string) => `label:has-text("${name}")`

/** Twenty taps, each starting where the previous one led. */
const TAPS: readonly Tap[] = [
  { name: 'orders', press: tab(2), shows: 'h1', text: 'Orders' },
  { name: 'closed orders', press: '[role=tab]:nth-child(2)', shows: '[aria-selected=true]', text: 'Closed' },
  { name: 'wallet', press: tab(3), shows: 'h1', text: 'Wallet' },
  { name: 'holdings of a week', press: option('1W'), shows: 'label:nth-child(2):has(:checked)', text: '1W' },
  { name: 'holdings of a day', press: option('1D'), shows: 'label:nth-child(1):has(:checked)', text: '1D' },
  { name: 'arbitrage', press: tab(4), shows: 'h1', text: 'Arbitrage' },
  { name: 'markets', press: tab(1), shows: coin },
  { name: 'watchlist', press: '[role=tab]:nth-child(2)', shows: 'main', text: 'No coins here yet' },
  { name: 'top coins', press: '[role=tab]:nth-child(1)', shows: coin },
  { name: 'all coins', press: '[role=tab]:nth-child(3)', shows: `${coin}:nth-child(12)` },
  { name: 'hide amounts', press: '[aria-label="Hide amounts"]', shows: '[aria-label="Show amounts"]' },
  { name: 'show amounts', press: '[aria-label="Show amounts"]', shows: '[aria-label="Hide amounts"]' },
  { name: 'coin', press: `${coin} a[href="/business?pid=1"]`, shows: 'h1', text: 'Bitcoin' },
  { name: 'order sheet', press: 'button:has-text("Entrust Up")', shows: '[role=dialog] input' },
  {
    name: 'close the sheet',
    press: '[role=dialog] [aria-label="Close"]',
    shows: '[role=dialog]',
    isGone: true,
  },
  { name: 'back', press: '[aria-label="Back"]', shows: coin },
  { name: 'menu', press: '[aria-label="Open menu"]', shows: '[role=dialog]', text: 'Setup' },
  { name: 'help', press: '[role=dialog] a[href="/help"]', shows: 'h1', text: 'Help' },
  { name: 'guide', press: 'a[href^="/guide"]', shows: 'h2' },
  { name: 'next step', press: 'button:has-text("Next")', shows: '[aria-label="Step 2 of 6"]' },
]

const webDir = process.env['WEB_DIR'] ?? resolve(import.meta.dirname, '../web/dist')
if (!existsSync(join(webDir, 'index.html'))) {
  console.error('The page is not built yet; npm start builds it.')
  process.exit(1)
}

const program = await startProgram({ WEB_DIR: webDir })
const browser = await launchBrowser()
try {
  for (const isSlow of [false, true]) {
    const times: number[][] = TAPS.map(() => [])
    for (let round = 0; round < ROUNDS; round++) {
      const page = await openPhone(browser, program.url)
      if (isSlow) await slowDown(page)
      for (const [at, tap] of TAPS.entries()) times[at]?.push(await timeTap(page, tap))
      await page.context().close()
    }
    print(isSlow ? 'a processor four times slower, 150 ms, 1.6 Mbit/s' : 'as it is', times)
  }
} finally {
  await browser.close()
  await program.stop()
}

/** Target: 100 ms unthrottled. The first tap of a kind loads code, so the worst time differs from the median. */
function print(profile: string, times: readonly (readonly number[])[]): void {
  const load = loadavg().map((one) => one.toFixed(1))
  console.log(`\n${profile}: ${ROUNDS} rounds (${cpus().length} cores, load ${load.join(' ')})`)
  const line = (name: string, values: readonly number[]) => {
    const [mid, late] = [median(values), quantile(values, 0.95)].map((ms) => `${Math.round(ms)}`.padStart(6))
    console.log(`  ${name.padEnd(22)} median ${mid} ms   p95 ${late} ms`)
  }
  for (const [at, tap] of TAPS.entries()) line(tap.name, times[at] ?? [])
  line('all taps', times.flat())
}
