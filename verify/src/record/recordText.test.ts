import { readLines, toyLine } from '@tickmark/core/record/toyRecord.testing'
import { expect, test } from 'vitest'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { KEYS } from '../toyHouse.testing.ts'
import type { RecordReport } from './record.ts'
import { recordText } from './recordText.ts'

/** Won, lost and closed orders on two coins, of two durations and two chances, each of its own second. */
const LINES = [
  toyLine(),
  toyLine({ ticket: '12'.repeat(32), due: 1_795_219_261_000, outcome: 'lost', receipt: '23'.repeat(32) }),
  toyLine({
    ticket: '13'.repeat(32),
    due: 1_795_219_262_000,
    pid: 2,
    duration: 300,
    chancePpm: 249_000,
    ratePct: 260,
  }),
  toyLine({ ticket: '14'.repeat(32), due: 1_795_219_263_000, pid: 2, outcome: 'closed' }),
]
const { problem: _, ...read } = readLines(LINES, nodeCrypto.sha256)
const REPORT: RecordReport = {
  day: '2026-11-21',
  entry: {
    kind: 'record',
    seq: 77,
    at: 0,
    day: '2026-11-21',
    orders: 4,
    withdrawals: 0,
    root: read.root,
    rules: 1,
  },
  size: 90,
  checkpoint: '',
  read,
  keys: KEYS,
  problem: null,
  line: null,
  full: null,
  own: null,
}

/** The lines of the text whose first word is one of these, with one blank between words. */
function rowsOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
}

test('the figures of each group follow in rows: all, coins, durations, both, and chances', () => {
  const rows = rowsOf(recordText(REPORT, true))
  expect(rows.map((row) => row.split(/ \d+ \d+ (?=\d|-)/)[0])).toEqual([
    'orders decided won promised margin promised closed void',
    'all',
    'BTC',
    'ETH',
    '60 s',
    '300 s',
    'BTC 60 s',
    'ETH 60 s',
    'ETH 300 s',
    'chance about 25 %',
    'chance about 50 %',
    'staked 400 USDT, paid out 602 USDT',
  ])
  expect(rows[1]).toMatch(/^all 4 3 66\.67% ±34\.38% 41\.63% -84\.00% ±\d+\.\d\d% 4\.00% 1 0$/)
  expect(rows[2]).toMatch(/^BTC 2 2 50\.00% ±35\.36% 50\.00% 4\.00% /)
  expect(rows.at(-3)).toMatch(/^chance about 25 % 1 1 100\.00% ±75\.10% 24\.90% -260\.00% /)
})

test.each<[what: string, change: Partial<RecordReport>, says: RegExp]>([
  ['all holds', {}, /^HOLDS: .* Add --full to decide each order again\.$/m],
  [
    'a line is told twice',
    { problem: 'told_twice', line: 3 },
    /^BROKEN: a line has a ticket .* \(line 3\)$/m,
  ],
  ['his order is missing', { problem: 'own_order', own: 'missing' }, /^Your order is not in it\./m],
  [
    'his order differs',
    { problem: 'own_order', own: 'differs' },
    /^BROKEN {2}Your order is in it, but not as/m,
  ],
  [
    'an outcome is wrong',
    {
      problem: 'wrong_outcome',
      full: {
        entries: 9,
        first: 1,
        decided: 2,
        undecided: 1,
        refused: 0,
        wrong: [{ hash: 'ab', problem: 'other' }],
        isComplete: true,
      },
    },
    /on 9 entries of the log: 2 outcomes follow, 1 cannot[^]*BROKEN {2}ab: other[^]*^BROKEN: an outcome/m,
  ],
  [
    'rules before the entries read may be left out',
    { full: { entries: 9, first: 257, decided: 4, undecided: 0, refused: 0, wrong: [], isComplete: true } },
    /^The check begins at entry 257: .* only with --from-start\.$/m,
  ],
  [
    'every entry was read',
    { full: { entries: 9, first: 1, decided: 4, undecided: 0, refused: 0, wrong: [], isComplete: true } },
    /^Every entry of the log was read: each names the newest rules before it\.$/m,
  ],
])('the report tells its reader that %s', (_what, change, says) => {
  const text = recordText({ ...REPORT, ...change }, true)
  expect(text).toMatch(says)
  expect(/^HOLDS/m.test(text)).toBe((change.problem ?? null) === null)
  expect(text).not.toContain('--keys')
  expect(recordText({ ...REPORT, ...change }, false)).toContain('add --keys config.json')
})

test.each([
  [[], 'No withdrawal was paid.'],
  [[1_000, 2_560, 61_000], 'Withdrawals, from promise to payment in the log: median 2.6 s, slowest 61.0 s.'],
])('the times of withdrawals %j are in seconds', (times, says) => {
  const withdrawals = { count: times.length, medianMs: times[1] ?? 0, slowestMs: times.at(-1) ?? 0 }
  const figures = { ...read.figures, withdrawals: { ...read.figures.withdrawals, ...withdrawals } }
  expect(recordText({ ...REPORT, read: { ...read, figures } }, true)).toContain(says)
})
