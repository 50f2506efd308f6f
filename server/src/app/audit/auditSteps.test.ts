import { sql } from 'kysely'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hexOf } from '@tickmark/core/bytes'
import { runs } from '@tickmark/core/runs.testing'
import type { Database, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { AuditedPart, AuditFacts } from '../../module/auditRule.ts'
import { balancesDigest } from '../../ledger/auditStore.ts'
import { liabilitiesAt } from '../../ledger/liabilities/liabilities.ts'
import { createFixture, requestFor, tagSecret, type Fixture } from '../../orders/fixture.testing.ts'
import { askOf, openOrderFixture, type OrderFixture } from '../../orders/orders.testing.ts'
import { signerOf } from '../../platform/keys.ts'
import { chainNode } from '../../chains/node/node.ts'
import { NodeUnreachable } from '../../chains/node/rpc.ts'
import { SANDBOX_CHAIN } from '../../chains/sandbox/sandboxChain.ts'
import { runAudit } from './audit.ts'
import { signedCheckpoint } from './auditCheckpoint.ts'
import { recordRun } from './auditRunStore.ts'
import { AUDITS } from './audits.ts'
import { auditRuns, type StepFacts } from './auditSteps.ts'

const DAY_MS = 86_400_000

/** Without triggers and foreign keys, as a superuser could. */
async function pastTheGuards(tx: Tx, statements: string): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql.raw(statements).execute(tx)
  await sql`set local session_replication_role = origin`.execute(tx)
}

/** The result of `look` after the statements, which are then undone. */
async function seenAfter<T>({ db }: Database, statements: string, look: (tx: Tx) => Promise<T>): Promise<T> {
  const undone = new Error('undone')
  let seen: T | undefined
  await transact(db, async (tx) => {
    await pastTheGuards(tx, statements)
    seen = await look(tx)
    throw undone
  }).catch((thrown: unknown) => {
    if (thrown !== undone) throw thrown
  })
  return seen as T
}

