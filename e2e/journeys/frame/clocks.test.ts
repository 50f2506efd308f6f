import { LANGUAGES } from '@tickmark/texts/languages'
import { afterEach, expect, test } from 'vitest'
import { caller } from '@tickmark/server/app/app.testing'
import { gone, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { textIn } from '../../support/page/texts.ts'

const HOUR = 3_600_000
const stage = setStage()
let setMs = 0

/** Sets the clock of the server's machine, but not its database's: trading pauses until the clock is right again. */
function setMachine(ms: number): void {
  stage.clock.setWall(ms)
  setMs += ms
}

afterEach(() => setMachine(-setMs))

test.each(LANGUAGES)(
  'in %s the page says that trading is paused because the clocks differ, and when it resumes',
  async (language) => {
    const page = await stage.visit({ language })
    await page.goto('/')
    const note = page.getByRole('status').filter({ hasText: textIn(language, 'home:paused') })
    await gone(note)
    setMachine(HOUR)
    await seen(note)
    await page.goto('/business?pid=1')
    await seen(note)
    const quote = { book: '1', type: '0', pid: '1', timeId: '110', language }
    const refused = await caller(() => stage.url).get('/api/getTimeAccountCurrency', { query: quote })
    expect(refused.body).toMatchObject({
      code: 'trading_paused',
      message: textIn(language, 'server/orders:refusals.trading_paused'),
    })
    setMachine(-HOUR)
    await gone(note)
  },
)
