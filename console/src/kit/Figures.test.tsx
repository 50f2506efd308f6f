import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { at, drawn, NOW } from '../app/drawn.testing.tsx'
import { Answered } from './Answered.tsx'
import { DataTable } from './DataTable.tsx'
import { Address, Age, Money, Time } from './Figures.tsx'
import { Total } from './ListScreen.tsx'
import { Facts } from './Panel.tsx'
import { isReason } from './ReasonField.tsx'

const LONG = '0xA0000001000000000000000000000000a000001a'

test.each<[told: string, part: () => ReactElement]>([
  ['1,250.50 | USDT', () => <Money amount="1250.5" code="USDT" />],
  ['1,250.50', () => <Money amount="1250.5" />],
  ['+5.00 | USDT', () => <Money amount="5" code="USDT" sign />],
  ['+5.00', () => <Money amount="5" sign />],
  ['−5.00', () => <Money amount="-5" />],
  ['0.00012345 | BTC', () => <Money amount="0.00012345" code="BTC" />],
  ['Nov 7, 2026 09:08:07', () => <Time atMs={at('09:08:07')} />],
  ['09:08:07', () => <Time atMs={at('09:08:07')} short />],
  ['59 min', () => <Age sinceMs={NOW - 3_599_999} />],
  ['0xA00000…00001a', () => <Address text={LONG} />],
  [LONG, () => <Address text={LONG} whole />],
  ['1,234 of 1234', () => <Total of={1_234} text={({ count, total }) => `${total} of ${count}`} />],
  ['', () => <Total of={undefined} text={() => 'x'} />],
  [
    'A | now | → /b | B | before | since',
    () => (
      <Facts
        list={[{ name: 'A', value: 'now' }, null, { name: 'B', href: '/b', was: 'before', value: 'since' }]}
      />
    ),
  ],
])('%s', async (told, part) => {
  expect(await drawn(part())).toBe(told)
})

test.each([
  ['ab', false],
  [' ab ', false],
  ['abc', true],
  ['a'.repeat(500), true],
  [` ${'a'.repeat(500)} `, true],
  ['a'.repeat(501), false],
])('whether %j is a reason: %s', (text, isOne) => {
  expect(isReason(text)).toBe(isOne)
})

test('an answer is awaited, told, or failed', async () => {
  const asked = { data: undefined, error: null, isFetching: false, refetch: () => {} }
  const part = (given: object) =>
    drawn(<Answered of={{ ...asked, ...given }}>{(data) => <>{data}</>}</Answered>)
  expect(await part({})).toBe('Loading')
  expect(await part({ error: new Error('No way') })).toBe('(wrong) | This did not load | No way | Try again')
  expect(await part({ data: 'Answer', error: new Error('No way') })).toBe('Answer')
})

const table = (list: string[], state: 'more' | 'loading' | 'failed' | 'end', problem?: string) =>
  drawn(
    <DataTable
      label="Rows"
      columns={[{ id: 'a', head: 'Head', cell: (row) => row }]}
      list={list}
      rowKey={(row) => row}
      state={state}
      problem={problem}
      onMore={() => {}}
      empty={{ title: 'None', detail: 'At all' }}
    />,
  )

test('a table tells its rows, that there are more, that it waits, or why it failed', async () => {
  const tables = [
    await table([], 'loading'),
    await table([], 'failed', 'No way'),
    await table([], 'end'),
    await table([], 'more'),
    await table(['x'], 'end'),
    await table(['x', 'y'], 'more'),
    await table(['x', 'y'], 'loading'),
    await table(['x'], 'failed', 'No way'),
  ]
  expect(tables).toEqual([
    'Loading',
    '(wrong) | This did not load | No way | Try again',
    'None | At all',
    'None | At all',
    '[Rows] | Head | x | [Rows] | 1 row',
    '[Rows] | Head | x | y | [Rows] | 2 rows so far',
    '[Rows] | Head | x | y | [Rows] | 2 rows so far',
    '[Rows] | Head | x | [Rows] | 1 row so far | (wrong) | No way | Try again',
  ])
})
