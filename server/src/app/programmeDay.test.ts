import { checkDay } from '@tickmark/core/arbitrage/day/checkDay'
import type { LegLine } from '@tickmark/core/arbitrage/evidence'
import { leafOfHosting } from '@tickmark/core/arbitrage/hostings'
import { lineText } from '@tickmark/core/arbitrage/readLines'
import { HOUSE, type AccountKey, type Kind } from '@tickmark/core/ledger/accounts'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { ONE } from '@tickmark/core/money/money'
import { findLeaf } from '@tickmark/core/receipts/batches'
import { readSegment } from '@tickmark/core/receipts/receiptLog'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '../accounts/userStore.ts'
import { arbitrageLogAudit } from '../arbitrage/auditLog.ts'
import { collectTrades } from '../arbitrage/lines/collectTrades.ts'
import { areLogged, insertLine, lastLine, lockTrades, tradesToShare } from '../arbitrage/lines/lineStore.ts'
import { transact } from '../db/transact.ts'
import { postTransfers } from '../ledger/post.ts'
import { createEvents } from '../module/events.ts'
import { askOf, openOrderFixture, type OrderFixture } from '../orders/orders.testing.ts'
import { silentLog } from '../platform/log.ts'
import { signerOf } from '../platform/keys.ts'
import { nodeCrypto } from '../platform/crypto.ts'
import { hostingAudit } from '../hosting/audit.ts'
import { findingsBy } from '../module/auditRule.testing.ts'
import { hostingStatementAudit } from '../hosting/auditStatements.ts'
import { closeNextDay } from '../hosting/closing/closeDay.ts'
import { collectHostings, collectProducts } from '../hosting/logging/collectHostings.ts'
import { collectYields } from '../hosting/logging/collectYields.ts'
import { dayFile } from '../hosting/logging/dayFile.ts'
import { closedDays } from '../hosting/dayStore.ts'
import { idleProgramme } from '../hosting/idleProgramme.testing.ts'
import type { HostingDeps, ProgrammePort } from '../hosting/ports.ts'
import { hostingAnswers } from '../hosting/routes.ts'
import { statementAt } from '../hosting/statements/statementStore.ts'
import { readRoot } from '../market/log/nodes.ts'
import { hostingConsents } from '../orders/refusing/hostingConsents.ts'

const DAY_MS = 86_400_000

let fixture: OrderFixture
let deps: HostingDeps
let lines = 0

beforeAll(async () => {
  fixture = await openOrderFixture()
  const { db } = fixture.deps
  const log = silentLog()
  const pausesOf = async () => ({ breakUntilMs: 0, excludedUntilMs: 0 })
  const events = createEvents(log)
  const signer = signerOf(new Uint8Array(32).fill(9))
  deps = {
    db,
    clock: fixture.clock,
    log,
    events,
    programme,
    pausesOf,
    isOpen: true,
    signer,
    market: fixture.market,
    consents: hostingConsents({
      db,
      clock: fixture.clock,
      signer,
      receiptsKeys: async () => [],
      head: () => '',
    }),
    delegationOf: async () => null,
  }
  const nowMs = fixture.clock.nowMs()
  await transact(db, (tx) => fund(tx, nowMs))
  const user = { address: `0x${'1'.repeat(40)}`, walletType: 1, practice: false, invitedBy: null } as const
  await transact(db, (tx) => insertUser(tx, { ...user, language: 'english', inviteCode: 'HOST0001', nowMs }))
  fixture.market.beforeTick(collectTrades)
  fixture.market.beforeTick(collectProducts)
  fixture.market.beforeTick(collectHostings)
  fixture.market.beforeTick((tx, atMs) => collectYields(tx, atMs, programme))
})
afterAll(() => fixture.close())

const programme: ProgrammePort = { ...idleProgramme, lockTrades, tradesToShare, lastLine, areLogged }

async function fund(tx: Parameters<typeof postTransfers>[0], atMs: number): Promise<void> {
  const account = (kind: Kind): AccountKey => ({ owner: HOUSE, book: 'real', currency: 1, kind })
  const [from, to] = [account('external'), account('venue1')]
  await postTransfers(
    tx,
    [{ from, to, amount: 1_000n * ONE, ref: randomUUID(), cause: 'funding', leg: 0 }],
    atMs,
  )
}

