import { MODEL_LIFE_MS, modelDeviation, NOTICE_MS, oldestModel } from '@tickmark/core/log/announced'
import type { LogEntry, ModelEntry, RulesEntry } from '@tickmark/core/log/log'
import type { Rules } from '@tickmark/core/log/rules'
import { DURATIONS } from '@tickmark/core/orders/durations'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { offersFor } from '@tickmark/core/orders/pricing'
import { lineText, type OrderLine } from '@tickmark/core/record/recordLine'
import { readLines, resultsOf, toyLine } from '@tickmark/core/record/toyRecord.testing'
import { expect, test } from 'vitest'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { houseWith, KEYS } from '../toyHouse.testing.ts'
import { checkRecordOf } from './record.ts'

const { sha256 } = nodeCrypto
const DAY = '2026-11-22'
const DAY_MS = Date.parse(`${DAY}T00:00:00Z`)
const START = DAY_MS - 86_400_000
/** The log's first entry is a tick, the second its rules; the change of rules, announced at once, follows. */
const [RULES_SEQ, CHANGE_SEQ] = [2, 3]
/** Effective time of rules announced at the start. */
const CHANGE = START + NOTICE_MS
const PRICE = '5000000000000'
const DURATION = DURATIONS[0]

/** A house's signed account of a day with one order. */
interface Tale {
  /** The log's first rules. */
  rules: Rules
  /** Rules announced at once, effective from `CHANGE` unless stated otherwise. */
  change: { rules: Rules; from?: number } | null
  /** Whether both rules were announced ten days before, far from the entries read. */
  isOld: boolean
  /** The newest rules that the change and the record name; null for the truth. */
  before: number | null
  newest: number | null
  /** The models, each with its time and the rules that it names. */
  models: { at: number; rules: number; sigmaE12?: number }[]
  /** Index of the model that prices the order, and the order's entry second. */
  priced: number
  entryMs: number
  stake: string
  /** The oldest model stated by the `tickets` entry; null for the truth. */
  oldest: number | null
}

const NOON = DAY_MS + 43_200_000
const DEARER: Rules = { ...PRESENT_RULES, marginPpm: 50_000 }
const HONEST: Tale = {
  rules: PRESENT_RULES,
  change: null,
  isOld: false,
  before: null,
  newest: null,
  models: [
    { at: START, rules: RULES_SEQ },
    { at: DAY_MS, rules: RULES_SEQ },
  ],
  priced: 1,
  entryMs: NOON,
  stake: '10000000000',
  oldest: null,
}
/** An honest day with new rules in effect from its start, and the models of both days. */
const CHANGED: Tale = {
  ...HONEST,
  change: { rules: DEARER },
  models: [
    { at: START, rules: RULES_SEQ },
    { at: CHANGE, rules: CHANGE_SEQ, sigmaE12: 150_000_000 },
  ],
}

/** Runs `record --full` on the house's signed account, or also `--from-start`. */
async function told(tale: Tale, fromStart = false) {
  const { entries, lines } = tell(tale)
  const record = entries.findLast((one) => one.kind === 'record')
  const house = houseWith(entries, {
    days: [{ day: DAY, seq: record?.seq ?? 0 }],
    lines: lines.map(lineText),
  })
  const question = { day: DAY, keys: KEYS, full: true, fromStart, receipt: null }
  const report = await checkRecordOf(house, question, nodeCrypto)
  return { problem: report.problem, decided: report.full?.decided ?? null }
}

