import { expect, test } from 'vitest'
import { chanceOf, crypto, testCrypto } from '../../receipts/nodeCrypto.testing.ts'
import { TAMPERING_NAMES, tamper } from '../../receipts/tamper.testing.ts'
import { runs } from '../../runs.testing.ts'
import { checkDay, DAY_STEPS, type DayStepName } from './checkDay.ts'
import type { DayFile } from './dayFile.ts'
import { LOG_LIES } from './logLies.testing.ts'
import { MOVE_LIES } from './moveLies.testing.ts'
import { PAYOUT_LIES } from './payoutLies.testing.ts'
import { TRADE_LIES } from './tradeLies.testing.ts'
import {
  CARRIED,
  DAWN,
  FIRST,
  HONEST,
  LINES,
  UNDER_WAY,
  first,
  loggedAfter,
  moved,
  netOf,
  plus,
} from './toldDay.testing.ts'
import {
  DAY,
  END,
  HOUSE,
  entryOf,
  fileOf,
  heldBefore,
  honestDay,
  logged,
  marketEntries,
  moveLine,
  NAME,
  START,
  type Line,
  type Told,
} from './toyDay.testing.ts'
import { HOST_LIES, loggedLate } from './hostLies.testing.ts'
import type { Taken } from '../../log/log.ts'
import type { LegLine, MoveLine, TradeLine } from '../evidence.ts'
import { lineText, parseTradeLine } from '../readLines.ts'

function check(told: Partial<Told>) {
  return failedIn(fileOf({ ...HONEST, ...told }))
}

function failedIn(file: unknown) {
  const { verdict, steps } = checkDay(JSON.parse(JSON.stringify(file)), crypto, HOUSE.keys)
  return { verdict, failed: steps.filter((step) => !step.ok).map((step) => step.name) }
}

test('a day that adds up holds when its trades are repeated on the revealed market', () => {
  expect(check({})).toEqual({ verdict: 'holds', failed: [] })
  const { entry, trades, moves } = checkDay(fileOf(HONEST), crypto)
  expect({ day: entry?.day, trades, moves }).toEqual({ day: NAME, trades: 11, moves: 3 })
  expect(BigInt(entry?.pool ?? 0)).toBeGreaterThan(0n)
})

test('a day without the reveal does not prove its trades, and nothing else is missing', () => {
  expect(check({ market: [] })).toEqual({ verdict: 'not_proven', failed: ['market'] })
})

test('an unrevealed day with only moves does not prove them, not even moves of USDT', () => {
  const move = moveLine(heldBefore(CARRIED), { to: 2, currency: 1, at: END - 10_000, number: FIRST })
  const moves = honestDay([move], { day: DAY, first: FIRST, carried: CARRIED })
  expect(failedIn(fileOf(moves))).toEqual({ verdict: 'not_proven', failed: ['market'] })
})

test.each([
  // at, lines of the day, whether they are in order
  [START - 1, 1, false],
  [START, 1, true],
  [END - 1, 1, true],
  [END, 0, true],
])(
  'a day counts the lines from its first moment on and before its end: one at %i',
  (at, count, isInOrder) => {
    const move = moveLine(heldBefore(CARRIED), { to: 2, currency: 1, at, number: FIRST })
    const file = fileOf(honestDay([move], { day: DAY, first: FIRST, carried: CARRIED }))
    expect(checkDay(file, crypto).moves).toBe(count)
    expect(failedIn(file).failed.includes('lines')).toBe(!isInOrder)
  },
)

test.each<[what: string, taken: Partial<Taken>, change: Partial<MoveLine>, isSound: boolean]>([
  ['on what the day before has left', {}, {}, true],
  ['as if it had taken nothing yet', {}, { from: 3 }, false],
  ['before it took anything', { next: FIRST + 1 }, { from: 3 }, true],
  ['as if it had taken that', { next: FIRST + 1 }, {}, false],
  [
    'before it took anything, but later than that',
    { at: START + 9_999, next: FIRST + 1 },
    { from: 3 },
    false,
  ],
])('a move decided %s is accepted or found broken', (_, change, move, isSound) => {
  const taken = { at: START + 10_000, next: FIRST, usdt: { 3: '9600000000000' }, ...change }
  const before = HONEST.before && { ...HONEST.before, at: START + 20_000, taken: [taken] }
  const found = check({ ...moved(DAWN, move), before })
  expect(found.failed.filter((name) => name === 'moves')).toEqual(isSound ? [] : ['moves'])
  expect(found.verdict).toBe(isSound ? 'holds' : 'broken')
})

test('a day without trades and hosts holds, and so does a day with a loss', () => {
  const empty = { ...honestDay([], { day: DAY, first: 1, carried: '0', isFirst: true }), payouts: [] }
  const entry = entryOf(empty, '0')
  expect(failedIn(fileOf({ ...empty, entry }))).toEqual({ verdict: 'holds', failed: [] })
  const before = { day: DAY, first: FIRST, carried: '-99999999999999', moving: [UNDER_WAY] }
  const loss = honestDay(LINES, before)
  expect(loss.entry.pool).toBe('0')
  expect(failedIn(fileOf({ ...loss, market: marketEntries(DAY) }))).toEqual({ verdict: 'holds', failed: [] })
})

test('a file signed with keys other than the reader’s is broken', () => {
  const other = checkDay(fileOf(HONEST), crypto, testCrypto(5).keys)
  expect(other.steps.filter((step) => !step.ok)).toEqual([{ name: 'keys', ok: false }])
})