/** A trade that ends now: a coin bought for 100 USDT and sold for more. */
async function trade(profit: bigint): Promise<void> {
  const at = fixture.clock.nowMs()
  const leg = (side: LegLine['side'], venue: number, quote: bigint): LegLine => ({
    order: randomUUID(),
    venue,
    side,
    limit: side === 'buy' ? String(100n * ONE) : '1',
    size: String(ONE),
    sentAt: at,
    state: 'filled',
    filled: String(ONE),
    quote: String(quote),
    fee: '0',
    book: { seq: 1, at, bid: [String(100n * ONE), '5'], ask: [] },
  })
  const legs = [leg('buy', 1, 100n * ONE), leg('sell', 2, 100n * ONE + profit)]
  lines += 1
  const line = { v: 1, kind: 'trade', number: lines, at, pid: 1, legs, profit: String(profit) } as const
  const row = {
    number: lines,
    about: randomUUID(),
    kind: 'trade',
    atMs: at,
    profit,
    text: lineText(line),
  } as const
  await transact(deps.db, (tx) => insertLine(tx, row))
}

/** Lets the clock jump to the next midnight once the minute's lines are logged, closes the day and logs it. */
async function toNextDay(): Promise<void> {
  const { clock, pass } = fixture
  clock.advance(60_000 - (clock.nowMs() % 60_000))
  await pass(1)
  clock.advance(DAY_MS - (clock.nowMs() % DAY_MS) + 250)
  await pass(1)
  await closeNextDay(deps)
  await pass(2)
}

async function checked(day: number) {
  const closed = (await closedDays(deps.db, 10)).find((one) => one.day === day)
  const pieces = closed && (await dayFile(closed, { db: deps.db, programme, market: fixture.market }))
  const text = (await Array.fromAsync(pieces ?? [])).join('')
  const { verdict, steps, ...found } = checkDay(JSON.parse(text), nodeCrypto, fixture.market.keys())
  expect(JSON.stringify(JSON.parse(text))).toBe(text)
  return { verdict, failed: steps.filter((step) => !step.ok).map((step) => step.name), ...found }
}

test('each day’s file can be checked by itself, except for what only the venues know', async () => {
  const host = (book: 'real' | 'simulated') => {
    const ask = askOf(fixture.clock, 1, { book })
    return hostingAnswers(deps).orderConfirmation({ buyMoney: '500', mid: 1, type: '0', userNum: '1' }, ask)
  }
  await fixture.pass(1)
  await host('simulated')
  const { orderNumber } = await host('simulated')
  const first = Math.floor(fixture.clock.nowMs() / DAY_MS)
  await toNextDay()
  expect(await checked(first)).toMatchObject({
    verdict: 'holds',
    trades: 0,
    entry: { profit: '0', pool: '0', hostings: [1, 2] },
  })
  await trade(2n * ONE)
  await fixture.pass(30)
  await trade(-ONE)
  await fixture.pass(1)
  await trade(ONE / 7n)
  await toNextDay()
  const found = await checked(first + 1)
  expect(found).toMatchObject({ verdict: 'not_proven', failed: ['market'], trades: 3 })
  expect(found.entry).toMatchObject({ first: 1, last: 3, simulated: [2, String(1_000n * ONE), '30000000'] })
  await trade(-3n * ONE)
  const ask = askOf(fixture.clock, 1, { book: 'simulated' })
  await hostingAnswers(deps).exitHosting({ orderNumber }, ask)
  await toNextDay()
  expect(await checked(first + 2)).toMatchObject({
    failed: ['market'],
    entry: { first: 4, last: 4, carried: String(-3n * ONE), pool: '0', hostings: [3, 3] },
  })
  expect(await checked(first + 1)).toMatchObject({ failed: ['market'], trades: 3 })
})

