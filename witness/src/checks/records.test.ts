import { lineText, type OrderLine, type RecordLine } from '@tickmark/core/record/recordLine'
import {
  readLines,
  resultsOf,
  shownRefusals,
  toyLines,
  toyRefused,
} from '@tickmark/core/record/toyRecord.testing'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cosignerOf } from '../cosigner.ts'
import { followHouse } from '../followHouse.ts'
import { houseFiles, Unavailable } from '../houseFiles.ts'
import { nodeCrypto } from '../nodeCrypto.ts'
import { isUnrecorded, NO_RECORDS, recordsAfter, type Records } from './records.ts'
import {
  DAY,
  KEY,
  newestRules,
  openToyHouse,
  SECOND,
  withEntry,
  withKeys,
  withRules,
  type Bodies,
  type ToyHouse,
} from '../toyHouse.testing.ts'

const { sha256 } = nodeCrypto
const cosigner = cosignerOf('witness.example/w1', new Uint8Array(32).fill(9))
const NIGHT = (SECOND + 86_400) * 1000
const NAME = dayName(DAY)
const NEXT_NIGHT = NIGHT + 86_400_000
const NEXT = { day: dayName(DAY + 1), at: NEXT_NIGHT }

let dataDir: string
let house: ToyHouse
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tickmark-witness-'))
  house = await openToyHouse(withKeys([], KEY))
})
afterEach(async () => {
  await house.stop()
  rmSync(dataDir, { recursive: true })
})

const textOf = (lines: readonly RecordLine[]) => lines.map((one) => `${lineText(one)}\n`).join('')

/** Lines renumbered to this log's `receipts` entries; its first entry has the keys. */
const LINES = toyLines(24, sha256).map((one) => ({ ...one, logged: 2 + (one.logged - 900) / 10 }))

/** A log whose first day is over: the results of these lines, then ticks of the next day. */
function overBy(lines: readonly OrderLine[]): string[] {
  let bodies = withKeys([], KEY)
  for (const { seq: _, ...one } of resultsOf(lines, sha256))
    bodies = withEntry(bodies, { ...one, model: 0, at: (SECOND + bodies.length) * 1000 })
  return withTick(bodies, NIGHT)
}

function withTick(bodies: Bodies, at: number): string[] {
  return withEntry(bodies, { kind: 'tick', at, prices: {} })
}

function withRecord(
  bodies: Bodies,
  lines: readonly RecordLine[],
  { day = NAME, at = NIGHT, rules = newestRules(bodies) } = {},
): string[] {
  const { orders, withdrawals, root } = readLines(lines, sha256)
  return withEntry(bodies, { kind: 'record', at, day, orders, withdrawals, root, rules })
}

/** A log with rules announced on its first day that do not take effect before the day's end. */
function announcedBy(lines: readonly OrderLine[]): string[] {
  return withRules(withRules(overBy(lines), 86_400_000), 172_800_000, { marginPpm: 50_000 })
}

async function look(): Promise<string> {
  const reach = { fetch, wait: () => Promise.reject(new Error('no patience is asked for')) }
  const watch = { dataDir, cosigner, given: null, nowMs: () => NIGHT }
  const found = await followHouse(houseFiles(house.url, reach), watch)
  return found.kind === 'alarm' ? found.problem : found.kind
}

test('a record with all of the log’s results is accepted, even if they were read long before', async () => {
  house.show(overBy(LINES))
  expect(await look()).toBe('fine')
  const bodies = withRecord(overBy(LINES), LINES)
  house.show(bodies)
  house.showRecord(NAME, textOf(LINES))
  expect(await look()).toBe('fine')
  house.show(withRecord(withTick(bodies, NEXT_NIGHT), [], NEXT))
  house.showRecord(dayName(DAY + 1), '')
  expect(await look()).toBe('fine')
})

/** A log in which two withdrawals are paid on the first day, after 10 and 30 s, one is refused, and one paid on the next day. */
function paidBy(): string[] {
  const at = (SECOND + 60) * 1000
  const root = 'ab'.repeat(32)
  let bodies = withEntry(withKeys([], KEY), { kind: 'withdrawals', at, count: 4, first: 1, last: 4, root })
  const end = (promise: number, ms: number) => {
    const tx = `0x${String(promise).repeat(64)}`
    const ends = [
      promise === 2
        ? ({ promise, end: 'refused', tx: '' } as const)
        : ({ promise, end: 'paid', tx } as const),
    ]
    bodies = withEntry(bodies, { kind: 'withdrawn', at: ms, first: promise, ends })
  }
  end(1, at + 10_000)
  end(2, at + 20_000)
  end(3, at + 30_000)
  end(4, NIGHT)
  return withTick(bodies, NIGHT)
}

test.each<[string, number[], string]>([
  ['as the log has them', [10_000, 30_000], 'fine'],
  ['in another order', [30_000, 10_000], 'fine'],
  ['none', [], 'record_of_other_times'],
  ['without the slowest', [10_000], 'record_of_other_times'],
  ['with another time for it', [10_000, 29_000], 'record_of_other_times'],
  ['with a lower median', [9_000, 30_000], 'record_of_other_times'],
  ['one twice', [10_000, 10_000, 30_000], 'record_of_other_times'],
  ['one that was refused', [10_000, 20_000, 30_000], 'record_of_other_times'],
  ['one of the next day', [10_000, 30_000, NIGHT - (SECOND + 60) * 1000], 'record_of_other_times'],
])(
  'a record tells how long the withdrawals took that the log says were paid on the day: %s',
  async (_, times, found) => {
    const lines = times.map((ms) => ({ kind: 'withdrawal', currency: 'USDT', network: 1, ms }) as const)
    house.show(withRecord(paidBy(), lines))
    house.showRecord(NAME, textOf(lines))
    expect(await look()).toBe(found)
  },
)

