import { NOTICE_MS, RULES_PACE_MS } from '@tickmark/core/log/announced'
import type { ModelEntry, RulesEntry } from '@tickmark/core/log/log'
import { roundedDeviation, type Deviation } from '@tickmark/core/market/deviation'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '../../db/transact.ts'
import type { Market } from '../market.ts'
import { checkedLog, marketDeps, venueSource } from '../market.testing.ts'
import { auditAnnounced } from './audit/auditAnnounced.ts'
import { auditLog } from './auditLog.ts'
import { setMarketStage } from '../marketStage.testing.ts'

const START = Date.parse('2026-11-21T12:00:00.400Z')
const S = START - 400
const BTC = 1
/** Rules that this program can price by, and rules of another program. */
const DEARER = { ...PRESENT_RULES, marginPpm: 50_000 }
const OTHER = { ...PRESENT_RULES, quoteLife: 10_000 }

const stage = setMarketStage(START)
const { start } = stage

async function pass(market: Market, ms: number): Promise<void> {
  stage.clock.advance(ms)
  await market.idle()
}

const rulesIn = async (market: Market): Promise<RulesEntry[]> =>
  (await checkedLog(market)).filter((one) => one.kind === 'rules')
const modelsIn = async (market: Market): Promise<ModelEntry[]> =>
  (await checkedLog(market)).filter((one) => one.kind === 'model')

test('the first rules act at once; a program that prices differently announces it and waits a day', async () => {
  const market = await start()
  expect(market.rulesFrom()).toBeNull()
  expect(market.basis()).toEqual({ rules: 2, model: 5 })
  await market.stop()
  stage.clock.advance(600)
  const changed = await start({ rules: OTHER })
  const from = S + 1_000 + NOTICE_MS
  expect(await rulesIn(changed)).toMatchObject([{ from: S }, { from, rules: { quoteLife: 10_000 } }])
  expect([changed.rulesFrom(), changed.basis()?.rules]).toEqual([from, 2])
  await pass(changed, NOTICE_MS - 1_000)
  expect(changed.rulesFrom()).toBe(from)
  await pass(changed, 1_000)
  const [, second] = await rulesIn(changed)
  expect([changed.rulesFrom(), changed.basis()?.rules]).toEqual([null, second?.seq])
  expect(await auditAnnounced(stage.database.db)).toEqual([])
})

test('batches name the newest model at least 20 seconds old, and the audit checks it', async () => {
  const market = await start()
  const entry = { kind: 'tickets', count: 1, first: 1, last: 1, root: 'ab'.repeat(32) } as const
  market.beforeTick(() => Promise.resolve([{ entry }, { entry: { ...entry, kind: 'receipts' } }]))
  for (let i = 0; i < 21; i++) await pass(market, 1_000)
  const named = (await checkedLog(market)).flatMap((one) =>
    'count' in one && 'model' in one ? [one.model] : [],
  )
  expect(named).toEqual([...Array<number>(38).fill(0), 5, 5, 5, 5])
  expect(await auditLog(stage.database.db)).toEqual([])
  const { db } = stage.database
  await sql`alter table log_entry disable trigger user`.execute(db)
  await sql`update log_entry set body = replace(body, '"model":5', '"model":4') where kind = 'receipts'`.execute(
    db,
  )
  expect((await auditLog(db)).map((one) => one.rule)).toContain('oldest model')
})

test('a record names the newest rules before it, also those of its own second', async () => {
  const record = {
    kind: 'record',
    day: '2026-11-20',
    orders: 0,
    withdrawals: 0,
    root: 'ab'.repeat(32),
  } as const
  const named = async (more: Parameters<typeof stage.open>[0]) => {
    const market = await stage.open(more)
    market.beforeTick(() => Promise.resolve([{ entry: record }]))
    await market.start()
    await pass(market, 1_000)
    const log = await checkedLog(market)
    await market.stop()
    const rules = log.filter((one) => one.kind === 'rules').map((one) => one.seq)
    return { rules, by: log.filter((one) => one.kind === 'record').map((one) => one.rules) }
  }
  expect(await named({})).toEqual({ rules: [2], by: [2, 2] })
  const { rules, by } = await named({ rules: OTHER })
  // A second passes while it opens, which has the new rules, and one after it.
  expect([rules.length, by.slice(0, 2), new Set(by.slice(2))]).toEqual([2, [2, 2], new Set([rules[1]])])
})

