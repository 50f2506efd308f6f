import { expect, test } from 'vitest'
import { anOperator, answer, askedAt, at, drawn, drawnScreen } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { RulesDialog } from './RulesDialog.tsx'

const RULES = {
  marginPpm: 35_500,
  chancesPpm: [500_000, 350_000],
  durations: [
    [60, 3],
    [14_400, 7],
  ] as [number, number][],
  stakes: { USDT: ['100000000', '500000000000'] as [string, string] },
}
const FIRST = {
  version: 0,
  rules: { ...RULES, marginPpm: 40_000 },
  askedBy: null,
  approvedBy: null,
  approvedAt: null,
  seq: null,
  announcedAt: null,
  from: null,
  state: 'over' as const,
}
const DATA: Reply<'consoleRules'> = {
  now: RULES,
  newest: 1,
  versions: [
    {
      version: 1,
      rules: RULES,
      askedBy: '0xAAAA00000000000000000000000000000000aaaa',
      approvedBy: '0xBBBB00000000000000000000000000000000bbbb',
      approvedAt: at('09:00:01'),
      seq: 4711,
      announcedAt: at('09:00:02'),
      from: at('10:00:03'),
      state: 'acting',
    },
    FIRST,
  ],
  bounds: {
    marginPpm: [10_000, 80_000],
    chancesPpm: [20_000, 900_000],
    mostChances: 12,
    durations: [
      [60, 3],
      [300, 5],
      [14_400, 7],
    ],
    stakes: { USDT: ['1', '5000'] },
  },
}
const answers = [answer('consoleRules', {}, DATA)]

test('the rules in force stand beside every version with its changes and who decided', async () => {
  expect(await drawnScreen('/rules', { answers, operator: anOperator('treasurer') })).toBe(
    [
      'Rules of new orders | Propose a version',
      'A version takes two operators. The log announces it, and it acts at least 24 hours later, on new quotes only: open orders keep the rules that they were made under.',
      'In force now | House margin | 3.55 % | Chances of the return ranges | 50 · 35 % | Durations',
      '1 min · 4 h | Stakes in USDT | 1 – 5000 | [Versions] | Version 1 | (good) | Acting',
      'House margin | 4 % | 3.55 % | Asked by | 0xAAAA00…00aaaa | Approved by | 0xBBBB00…00bbbb',
      'Approved | Nov 7, 2026 09:00:01 | Announced | Nov 7, 2026 09:00:02 | Log entry | 4711',
      'Acts from | Nov 7, 2026 10:00:03 | The program’s own | (plain) | Over | House margin | 4 %',
      'Chances of the return ranges | 50 · 35 % | Durations | 1 min · 4 h | Stakes in USDT | 1 – 5000',
    ].join(' | '),
  )
})

test('rules are asked for every five seconds; only treasurers may propose others', async () => {
  expect(await askedAt('/rules')).toEqual(['/api/console/rules {} 5000'])
  expect(await drawnScreen('/rules', { answers, operator: anOperator('viewer') })).not.toContain('Propose')
  expect(await drawnScreen('/rules', { operator: anOperator('treasurer') })).toContain(
    'off | Propose a version',
  )
})

test.each([
  ['approved', '(caution) | Approved, not announced'],
  ['announced', '(caution) | Announced'],
  ['acting', '(good) | Acting'],
  ['over', '(plain) | Over'],
] as const)('a version that is %s is told as %s', async (state, told) => {
  const data = { ...DATA, versions: [{ ...FIRST, version: 3, state }] }
  expect(await drawnScreen('/rules', { answers: [answer('consoleRules', {}, data)] })).toContain(
    `Version 3 | ${told} | House margin`,
  )
})

test('the dialog begins with the newest version, and with the rules in force before the first', async () => {
  const newest = {
    ...FIRST,
    rules: { ...RULES, marginPpm: 60_000, durations: [[300, 5]] as [number, number][] },
  }
  const dialog = (data: typeof DATA) => drawn(<RulesDialog open onClose={() => {}} data={data} />)
  expect(await dialog({ ...DATA, versions: [newest, FIRST] })).toBe(
    [
      'Propose a version | [Close] | It begins with the newest version. What you leave stays as it is.',
      'House margin | «6» | % | Between 1 and 8 %',
      'Chances, from the largest to the smallest, with blanks between | «50 35» | % | Durations | ☐',
      '1 min | ☑ | 5 min | ☐ | 4 h | Least USDT | «1» | Most USDT | «5000» | Reason | ≤ 500',
      'Everybody at the desk reads it in the log. | A second operator must approve it within an hour.',
      'off | Ask for approval',
    ].join(' | '),
  )
  expect(await dialog({ ...DATA, versions: [] })).toContain('House margin | «3.55»')
})