/** Refusals of the first day, whose lines belong to the second day's record. */
const REFUSALS = [
  toyRefused({ logged: 2 }),
  { kind: 'refusal', refusal: '55'.repeat(32), logged: 2 } as const,
  toyRefused({ logged: 3, outcome: 'lost' }),
]

/** The record of the day after those refusals, with these lines. */
function toldOf(lines: readonly RecordLine[]): string[] {
  let bodies = withKeys([], KEY)
  for (const { seq: _, ...one } of shownRefusals(REFUSALS, sha256))
    bodies = withEntry(bodies, { kind: 'refusals', first: 1, last: 9, at: (SECOND + 60) * 1000, ...one })
  bodies = withTick(withRecord(withTick(bodies, NIGHT), []), NEXT_NIGHT)
  return withRecord(bodies, lines, NEXT)
}

test.each<[string, readonly RecordLine[], string]>([
  ['all of them', REFUSALS, 'fine'],
  ['none', [], 'record_without_refusals'],
  ['those alone that would have lost', REFUSALS.slice(2), 'record_without_refusals'],
  ['one that was not logged', [...REFUSALS, toyRefused({ logged: 4 })], 'record_without_refusals'],
])('a record tells the refusals of the day before: %s', async (_, lines, found) => {
  house.show(toldOf(lines))
  house.showRecord(NAME, '')
  house.showRecord(dayName(DAY + 1), textOf(lines))
  expect(await look()).toBe(found)
})

test('a record names the newest rules, even if not yet in effect', async () => {
  house.show(withRecord(announcedBy(LINES), LINES))
  house.showRecord(NAME, textOf(LINES))
  expect(await look()).toBe('fine')
})

test.each<[string, () => { bodies: Bodies; text: string }, string]>([
  [
    'shows another file',
    () => ({ bodies: withRecord(overBy(LINES), LINES), text: textOf(LINES.slice(1)) }),
    'record_not_as_logged',
  ],
  [
    'leaves a result out',
    () => ({ bodies: withRecord(overBy(LINES), LINES.slice(1)), text: textOf(LINES.slice(1)) }),
    'record_without_results',
  ],
  [
    'adds a result',
    () => {
      const more = [...LINES, { ...(LINES.at(-1) as OrderLine), receipt: '44'.repeat(32) }]
      return { bodies: withRecord(overBy(LINES), more), text: textOf(more) }
    },
    'record_without_results',
  ],
  [
    'pays a win too little',
    () => {
      const less = LINES.map((one) => (one.outcome === 'won' ? { ...one, net: '1' } : one))
      return { bodies: withRecord(overBy(LINES), less), text: textOf(less) }
    },
    'record_unsound',
  ],
  [
    'gives a ticket two results',
    () => {
      const ticket = LINES[0]?.ticket ?? ''
      const twice = LINES.map((one, i) => (i === 20 ? { ...one, ticket } : one))
      return { bodies: withRecord(overBy(twice), twice), text: textOf(twice) }
    },
    'record_unsound',
  ],
  [
    'logs the record of a day before its end',
    () => ({ bodies: withRecord(withKeys([], KEY), [], { at: SECOND * 1000 }), text: '' }),
    'wrong_record',
  ],
  [
    'logs a second record of a day',
    () => ({ bodies: withRecord(withRecord(overBy(LINES), LINES), LINES), text: textOf(LINES) }),
    'wrong_record',
  ],
  [
    'forgets a day',
    () => ({
      bodies: withRecord(withTick(overBy(LINES), NEXT_NIGHT), [], NEXT),
      text: '',
    }),
    'wrong_record',
  ],
  [
    'keeps rules that it has announced from a record',
    () => ({ bodies: withRecord(announcedBy(LINES), LINES, { rules: 26 }), text: textOf(LINES) }),
    'hidden_rules',
  ],
  [
    'announces rules as if those before were none',
    () => ({ bodies: withRules(announcedBy(LINES), 259_200_000, {}, 26), text: '' }),
    'hidden_rules',
  ],
])('a house that %s is detected', async (_what, lie, problem) => {
  const { bodies, text } = lie()
  house.show(bodies)
  house.showRecord(NAME, text)
  expect(await look()).toBe(problem)
})

test('a head is not signed while the house withholds a record', async () => {
  house.show(withRecord(overBy(LINES), LINES))
  await expect(look()).rejects.toThrow(Unavailable)
})

test('a record still missing after six hours of ticks is reported, however long the log stalled', () => {
  let records = withRecordsOf(NO_RECORDS, SECOND * 1000)
  for (let i = 0; i < 21_600; i++) {
    expect(isUnrecorded(records)).toBe(false)
    records = withRecordsOf(records, NIGHT + 90_000_000 + i * 1000)
  }
  expect(isUnrecorded(records)).toBe(true)
})

function withRecordsOf(records: Records, at: number): Records {
  return recordsAfter(records, { kind: 'tick', seq: 1, at, prices: {} })
}
