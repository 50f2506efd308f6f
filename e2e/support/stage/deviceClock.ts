import type { BrowserContext } from 'playwright-core'
import type { House } from './stage.ts'

/** Sets the device's clock to the house's time, which tests move, plus `offMs`. */
export async function setClock(context: BrowserContext, house: House, offMs = 0): Promise<void> {
  await context.addInitScript(
    (moved) => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + moved
    },
    house.clock.nowMs() - Date.now() + offMs,
  )
}
