import { PATHS } from '../navigation/hrefs.ts'
import { preloadAlarms } from './LogBar.tsx'
import { routeOf } from './routes.ts'
import { fetchOnce } from '../live/marketFeed.ts'
import { whenIdle } from '../browser/whenIdle.ts'
import { partLoads } from '@tickmark/ui/base/part.ts'
import { preloadPanels } from '@tickmark/ui/layer/panels.ts'

/**
 * When the page is idle, or at once: loads the alarms' code, starts to watch the public log, and loads what the next
 * taps need.
 */
export function fetchAhead(isAtOnce: boolean): void {
  if (isAtOnce) begin()
  else whenIdle(begin)

  function begin() {
    void preloadAlarms().catch(() => {})
    watchNow()
    void loadInTurn(ahead())
  }
}

/** What a tap can need, the likeliest first. */
function* ahead(): Generator<() => Promise<unknown>> {
  yield fetchCoins
  yield () => Promise.all([import('../wallets/connect.ts'), import('../wallets/practiceWallet.ts')])
  for (const path of [PATHS.coin, PATHS.orders, PATHS.wallet]) yield routeOf(path).page.load
  yield preloadPanels
  yield* partLoads
}

/** Marks of coins, held so that the browser keeps them ready to draw: to make each SVG ready takes it some ms. */
const marks: HTMLImageElement[] = []

/** Fetches the list of all coins and their marks; the other loads do not wait for them. */
async function fetchCoins(): Promise<void> {
  void fetchOnce('all').then((coins) => {
    for (const { picture } of coins) {
      const mark = new Image()
      mark.src = picture
      marks.push(mark)
    }
  })
}

/** Loads one part after another, each in an idle moment, so that a tap waits for at most one of them. */
async function loadInTurn(loads: Iterable<() => Promise<unknown>>): Promise<void> {
  for (const load of loads) {
    await new Promise<void>(whenIdle)
    await whenOnline()
    // The part is loaded again on use.
    await load().catch(() => {})
  }
}

async function whenOnline(): Promise<void> {
  if (navigator.onLine) return
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

function watchNow(): void {
  void import('../watch/promises/followPromises.ts')
    .then(({ followPromises }) => followPromises())
    .catch(() => {})
  void import('../watch/compareConfig.ts').then(({ compareConfig }) => compareConfig()).catch(() => {})
}