test('until a changed margin acts, a program prices by the one in force, without a pause', async () => {
  await (await start()).stop()
  stage.clock.advance(1_000)
  const market = await start({ rules: DEARER })
  expect(market.announcedRules().map((one) => one.from)).toEqual([S, S + 1_000 + NOTICE_MS])
  expect([market.rulesFrom(), market.rules()?.marginPpm]).toEqual([null, PRESENT_RULES.marginPpm])
  await pass(market, NOTICE_MS - 1_000)
  expect([market.rulesFrom(), market.rules()?.marginPpm]).toEqual([null, PRESENT_RULES.marginPpm])
  await pass(market, 1_000)
  expect([market.rulesFrom(), market.rules()]).toEqual([null, DEARER])
})

test('another program that prices differently trades only by rules that the log has announced', async () => {
  const writer = await start()
  const other = await start({ rules: OTHER })
  expect([writer.rulesFrom(), other.rulesFrom()]).toEqual([null, Infinity])
})

test('a program that returns to the old rules must announce them as well', async () => {
  await (await start()).stop()
  stage.clock.advance(1_000)
  await (await start({ rules: OTHER })).stop()
  stage.clock.advance(1_000)
  const market = await start()
  expect((await rulesIn(market)).map((one) => one.from)).toEqual([
    S,
    S + 1_000 + NOTICE_MS,
    // An hour after the other rules.
    S + 1_000 + NOTICE_MS + RULES_PACE_MS,
  ])
  // Until the other rules act, the first are in force.
  expect(market.rulesFrom()).toBeNull()
  await pass(market, NOTICE_MS - 2_000)
  expect(market.rulesFrom()).toBeNull()
  await pass(market, 1_000)
  expect(market.rulesFrom()).toBe(S + 1_000 + NOTICE_MS + RULES_PACE_MS)
  await pass(market, RULES_PACE_MS)
  await pass(market, 1_000)
  expect(market.rulesFrom()).toBeNull()
  expect(await auditAnnounced(stage.database.db)).toEqual([])
})

test('a model is logged at first, each day, and when a deviation moved by more than 1 %; all prices follow it', async () => {
  let deviation: Deviation | null = roundedDeviation(0.00008, 0.01)
  const prices = new Map([[BTC, 100n]])
  const source = { ...venueSource(prices), deviation: () => deviation }
  const market = await start({
    source,
    products: marketDeps(stage.database, stage.clock).products.slice(0, 1),
  })
  const count = async () => (await modelsIn(market)).length
  expect(await modelsIn(market)).toMatchObject([{ rules: 2, deviations: { [BTC]: [80_000_000, 10_000] } }])
  deviation = roundedDeviation(0.0000808, 0.01)
  await pass(market, 1_000)
  expect([await count(), market.deviation(BTC)?.sigma]).toEqual([1, 0.00008])
  deviation = roundedDeviation(0.0000809, 0.01)
  // Not within 20 s of the last model.
  await pass(market, 18_000)
  expect([await count(), market.deviation(BTC)?.sigma]).toEqual([1, 0.00008])
  await pass(market, 1_000)
  expect([await count(), market.deviation(BTC)]).toEqual([2, { sigma: 0.0000809, error: 0.01 }])
  deviation = roundedDeviation(0.0000809, 0.02)
  await pass(market, 20_000)
  expect(await count()).toBe(3)
  deviation = null
  await pass(market, 1_000)
  expect([await count(), market.deviation(BTC)]).toEqual([3, null])
  await pass(market, 19_000)
  expect(await count()).toBe(4)
  await pass(market, 12 * 3_600_000)
  expect(await count()).toBe(5)
  await market.stop()
  const again = await start({ source })
  expect(again.basis()?.model).toBe((await modelsIn(again)).at(-1)?.seq)
})