test('a day whose tickets were logged after it had begun is not proven', () => {
  expect(check(loggedLate())).toEqual({ verdict: 'not_proven', failed: ['hostings_in_time'] })
})

test('lines that were logged more than a minute and a half after they ended are not proven', () => {
  expect(check(loggedAfter(90_000))).toEqual({ verdict: 'holds', failed: [] })
  expect(check(loggedAfter(90_001))).toEqual({ verdict: 'not_proven', failed: ['lines_in_time'] })
})

const LIES = [...LOG_LIES, ...TRADE_LIES, ...MOVE_LIES, ...PAYOUT_LIES, ...HOST_LIES]

test.each(LIES)('%s is found by its own step', (_, lie, steps) => {
  expect(check(lie())).toEqual({ verdict: 'broken', failed: steps })
})

const BROKEN_FILES: readonly [string, (file: DayFile) => unknown, DayStepName[] | null][] = [
  ['nothing', () => null, ['form']],
  ['a file of another format', (file) => ({ ...file, format: 'tickmark-yield/2' }), ['form']],
  ['a field too many', (file) => ({ ...file, more: 1 }), ['form']],
  ['a hash too few', (file) => ({ ...file, proof: file.proof.slice(1) }), null],
  ['another head', (file) => ({ ...file, checkpoint: file.checkpoint.replace(/\n\d+\n/, '\n5\n') }), null],
  [
    'a signature of others',
    (file) => ({ ...file, keys: { ...file.keys, log: testCrypto(3).keys.log } }),
    ['keys', 'checkpoint'],
  ],
]

test.each(BROKEN_FILES)('%s is broken', (_, change, steps) => {
  const found = failedIn(change(fileOf(HONEST)))
  expect(found.verdict).toBe('broken')
  if (steps) expect(found.failed).toEqual(steps)
  else expect(found.failed).toContain('entries')
})

test('every step finds a falsehood', () => {
  const finding = LIES.flatMap(([, , steps]) => steps)
  const formal = ['form', 'keys', 'entries', 'checkpoint']
  expect(DAY_STEPS.filter((name) => !finding.includes(name) && !formal.includes(name))).toEqual([])
})

test(
  'no change of a file goes unnoticed',
  () => {
    const file = fileOf(HONEST)
    const random = chanceOf(9)
    for (let i = 0; i < runs(60, 1_000); i++) {
      const other = tamper(file, TAMPERING_NAMES[i % TAMPERING_NAMES.length] as 'flip', random)
      if (other) expect(failedIn(other).verdict, JSON.stringify(other)).toBe('broken')
    }
  },
  runs(120_000, 3_600_000),
)

test('each of 365 days follows from the day before', () => {
  const random = chanceOf(4)
  let [carried, number, shared] = ['0', 1, 0n]
  let [earned, lost] = [0n, 0n]
  for (let i = 0; i < runs(365, 3_650); i++) {
    const day = DAY + i
    const lines = Array.from({ length: Math.floor(random() * 4) }, (_, j): Line => {
      const at = day * 86_400_000 + 10_000 + j * 1_000
      const trade = movedTrade(first, {
        number: number + j,
        at,
        by: BigInt(Math.floor(random() * 8e9) - 3e9),
        day,
        j,
      })
      const needs = { to: 2, currency: 1, number: number + j, at }
      return i > 0 && j === 0 && random() < 0.5 ? moveLine(heldBefore(carried), needs) : trade
    })
    const honest = honestDay(lines, { day, first: number, carried, isFirst: i === 0 })
    const { steps, entry } = checkDay(fileOf(honest), crypto, HOUSE.keys)
    expect(steps.filter((step) => !step.ok)).toEqual(
      lines.length > 0 ? [{ name: 'market', ok: false, unshown: true }] : [],
    )
    const profit = BigInt(entry?.profit ?? 0)
    if (profit > 0n) earned += profit
    else lost -= profit
    shared += BigInt(entry?.pool ?? 0)
    carried = entry?.carried ?? ''
    number += lines.length
  }
  expect(earned).toBeGreaterThan(0n)
  expect(lost).toBeGreaterThan(0n)
  // Hosts share half of the earnings after losses, except for units lost to daily rounding.
  const net = earned - lost - BigInt(carried)
  expect(shared <= net / 2n && shared >= net / 2n - 4_000n).toBe(true)
})

/** Copies a trade with another time and a higher sale. */
function movedTrade(
  like: TradeLine,
  { number, at, by, day, j }: { number: number; at: number; by: bigint; day: number; j: number },
): TradeLine {
  const legs = like.legs.map((one, i): LegLine => {
    const order = `00000000-0000-4000-8000-${String(day * 100 + j * 10 + i).padStart(12, '0')}`
    const [limit, quote] = one.side === 'sell' ? ['1', plus(one.quote, by)] : [one.limit, one.quote]
    return { ...one, order, sentAt: at, book: { ...one.book, at }, limit, quote }
  })
  return { ...like, number, at, legs, profit: String(netOf(legs)) }
}

test('lines read back as they were written, and no other text is accepted as a line', () => {
  for (const line of LINES) expect(parseTradeLine(lineText(line))).toEqual(line)
  const text = lineText(first)
  for (const other of [
    '',
    '{}',
    'null',
    ` ${text}`,
    text.replace('"kind":"trade",', ''),
    text.replace(/}$/, ',"x":1}'),
  ])
    expect(parseTradeLine(other)).toBeNull()
  expect(logged(LINES)).toEqual(HONEST.logged)
})