/** The log of such a day, and its lines with the entry numbers that each needs. */
function tell(tale: Tale): { entries: LogEntry[]; lines: OrderLine[] } {
  if (!DURATION) throw new Error('there is a shortest duration')
  const { entryMs, change, isOld } = tale
  const start = isOld ? START - 864_000_000 : START
  const due = entryMs + DURATION.seconds * 1000
  const window = Array.from({ length: DURATION.fixingTicks }, (_, i) => due - 1000 * i)
  const drafts: Draft[] = [
    { kind: 'rules', at: start, from: start, before: 0, rules: tale.rules },
    ...(change
      ? [
          {
            kind: 'rules' as const,
            at: start,
            from: start + NOTICE_MS,
            before: tale.before ?? RULES_SEQ,
            ...change,
          },
        ]
      : []),
    ...(isOld ? between(start) : []),
    ...tale.models.map(({ at, rules, sigmaE12 = 134_000_000 }): Draft => {
      return { kind: 'model', at, rules, deviations: { 1: [sigmaE12, 0] } }
    }),
    { kind: 'tick', at: start - 1000, prices: {} },
    { kind: 'tickets', at: entryMs - 1000, ...TICKETS, model: 0 },
    ...[...new Set([entryMs, ...window])].map((at): Draft => ({ kind: 'tick', at, prices: { 1: PRICE } })),
    { kind: 'tick', at: DAY_MS + 86_400_000, prices: {} },
  ]
  const sorted = drafts.toSorted((one, other) => one.at - other.at || rank(one) - rank(other))
  const numbered = sorted.map((one, i): LogEntry => ({ ...one, seq: i + 1 }))
  const models = modelsIn(numbered)
  const entries = numbered.map((one) =>
    one.kind === 'tickets' ? { ...one, model: tale.oldest ?? oldestModel(models, one.at) } : one,
  )
  const seqAt = (at: number) => entries.find((one) => one.kind === 'tick' && one.at === at)?.seq ?? 0
  const end = entries.pop()
  const logged = entries.length + 1
  const [entrySeq, exitSeq] = [seqAt(entryMs), seqAt(due)]
  const line = toyLine({ ...offered(entries, tale), due, logged, entrySeq, exitSeq, outcome: 'tied' })
  const [result] = resultsOf([line], sha256)
  if (!result) throw new Error('a line is a result')
  const { orders, root } = readLines([line], sha256)
  const at = end?.at ?? 0
  const rules = tale.newest ?? entries.findLast((one) => one.kind === 'rules')?.seq ?? 0
  return {
    lines: [line],
    entries: [
      ...entries,
      { ...result, at: due + 1000, model: oldestModel(models, due + 1000) },
      { kind: 'tick', seq: logged + 1, at, prices: {} },
      { kind: 'record', seq: logged + 2, at, day: DAY, orders, withdrawals: 0, root, rules },
    ],
  }
}

type Draft = LogEntry extends infer Entry ? (Entry extends LogEntry ? Omit<Entry, 'seq'> : never) : never

/** More ticks than two bundles hold, so that entries before them are not read. */
function between(startMs: number): Draft[] {
  return Array.from({ length: 600 }, (_, i) => ({ kind: 'tick', at: startMs + 1000 * (i + 1), prices: {} }))
}

const TICKETS = { count: 1, first: 1, last: 1, root: 'ab'.repeat(32) } as const

/** Order within one moment: rules, then models, then ticks. */
function rank({ kind }: Draft): number {
  return ['rules', 'model'].includes(kind) ? ['rules', 'model'].indexOf(kind) : 2
}

/** A model's even-chance offer under the rules that it names. */
function offered(entries: readonly LogEntry[], { priced, stake }: Tale): Partial<OrderLine> {
  const model = modelsIn(entries)[priced]
  const rules = entries.find((one): one is RulesEntry => one.kind === 'rules' && one.seq === model?.rules)
  const deviation = model && modelDeviation(model, 1)
  if (!DURATION || !rules || !deviation) throw new Error('the order can be priced')
  const [offer] = offersFor('up', DURATION, deviation, rules.rules)
  return {
    pid: 1,
    direction: 'up',
    duration: DURATION.seconds,
    stake,
    marginPpm: rules.rules.marginPpm,
    barrierPpm: offer?.barrierPpm ?? 0,
    chancePpm: offer?.chancePpm ?? 0,
    ratePct: offer?.ratePct ?? 0,
  }
}

function modelsIn(entries: readonly LogEntry[]): ModelEntry[] {
  return entries.filter((one): one is ModelEntry => one.kind === 'model')
}

/** An honest day under rules that were announced and in effect long before. */
const LONG_CHANGED: Tale = {
  ...CHANGED,
  isOld: true,
  models: CHANGED.models.map((one) => ({ ...one, rules: CHANGE_SEQ })),
}

/** Honest except that the log has a single model, from this time. */
function withOneModel(at: number, entryMs: number): Tale {
  return { ...HONEST, models: [{ at, rules: RULES_SEQ }], priced: 0, entryMs }
}

/** A unit more than the rules allow. */
const ABOVE = String(BigInt(PRESENT_RULES.stakes['USDT']?.[1] ?? 0) + 1n)
const EVENING = DAY_MS - 43_200_000

test.each<[what: string, tale: Tale]>([
  ['by the log’s first rules', HONEST],
  ['by rules announced a day before', CHANGED],
  ['by rules announced ten days before', LONG_CHANGED],
  ['by the model before, 19 s after the new rules', { ...CHANGED, priced: 0, entryMs: CHANGE + 19_000 }],
  ['by a model of a day and a minute', withOneModel(EVENING, EVENING + MODEL_LIFE_MS + 1_000)],
])('an order %s is as promised', async (_, tale) => {
  expect(await told(tale)).toEqual({ problem: null, decided: 1 })
})