const CHANGED = (kind: string, from: string, to: string) =>
  `update log_entry set body = replace(body, '${from}', '${to}') where kind = '${kind}' and seq < 10`

/** A version approved long ago, which raises one field above the log's own rules. */
const VERSION = (field: string, more: number) =>
  `insert into rules_version (version, proposal, rules, asked_by, approved_by, approved_ms)
    select 1, gen_random_uuid(), jsonb_set(rules, '{${field}}', to_jsonb((rules ->> '${field}')::int + ${more})), 'ann', 'ben', 0
    from (select jsonb_build_object('marginPpm', r -> 'marginPpm', 'chancesPpm', r -> 'chancesPpm', 'durations', r -> 'durations',
      'stakes', r -> 'stakes') as rules from (select body::jsonb -> 'rules' as r from log_entry where kind = 'rules' and seq = 2) one) two`

test.each([
  ['an honest house', 'select 1', []],
  ['rules that act too early', CHANGED('rules', `"from":${S}`, `"from":${S - 1}`), ['2 rules = announced']],
  ['a model of other rules', CHANGED('model', '"rules":2', '"rules":3'), ['5 model = rules']],
  [
    'rules that leave out those before',
    `insert into log_entry (seq, at, kind, leaf, body)
      select 100, at, kind, leaf, replace(replace(body, '"seq":2', '"seq":100'), '"from":${S}', '"from":${S + NOTICE_MS}')
      from log_entry where kind = 'rules'`,
    ['100 rules = chain'],
  ],
  ['a model of its own', CHANGED('model', '"1":[8', '"1":[9'), ['5 model = simulation']],
  [
    'rules within an hour of others',
    `insert into log_entry (seq, at, kind, leaf, body)
      select 100, at - ${NOTICE_MS}, kind, leaf, replace(replace(replace(replace(body, '"seq":2', '"seq":100'),
        '"from":${S}', '"from":${S + RULES_PACE_MS - 1}'), '"at":${S}', '"at":${S - NOTICE_MS}'), '"before":0', '"before":2')
      from log_entry where kind = 'rules'`,
    ['100 rules = pace'],
  ],
  [
    'rules that nobody approved',
    `insert into log_entry (seq, at, kind, leaf, body)
      select 100, at, kind, leaf, replace(replace(replace(replace(body, '"seq":2', '"seq":100'), '"from":${S}', '"from":${S + NOTICE_MS}'),
        '"before":0', '"before":2'), '"marginPpm":${PRESENT_RULES.marginPpm}', '"marginPpm":${PRESENT_RULES.marginPpm + 1}')
      from log_entry where kind = 'rules'`,
    ['100 rules = versions'],
  ],
  [
    'rules that two approved before the log began, and nobody announced',
    VERSION('marginPpm', 1),
    ['2 rules = versions', 'the log rules = versions'],
  ],
  ['an approved version that is announced', VERSION('marginPpm', 0), []],
  [
    'a model right after another',
    `insert into log_entry (seq, at, kind, leaf, body)
      select 100, at + 19999, kind, leaf, replace(replace(body, '"seq":5', '"seq":100'), '"at":${S}', '"at":${S + 19_999}')
      from log_entry where kind = 'model'`,
    ['100 model = pace'],
  ],
])('the audit of what was announced, with %s', async (_, statement, expected) => {
  await (await start()).stop()
  let found: string[] = []
  const undone = new Error('undone')
  await transact(stage.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    found = (await auditAnnounced(tx)).map((one) => `${one.where.replace('log entry ', '')} ${one.rule}`)
    throw undone
  }).catch((thrown: unknown) => {
    if (thrown !== undone) throw thrown
  })
  expect(found).toEqual(expected)
})
