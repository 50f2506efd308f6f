import { INCIDENT_KINDS, type Incident } from '@tickmark/wire/routes/operators/overview'
import { expect, test } from 'vitest'
import { answer, askedAt, at, drawnScreen } from '../../app/drawn.testing.tsx'
import { csvOf } from '../../kit/csvOf.testing.ts'
import { INCIDENTS_CSV } from './IncidentsScreen.tsx'

const HALT: Incident = {
  kind: 'chainHalted',
  since: at('08:00:01'),
  until: null,
  where: 'Tron',
  detail: 'nodes_disagree',
  affected: { users: 3, orders: 5 },
}
const VOID: Incident = {
  ...HALT,
  kind: 'ordersVoid',
  until: at('08:00:02'),
  detail: 'as stored',
  affected: null,
}

const screen = (list: Incident[]) =>
  drawnScreen('/incidents', { answers: [answer('consoleIncidents', {}, { asOf: 0, list })] })

test('incidents tell what broke, from when to when, where, why, and whom it touched', async () => {
  expect(await screen([HALT, VOID])).toBe(
    [
      'Incidents | Save as CSV | [Incidents] | What | Since | Until | Where | Detail | Affected',
      'A network is halted | Nov 7, 2026 08:00:01 | (wrong) | Still lasts | Tron | Nodes disagree',
      '3 users, 5 orders | Orders void | Nov 7, 2026 08:00:01 | Nov 7, 2026 08:00:02 | Tron | as stored',
      '– | [Incidents] | 2 rows',
    ].join(' | '),
  )
  expect(await screen([])).toBe(
    [
      'Incidents | off | Save as CSV | No incidents',
      'Whatever breaks a promise of the house is listed here.',
    ].join(' | '),
  )
  expect(await askedAt('/incidents')).toEqual(['/api/console/incidents {} 5000'])
})

test('each kind of incident has its words', async () => {
  const text = await screen(INCIDENT_KINDS.map((kind, place) => ({ ...VOID, kind, where: `place ${place}` })))
  expect(text.match(/[^|]+(?= \| Nov 7, 2026 08:00:01)/g)?.map((one) => one.trim())).toEqual([
    'The audit found something',
    'A network is halted',
    'Tickets not logged',
    'Orders settled late',
    'Orders void',
    'A day without a record',
    'A day of the programme not closed',
    'A deposit lost in a reorganisation',
    'A witness refuses the log',
  ])
})

test('the file of incidents has their raw values', () => {
  expect(
    csvOf(INCIDENTS_CSV, [
      { ...HALT, since: 1_000 },
      { ...VOID, since: 1_000, until: 2_000 },
    ]),
  ).toEqual([
    'kind ; since ; until ; where ; detail ; users ; orders',
    'chainHalted ; 1970-01-01T00:00:01.000Z ;  ; Tron ; nodes_disagree ; 3 ; 5',
    'ordersVoid ; 1970-01-01T00:00:01.000Z ; 1970-01-01T00:00:02.000Z ; Tron ; as stored ;  ; ',
  ])
})