describe('on random histories', () => {
  const USERS = 6
  const one = fc.record({
    user: fc.integer({ min: 1, max: USERS }),
    up: fc.boolean(),
    isLong: fc.boolean(),
    units: fc.integer({ min: 1, max: 50 }),
  })
  const round = fc.record({
    orders: fc.array(one, { minLength: 1, maxLength: 6 }),
    seconds: fc.integer({ min: 5, max: 70 }),
  })
  const rounds = fc.array(round, { minLength: 2, maxLength: 4 })
  type History = typeof rounds extends fc.Arbitrary<infer R> ? R : never

  async function play(fixture: Fixture, history: History) {
    for (const { orders, seconds } of history) {
      for (const { user, up, isLong, units } of orders) {
        const { terms } = requestFor(user)
        const direction = up ? ('up' as const) : ('down' as const)
        const durationId = isLong ? 111 : terms.durationId
        const stake = BigInt(units) * 100_000_000n
        await fixture.placing.place(requestFor(user, { stake, terms: { ...terms, direction, durationId } }))
      }
      await fixture.log()
      fixture.clock.set(fixture.clock.nowMs() + seconds * 1_000)
      await fixture.log()
      await fixture.settleDue(fixture.clock.nowMs())
    }
  }

  /** Tampering after a time by somebody who controls the database; `pick` selects a row. */
  const tamperings = (atMs: number, pick: number): Record<string, string> => {
    const nth = (from: string) =>
      `from (select * from ${from}) x offset ${pick} % greatest(1, (select count(*)::int from ${from})) limit 1`
    const [moved, begun, ended] = [
      `transfer where at_ms > ${atMs}`,
      `orders where accepted_at_ms > ${atMs}`,
      `orders where settled_at_ms > ${atMs}`,
    ]
    const transfer = (set: string) =>
      `${set} where (ref, cause, leg) = (select ref, cause, leg ${nth(moved)})`
    const order = (set: string, of: string) => `${set} where id = (select id ${nth(of)})`
    const posting = (set: string, of: string) =>
      `${set} where (batch, cause, part) = (select batch, cause, part ${nth(`order_posting where at_ms > ${atMs} ${of}`)})`
    const unchecked = 'alter table transfer drop constraint transfer_flow_is_allowed; '
    const copied = (ref: string, ends: string) =>
      `insert into transfer select ${ends}, amount, at_ms, ${ref}, cause, leg + 7 ${nth(moved)};`
    return {
      nothing: 'select 1',
      'a balance': `update account set balance = balance + 1 where id = (select id ${nth('account')})`,
      'two balances': `update account set balance = balance + case id when (select min(id) from account) then 1 else -1 end
        where id in ((select min(id) from account), (select max(id) from account))`,
      'an account': `delete from account where id = (select id ${nth('account')})`,
      'an amount': transfer('update transfer set amount = amount + 1'),
      'the side of a transfer': unchecked + transfer('update transfer set from_id = to_id, to_id = from_id'),
      'a transfer that is gone': transfer('delete from transfer'),
      'a transfer twice': copied('ref', 'from_id, to_id'),
      'a payout and its return': `${unchecked}${copied('md5(ref::text)::uuid', 'from_id, to_id')} ${copied('md5(ref::text || 1)::uuid', 'to_id, from_id')}`,
      'a recorded stake': posting('update order_posting set of_users[1] = of_users[1] + 1', 'and cause = 1'),
      'a recorded payout': posting('update order_posting set of_users[1] = of_users[1] + 1', 'and cause = 2'),
      'a recorded account': posting('update order_posting set accounts[1] = accounts[1] + 1024', ''),
      'a recorded order': posting('update order_posting set ids[1] = gen_random_uuid()', ''),
      'a record that is gone': posting('delete from order_posting', ''),
      'a record twice': `insert into order_posting
        select cause, batch, part + 7000, at_ms, ids, accounts, of_users, of_bankrolls, of_fees ${nth(`order_posting where at_ms > ${atMs}`)}`,
      'an outcome': order(
        // Only a closed order has a bid.
        `update settled_order set outcome = case outcome when 1 then 2 when 4 then 5 when 5 then 4 else 1 end,
          bid = case outcome when 4 then 1 end`,
        ended,
      ),
      'a net result': order(`update settled_order set net = net + 1`, ended),
      'a price': order(`update settled_order set exit_price = exit_price + 1`, ended),
      'a receipt': order(`update settled_order set receipt_index = receipt_index + 1`, ended),
      'a rate': order('update placed_order set rate_pct = rate_pct + 1', ended),
      'a stake': order('update placed_order set stake = stake + 1', begun),
      'an order that is gone': order('delete from placed_order', begun),
      'an end undone': order('delete from settled_order', ended),
      'the stake of an open order': order(
        'update placed_order set stake = stake + 1',
        'orders where outcome is null',
      ),
      'what may be won':
        'update account set may_win = may_win + 1 where id = (select max(id) from account where may_win > 0)',
    }
  }
  const WHAT = Object.keys(tamperings(0, 0))

  /**
   * The rules that find something. The made-up market has no log, so the rules on batches and prices are left out, and so is the one
   * that finds a dropped constraint.
   */
  async function finding(
    tx: Tx,
    facts: Pick<AuditFacts, 'since' | 'next' | 'ticksBetween'>,
  ): Promise<string[]> {
    const found = []
    for (const { check } of AUDITS.flat())
      found.push(
        ...(await check(tx, { networks: [], receiptsKey: null, tagSecret: hexOf(tagSecret), ...facts })),
      )
    return found
      .map((each) => each.rule)
      .filter((rule) => !['entry = batches', 'price = rules', 'bid = rules', 'never changed'].includes(rule))
  }

  test('an audit since a checkpoint finds exactly what a full one finds in the part after it', async () => {
    const fixture = await createFixture(USERS)
    const { ticksBetween } = fixture.market
    const noticed = new Set<string>()
    const checkpoint = async (since: AuditedPart | null): Promise<AuditedPart> => {
      // The last minute of the history lies after it.
      const next: AuditedPart = { atMs: fixture.clock.nowMs() - 60_000, logSize: 0, carried: {} }
      expect(await transact(fixture.database.db, (tx) => finding(tx, { since, next, ticksBetween }))).toEqual(
        [],
      )
      return next
    }
    await play(fixture, fc.sample(rounds, 1)[0] ?? [])
    let part = await checkpoint(null)
    const run = async (history: History, picks: readonly number[]) => {
      await play(fixture, history)
      for (const [i, what] of WHAT.entries()) {
        const statement = tamperings(part.atMs, picks[i] ?? 0)[what] ?? ''
        const { step, whole } = await seenAfter(fixture.database, statement, async (tx) => ({
          step: await finding(tx, { since: part, next: null, ticksBetween }),
          whole: await finding(tx, { since: null, next: null, ticksBetween }),
        }))
        expect({ what, noticed: step.length > 0 }, `${step.join()} / ${whole.join()}`).toEqual({
          what,
          noticed: whole.length > 0,
        })
        if (whole.length > 0) noticed.add(what)
      }
      part = await checkpoint(part)
    }
    try {
      const picks = fc.array(fc.nat(1_000), { minLength: WHAT.length, maxLength: WHAT.length })
      await fc.assert(fc.asyncProperty(rounds, picks, run), { numRuns: runs(2, 60), endOnFailure: true })
      expect(noticed.has('nothing')).toBe(false)
      expect(noticed.size).toBeGreaterThan(WHAT.length / 2)
    } finally {
      await fixture.close()
    }
  })
})

