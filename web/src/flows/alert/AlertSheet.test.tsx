import { preloadPanels } from '@tickmark/ui/layer/panels.testing.ts'
import type { AlertItem } from '@tickmark/wire/routes/alerts'
import { beforeAll, expect, test } from 'vitest'
import { answered, asUser, drawn } from '../../app/drawn.testing.tsx'
import { detailFrame } from '../../live/frames.testing.ts'
import { takeFrame } from '../../live/marketFeed.ts'
import { AlertSheet } from './AlertSheet.tsx'

beforeAll(preloadPanels)

const alert = (id: string, given: Partial<AlertItem> = {}): AlertItem => ({
  id,
  pid: 16,
  symbol: 'ATOM',
  kind: 'price',
  value: '70000',
  level: '70000',
  side: 'above',
  setAt: new Date(2026, 10, 7, 21, 4, 9).getTime(),
  firedAt: null,
  firedPrice: null,
  ...given,
})
/** A coin whose price no other test sends. */
const COIN = { pid: 16, symbol: 'ATOM' }
const sheet = () => drawn(<AlertSheet pid={COIN.pid} open onClose={() => {}} />)

test('an alert is set from the present price, and the waiting ones of the coin are listed', async () => {
  asUser()
  expect(await sheet()).toBe(
    [
      'Price alert for ATOM | Close | What to watch | (chosen) | A price | A move in percent',
      'Price in USDT | USDT',
      'No price is arriving now, so no alert can be set just now. Those already set still wait.',
      'Set alert',
    ].join(' | '),
  )
  takeFrame(detailFrame(COIN))
  const list = [alert('a'), alert('b', { firedAt: 5, firedPrice: '71000' }), alert('c', { pid: 2 })]
  answered('getAlerts', {}, { list, most: 50 })
  expect(await sheet()).toBe(
    [
      'Price alert for ATOM | Close | What to watch | (chosen) | A price | A move in percent',
      'Price in USDT | Now 67,400.200000 | USDT | We tell you once, when the price gets there. | Waiting',
      'Rises to 70,000.000000 | set | Nov 7, 2026, 21:04 | Remove the alert ATOM · Rises to 70,000.000000',
      'Set alert',
    ].join(' | '),
  )
  takeFrame({ ...detailFrame(COIN), feed: 'STALE' })
  expect(await sheet()).toContain('No price')
})