/** What a full audit, or a step since that size of the log, finds after a statement run past the triggers, which is then undone. */
async function foundAfter(statement: string, logSize: number | null = null): Promise<string[]> {
  const since = logSize === null ? null : { atMs: 0, logSize, carried: {} }
  const found: string[] = []
  const undone = transact(deps.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    for (const rule of [...arbitrageLogAudit, ...hostingStatementAudit]) {
      const findings = await rule.check(tx, { since, next: null } as never)
      found.push(...findings.map((one) => one.where))
    }
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  return found
}

test('the audit finds each logged day as it was closed, the first one without a day before it', async () => {
  const findings = await transact(deps.db, (tx) => findingsBy(hostingAudit, tx))
  expect(findings.filter(({ where }) => where.startsWith('log entry'))).toEqual([])
})

test('the audit finds no fault in honest lines, and finds any change to them', async () => {
  expect(await foundAfter('select 1')).toEqual([])
  const entry: unknown = expect.stringMatching(/^log entry \d+$/)
  expect(
    await foundAfter(`update arbitrage_line set text = replace(text, '"v":1', '"v":2') where number = 2`),
  ).toEqual([entry, entry])
  expect(await foundAfter('delete from arbitrage_line where number = 4')).toEqual([entry, entry])
  expect(await foundAfter('update arbitrage_line set log_seq = null where number = 1')).toEqual([
    'line 1',
    entry,
  ])
  expect(await foundAfter('update arbitrage_line set log_seq = 1 where number = 4')).toEqual([
    'line 4',
    entry,
  ])
  expect(
    await foundAfter(`update hosting_statement set text = replace(text, '"v":1', '"v":2') where number = 2`),
  ).toEqual(['statement 2', entry])
  expect(await foundAfter('update hosting_statement set log_seq = null where number = 3')).toEqual([
    'statement 3',
    entry,
  ])
  expect(await foundAfter('update hosting_product set upper_ppm = 301 where mid = 1')).toEqual([entry])
  expect(await foundAfter('update hosting_order set book = 0')).toEqual([
    'statement 1',
    'statement 2',
    expect.stringMatching(/^hosting order /),
  ])
  const profit = `update log_entry set body = replace(body, '"profit":"-300000000"', '"profit":"0"') where kind = 'yield'`
  expect(await foundAfter(profit)).toEqual([entry])
  const last = `update log_entry set body = replace(body, '"kind":"yield","last":4', '"kind":"yield","last":3')`
  expect(await foundAfter(`${last} where kind = 'yield'`)).toEqual([entry])
})

test('a step judges each day that the log got since by the day before it, which an earlier step judged', async () => {
  const profit = `update log_entry set body = regexp_replace(body, '"profit":"[^"]*"', '"profit":"9"') where kind = 'yield'`
  const days = (await closedDays(deps.db, 10)).toReversed()
  expect(days).toHaveLength(3)
  for (const [nth, { logSeq }] of days.entries()) {
    if (logSeq === null) throw new Error('each day is logged')
    expect(await foundAfter('select 1', logSeq)).toEqual([])
    const later = days.slice(nth + 1).map((one) => `log entry ${one.logSeq}`)
    expect(await foundAfter(profit, logSeq)).toEqual(later)
  }
})

const head = () => fixture.market.head()?.size ?? 0
const log = async (size: number) => ({ size, root: await readRoot(deps.db, size) })

test('each statement is shown in the log of any head that has it, and as absent from an earlier one', async () => {
  const { getLoggedHosting } = hostingAnswers(deps)
  const ask = askOf(fixture.clock, 1, { book: 'simulated' })
  for (const number of [1, 2, 3]) {
    const stated = await statementAt(deps.db, number)
    const { statement, logSeq } = stated ?? expect.fail('there are three statements')
    const found = async (size: number) => {
      const shown = await getLoggedHosting({ number, size }, ask)
      return shown && findLeaf(leafOfHosting(statement), shown, await log(Math.min(size, head())), nodeCrypto)
    }
    const seq = logSeq ?? expect.fail('each is logged')
    for (const size of [seq, seq + 1, head(), head() + 1])
      expect(await found(size)).toMatchObject({ is: 'logged' })
    for (const size of [1, seq - 1]) expect(await found(size)).toMatchObject({ is: 'absent' })
    expect(await found(0)).toBeNull()
  }
  const never = await getLoggedHosting({ number: 4, size: head() }, ask)
  expect(never).toMatchObject({ segment: { from: head() - 1 }, place: null })
})

test('each closed day is shown in the log of any head that has it, and nothing of any other', async () => {
  const { getLoggedDay } = hostingAnswers(deps)
  const ask = askOf(fixture.clock, 1, { book: 'simulated' })
  const shown = async (day: string, size: number) => {
    const { segment } = await getLoggedDay({ day, size }, ask)
    return segment && readSegment(segment, await log(Math.min(size, head())), nodeCrypto)
  }
  const days = await closedDays(deps.db, 10)
  for (const { day, logSeq } of days) {
    const seq = logSeq ?? expect.fail('each is logged')
    for (const size of [seq, head(), head() + 1])
      expect(await shown(dayName(day), size)).toMatchObject([{ kind: 'yield', day: dayName(day), seq }])
    expect(await shown(dayName(day), seq - 1)).toBeNull()
  }
  const last = days[0]?.day ?? 0
  for (const none of [dayName(last + 1), '2026-02-30']) expect(await shown(none, head())).toBeNull()
})

test('a day’s file has the lines that the log took before the entry of the day before, which was closed late', async () => {
  const { clock, pass } = fixture
  const toNextMinute = async () => {
    clock.advance(60_000 - (clock.nowMs() % 60_000))
    await pass(1)
  }
  await trade(10n * ONE)
  await toNextMinute()
  clock.advance(DAY_MS - (clock.nowMs() % DAY_MS) + 250)
  await pass(1)
  await trade(2n * ONE)
  await toNextMinute()
  expect(await areLogged(deps.db, lines)).toBe(true)
  await closeNextDay(deps)
  await pass(2)
  await trade(3n * ONE)
  await toNextDay()
  const [day, before] = await closedDays(deps.db, 2)
  expect(await checked(before?.day ?? 0)).toMatchObject({ failed: ['market'], trades: 1 })
  expect(await checked(day?.day ?? 0)).toMatchObject({ failed: ['market'], trades: 2 })
})