describe('from run to run', () => {
  const signer = signerOf(new Uint8Array(32).fill(5))
  let fixture: OrderFixture
  let database: Database
  beforeAll(async () => {
    fixture = await openOrderFixture()
    database = fixture.test.database
    await placeOne()
    await fixture.pass(200)
  })
  afterAll(() => fixture.close())

  async function placeOne() {
    const ask = askOf(fixture.clock, 1)
    const { ranges } = await fixture.answers.getTimeAccountCurrency({ type: 0, pid: 1, timeId: 110 }, ask)
    const input = { pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId: ranges[0]?.id ?? '' }
    await fixture.answers.createLimitOrder(input, ask)
  }

  /** Audits as the server's auditor does and stores the run; returns each run's kind and findings. */
  async function step(afterMs = 0, more: Partial<StepFacts> = {}) {
    const nowMs = fixture.clock.nowMs() + afterMs
    const { ticksBetween } = fixture.market
    const receiptsKey = signer.publicKey
    const secret = hexOf(fixture.deps.tagSecret)
    const keys = { receiptsKey, tagSecret: secret }
    const facts = { networks: [], ticksBetween, ...keys, nowMs, mayReadAll: true, ...more }
    const told: string[] = []
    for await (const one of auditRuns(database, facts)) {
      const { findings, isWhole, isProvisional, checkpoint: text, audited } = one
      const checkpoint = text === null ? null : signedCheckpoint(text, signer)
      const run = { beganMs: nowMs, endedMs: nowMs, findings, isWhole, checkpoint, audited }
      if (!isProvisional) await recordRun(database.db, run)
      const found = isProvisional ? ['provisional'] : findings.map((one) => `${one.number} ${one.rule}`)
      told.push(isWhole ? 'whole' : 'step', ...new Set(found))
    }
    return told
  }

  /** As a superuser, permanently. */
  const tamper = (statement: string) => transact(database.db, (tx) => pastTheGuards(tx, statement))

  test('the first run is full, later ones read only new entries, and after a day everything is read again', async () => {
    expect(await step()).toEqual(['whole'])
    await placeOne()
    await fixture.pass(70)
    expect(await step()).toEqual(['step'])
    expect(await step()).toEqual(['step'])
    expect(await step(DAY_MS)).toEqual(['step', 'whole'])
    // By a clock a day behind that run, nobody knows how old it is.
    expect(await step()).toEqual(['whole'])
  })

  test('an error after the checkpoint is found by the next run, which then reads everything', async () => {
    await fixture.pass(130)
    expect(await step()).toEqual(['step'])
    await tamper('update account set balance = balance + 1 where id = (select max(id) from account)')
    const wrong = ['whole', '1 sums', '3 balance = transfers']
    expect(await step()).toEqual(['step', 'provisional', ...wrong])
    expect(await step()).toEqual(wrong)
    await tamper('update account set balance = balance - 1 where id = (select max(id) from account)')
    // Full audits continue until one finds nothing.
    expect(await step()).toEqual(['whole'])
    expect(await step()).toEqual(['step'])
    await placeOne()
    await fixture.pass(5)
    await tamper(
      `update log_entry set body = replace(body, '"1":"', '"1":"1') where seq = (select max(seq) from log_entry where kind = 'tick')`,
    )
    const found = await step()
    expect(found.slice(0, 3)).toEqual(['step', 'provisional', 'whole'])
    expect(found).toContain('13 leaf = entry')
    await tamper(
      `update log_entry set body = replace(body, '"1":"1', '"1":"') where seq = (select max(seq) from log_entry where kind = 'tick')`,
    )
    expect(await step()).toEqual(['whole'])
  })

  test('an error before the checkpoint is found by the full audit of the next day', async () => {
    await tamper(
      'update settled_order set exit_price = exit_price + 1 where settled_at_ms = (select min(settled_at_ms) from settled_order)',
    )
    expect(await step()).toEqual(['step'])
    expect((await runAudit(database)).map((one) => one.rule)).toContain('result = rules')
    const [first, ...found] = await step(2 * DAY_MS)
    expect([first, found[0], found.includes('8 result = rules')]).toEqual(['step', 'whole', true])
    // It stays a finding, although the checkpoint before it is signed and a step alone would miss it.
    expect(await step(2 * DAY_MS)).toEqual(found)
    expect(await step(2 * DAY_MS, { mayReadAll: false })).toEqual([])
    expect(await step()).toEqual(found)
    await tamper(
      'update settled_order set exit_price = exit_price - 1 where settled_at_ms = (select min(settled_at_ms) from settled_order)',
    )
  })

  test.each([
    ['other content', `update audit_checkpoint set content = replace(content, '"logSize":', '"logSize":1')`],
    ['another key', `update audit_checkpoint set key = repeat('ab', 32)`],
    ['another signature', `update audit_checkpoint set signature = decode(repeat('00', 64), 'hex')`],
  ])('a checkpoint with %s is found at once, and everything is read', async (_, statement) => {
    expect((await step()).length).toBe(1)
    await tamper(statement)
    expect((await runAudit(database)).map((one) => one.number)).toEqual([28])
    expect(await step()).toEqual(['whole', '28 checkpoint = signed'])
    expect(await step()).toEqual(['step'])
  })

  test('nobody postpones the full audit by storing a run of their own', async () => {
    await step()
    expect(await step()).toEqual(['step'])
    const later = fixture.clock.nowMs() + DAY_MS
    await recordRun(database.db, {
      beganMs: later,
      endedMs: later,
      findings: [],
      isWhole: true,
      checkpoint: null,
      audited: null,
    })
    expect(await step(DAY_MS)).toEqual(['step', 'whole'])
  })

  test('while no full audit may begin, steps go on, and a step’s finding is reported at once', async () => {
    await step()
    const own = { mayReadAll: false }
    expect(await step(0, own)).toEqual(['step'])
    expect(await step(DAY_MS, own)).toEqual(['step'])
    await tamper('update account set balance = balance + 1 where id = (select max(id) from account)')
    const [kind, ...found] = await step(DAY_MS, own)
    expect([kind, found.includes('provisional'), found.length > 0]).toEqual(['step', false, true])
    await tamper('update account set balance = balance - 1 where id = (select max(id) from account)')
    expect(await step(DAY_MS, own)).toEqual(['step'])
    // By this clock those checkpoints lie in the future.
    expect(await step(0, own)).toEqual([])
    expect(await step()).toEqual(['whole'])
  })

  test('a node that does not answer is reported by each step, triggers no full audit, and stops no later step', async () => {
    await tamper(`insert into chain_block (chain, number, hash) values (${SANDBOX_CHAIN.id}, 7, '0x07')`)
    const dead = chainNode({ urls: () => [], keepsStates: true })
    // Nobody holds anything on this chain, so the audit would not even query a dead node.
    const holdings = () => Promise.reject(new NodeUnreachable('it is silent'))
    const networks = [{ chain: SANDBOX_CHAIN, node: { ...dead, holdings } }]
    expect(await step()).toEqual(['step'])
    for (let look = 0; look < 2; look++)
      expect(await step(0, { networks })).toEqual(['step', '29 held on chain'])
    expect(await step(DAY_MS, { networks })).toEqual([
      'step',
      '29 held on chain',
      'whole',
      '29 held on chain',
    ])
    expect(await step(DAY_MS)).toEqual(['step'])
    await tamper('delete from chain_block')
    expect(await step()).toEqual(['whole'])
  })

  test('a step compares the head over exactly the part audited before, which may be signed later', async () => {
    const { rows } = await sql<{
      end: bigint
      head: bigint
    }>`select (select max(seq) from log_entry) as "end",
      (select max(size) from log_checkpoint) as head`.execute(database.db)
    expect(rows[0]?.head).toBe(rows[0]?.end)
    expect(await step()).toEqual(['step'])
    const flip = `update log_checkpoint set root = sha256(root) where size = (select max(size) from log_checkpoint)`
    const kept = await database.db
      .selectFrom('log_checkpoint')
      .selectAll()
      .orderBy('size', 'desc')
      .executeTakeFirstOrThrow()
    await tamper(flip)
    expect(await step()).toEqual(['step', 'provisional', 'whole', '13 checkpoint = log'])
    await tamper(
      `update log_checkpoint set root = '\\x${kept.root.toString('hex')}' where size = ${kept.size}`,
    )
    expect(await step()).toEqual(['whole'])
  })

  test('a run without any finding, and none else, says what the log may tell of it', async () => {
    const newest = async () => {
      const run = await database.db
        .selectFrom('audit_run')
        .select(['log_size', 'until_ms', 'whole_ms', 'balances', 'liabilities'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return { ...run, liabilities: JSON.parse(run.liabilities ?? 'null') as unknown }
    }
    const owedThen = async (ms: number) => {
      const owed = await liabilitiesAt(database.db, ms)
      expect(owed.length).toBeGreaterThan(0)
      return owed
    }
    expect(await step(DAY_MS)).toEqual(['step', 'whole'])
    const told = await newest()
    const nowMs = fixture.clock.nowMs() + DAY_MS
    const { rows } = await sql<{ size: bigint }>`select max(seq) as size from log_entry`.execute(database.db)
    expect(told).toEqual({
      log_size: rows[0]?.size,
      until_ms: BigInt(nowMs - 120_000),
      whole_ms: BigInt(nowMs),
      balances: Buffer.from(await balancesDigest(database.db, nowMs), 'hex'),
      liabilities: await owedThen(nowMs - 120_000),
    })
    expect(await step(DAY_MS + 5)).toEqual(['step'])
    const untilMs = nowMs + 5 - 120_000
    expect(await newest()).toEqual({
      ...told,
      until_ms: BigInt(untilMs),
      liabilities: await owedThen(untilMs),
    })
    const dead = chainNode({ urls: () => [], keepsStates: true })
    const holdings = () => Promise.reject(new NodeUnreachable('it is silent'))
    const networks = [{ chain: SANDBOX_CHAIN, node: { ...dead, holdings } }]
    await tamper(`insert into chain_block (chain, number, hash) values (${SANDBOX_CHAIN.id}, 7, '0x07')`)
    expect(await step(DAY_MS + 5, { networks })).toEqual(['step', '29 held on chain'])
    expect(await newest()).toEqual({
      log_size: null,
      until_ms: null,
      whole_ms: null,
      balances: null,
      liabilities: null,
    })
    await tamper('delete from chain_block')
  })

  test('the application can write a checkpoint but not change one', async () => {
    await expect(
      database.db.updateTable('audit_checkpoint').set({ content: '{}' }).execute(),
    ).rejects.toThrow('a checkpoint of the audit is replaced by a newer one alone')
  })
})
