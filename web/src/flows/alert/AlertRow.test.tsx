import type { AlertItem } from '@tickmark/wire/routes/alerts'
import { expect, test } from 'vitest'
import { answered, asUser, drawn, drawnLinks } from '../../app/drawn.testing.tsx'
import { AlertsPage } from '../../features/alerts/AlertsPage.tsx'
import { AlertRow } from './AlertRow.tsx'

const SET = new Date(2026, 10, 7, 21, 4, 9).getTime()
const alert = (given: Partial<AlertItem> = {}): AlertItem => ({
  id: '019a0000-0000-7000-8000-0000000000d1',
  pid: 1,
  symbol: 'BTC',
  kind: 'price',
  value: '68000.005',
  level: '68000.005',
  side: 'above',
  setAt: SET,
  firedAt: null,
  firedPrice: null,
  ...given,
})
const fall = alert({ kind: 'percent', value: '-2.5', level: '65715.195', side: 'below' })
const fired = alert({ firedAt: SET + 60_000, firedPrice: '68001.1' })

test('an alert tells its price, and since when it waits or at which price it fired', async () => {
  expect(await drawn(<AlertRow alert={alert()} />)).toBe(
    ['Rises to 68,000.01 | set | Nov 7, 2026, 21:04 | Remove the alert BTC · Rises to 68,000.01'].join(' | '),
  )
  expect(await drawn(<AlertRow alert={fall} withCoin />)).toBe(
    [
      'BTC | · Falls to 65,715.19 | −2.50% · set | Nov 7, 2026, 21:04',
      'Remove the alert BTC · Falls to 65,715.19',
    ].join(' | '),
  )
  expect(await drawn(<AlertRow alert={fired} />)).toBe(
    [
      'Rises to 68,000.01 | Reached at 68,001.10 · | Nov 7, 2026, 21:05',
      'Remove the alert BTC · Rises to 68,000.01',
    ].join(' | '),
  )
  expect(await drawn(<AlertRow alert={{ ...fired, firedPrice: null }} />)).toBe(
    'Rises to 68,000.01 | Nov 7, 2026, 21:05 | Remove the alert BTC · Rises to 68,000.01',
  )
  expect(await drawnLinks(<AlertRow alert={fall} withCoin />)).toEqual(['/business?pid=1'])
})

test('the page lists the alerts that wait, with their count, before those that fired', async () => {
  asUser()
  answered('getAlerts', {}, { list: [], most: 50 })
  expect(await drawn(<AlertsPage />)).toBe(
    [
      'Back | Price alerts | No price alerts',
      'Open a coin and tap the bell. We tell you once, even while this page is closed. | Choose a coin',
    ].join(' | '),
  )
  answered('getAlerts', {}, { list: [fired, alert(), fall], most: 50 })
  expect(await drawn(<AlertsPage />)).toBe(
    [
      'Back | Price alerts | Waiting | 2 of 50 | Waiting | BTC | · Rises to 68,000.01 | set',
      'Nov 7, 2026, 21:04 | Remove the alert BTC · Rises to 68,000.01 | BTC | · Falls to 65,715.19',
      '−2.50% · set | Nov 7, 2026, 21:04 | Remove the alert BTC · Falls to 65,715.19 | Fired lately',
      'Fired lately | BTC | · Rises to 68,000.01 | Reached at 68,001.10 · | Nov 7, 2026, 21:05',
      'Remove the alert BTC · Rises to 68,000.01',
    ].join(' | '),
  )
})