test.each<[what: string, tale: Tale]>([
  ['rules outside the published bounds', { ...HONEST, rules: { ...PRESENT_RULES, marginPpm: 100_001 } }],
  ['rules of a kind that this program does not know', { ...HONEST, rules: { ...PRESENT_RULES, errors: 3 } }],
  ['a stake above the largest', { ...HONEST, stake: ABOVE }],
  ['rules without its currency', { ...HONEST, rules: { ...PRESENT_RULES, stakes: {} } }],
  ['rules of an hour’s notice', { ...CHANGED, change: { rules: DEARER, from: START + 3_600_000 } }],
  [
    'a model that still names the old rules',
    {
      ...CHANGED,
      models: [...CHANGED.models, { at: CHANGE + 5_000, rules: RULES_SEQ, sigmaE12: 120_000_000 }],
      priced: 2,
      entryMs: CHANGE + 10_000,
    },
  ],
  [
    'the old rules, with no model under the new ones',
    {
      ...HONEST,
      change: { rules: DEARER },
      models: [{ at: CHANGE - 3_600_000, rules: RULES_SEQ }],
      priced: 0,
      entryMs: CHANGE + 60_000,
    },
  ],
  [
    'a model that another replaced 20 s before',
    {
      ...HONEST,
      models: [...HONEST.models, { at: NOON - 20_000, rules: RULES_SEQ, sigmaE12: 150_000_000 }],
      priced: 1,
    },
  ],
  [
    'rules that others were to replace nine days before, and never did',
    { ...LONG_CHANGED, models: CHANGED.models.map((one) => ({ ...one, rules: RULES_SEQ })) },
  ],
  ['a model that was logged after it was accepted', withOneModel(NOON, NOON)],
  ['a model of more than a day and a minute', withOneModel(EVENING, EVENING + MODEL_LIFE_MS + 2_000)],
])('an order by %s breaks the record, although the house signed everything', async (_, tale) => {
  expect(await told(tale)).toMatchObject({ problem: 'wrong_price' })
})

test('a model less than 20 s after another breaks the record, whichever of them priced the order', async () => {
  const hasty = (ms: number) =>
    told({ ...HONEST, models: [...HONEST.models, { at: DAY_MS + ms, rules: RULES_SEQ }] })
  expect(await hasty(19_999)).toMatchObject({ problem: 'hasty_model' })
  expect((await hasty(20_000)).problem).not.toBe('hasty_model')
})

test('rules that take effect less than an hour after others break the record', async () => {
  const hasty = (ms: number) => told({ ...HONEST, change: { rules: DEARER, from: START + ms } })
  expect(await hasty(3_599_999)).toMatchObject({ problem: 'hasty_rules' })
  expect((await hasty(3_600_000)).problem).not.toBe('hasty_rules')
})

test.each<[what: string, tale: Partial<Tale>]>([
  ['a record that names the rules before those of its own time', { newest: RULES_SEQ }],
  ['a record that names no rules', { newest: 0 }],
  ['rules that leave out those before them', { before: 0 }],
  ['rules that name themselves', { before: CHANGE_SEQ }],
])('%s would hide announced rules, and is detected', async (_, lie) => {
  expect(await told({ ...CHANGED, ...lie })).toMatchObject({ problem: 'hidden_rules' })
})

test.each<[what: string, newest: number]>([
  ['the entry that is none', 1],
  ['a tick among those that were not read', 200],
  ['the first entry that was read', 513],
])('a record that names %s as its newest rules is broken, however old that entry is', async (_, newest) => {
  expect(await told({ ...LONG_CHANGED, newest })).toMatchObject({ problem: 'hidden_rules' })
})

test.each<[what: string, tale: Tale]>([
  ['rules that left out those before them', { ...LONG_CHANGED, before: 0 }],
  [
    'an order by rules that others, which no entry names, should have replaced',
    {
      ...LONG_CHANGED,
      newest: RULES_SEQ,
      models: CHANGED.models.map((one) => ({ ...one, rules: RULES_SEQ })),
    },
  ],
])('%s, ten days before, show only to who reads the log from its start', async (_, tale) => {
  expect(await told(tale)).toEqual({ problem: null, decided: 1 })
  expect(await told(tale, true)).toEqual({ problem: 'hidden_rules', decided: null })
  expect(await told(LONG_CHANGED, true)).toEqual({ problem: null, decided: 1 })
})

test('an entry that lets a too old model price breaks the record', async () => {
  expect(await told({ ...HONEST, oldest: 3 })).toMatchObject({ problem: 'wrong_oldest' })
})
