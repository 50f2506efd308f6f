import { hexOf } from '@tickmark/core/bytes'
import { bundleHash } from '@tickmark/core/consent/bundle'
import { testOwner } from '@tickmark/core/consent/owner.testing'
import { codeOfBook } from '@tickmark/core/money/currencies'
import { ONE, parseAmount } from '@tickmark/core/money/money'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addKeyless, addWalletUser, keylessSignIn } from '../../module/proof/keyless.testing.ts'
import { auditText, runAudit } from '../../app/audit/audit.ts'
import { payIn } from '../../ledger/realMoney.testing.ts'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import { findingsBy } from '../../module/auditRule.testing.ts'
import { sha256 } from '../../platform/sha256.ts'
import { ordersAudit } from '../audit.ts'
import { auditConsents } from './auditConsents.ts'
import { setExposure } from '../placing/exposureLimits.testing.ts'
import { openSigner, type Signer } from '../consent/signer.testing.ts'
import { askOf, bidFor, openOrderFixture, type OrderFixture } from '../orders.testing.ts'

let fixture: OrderFixture
let owner: Signer
beforeAll(async () => {
  fixture = await openOrderFixture()
  owner = await openSigner(fixture, 1)
  // The owner has money in the real book, and the house an empty escrow.
  await payIn(fixture.test.database.db, { userId: 1, currency: 1, amount: 900n * ONE })
  await changed('insert into account values (18, 0)')
})
afterAll(() => fixture.close())

/** What an open order holds, put on its accounts or taken off them again. */
async function hold(tx: Tx, id: string, sign: 1 | -1): Promise<void> {
  await sql`
    with one as (
      select *, book * 512 + currency * 16 as part, ${sign}::bigint * (stake + fee) as staked, ${sign}::bigint * profit as won
      from placed_order where id = ${id}
    ), side as (
      select user_id * 1024 + part + 1 as id, -staked as delta, staked, won from one
      union all select part + 2, staked + won, staked, won from one
      union all select part + 3, -won, 0, 0 from one)
    update account set balance = balance + delta, at_stake = at_stake + side.staked, may_win = may_win + side.won
    from side where account.id = side.id`.execute(tx)
}

/** Without triggers, as the tables' owner could. */
function changed(statement: string): Promise<void> {
  return transact(fixture.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
}

/** An open order as the tables' owner could change it, with all that it moved. */
function rewrite(id: string, change: string): Promise<void> {
  return transact(fixture.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await hold(tx, id, -1)
    await sql.raw(`update placed_order set ${change} where id = '${id}'`).execute(tx)
    await hold(tx, id, 1)
    await sql`
      update order_posting set accounts = array[user_id * 1024 + book * 512 + currency * 16 + 1],
        of_users = array[stake + fee], of_bankrolls = array[profit]
      from placed_order p where cause = 1 and p.id = ${id} and ids = array[p.id]`.execute(tx)
  })
}

const REWRITTEN: [what: string, change: string][] = [
  ['moved to the real book', `book = ${codeOfBook('real')}`],
  ['turned round', 'direction = 1 - direction'],
  ['of twice the stake', 'stake = 2 * stake, profit = 2 * profit, fee = 2 * fee'],
  ['another user’s', 'user_id = 2'],
]

test('the audit finds a signed order that another took the place of, or that was closed unasked', async () => {
  const orders: string[] = []
  const place = async () => {
    const { orderId } = await owner.place(owner.ordering())
    orders.push(orderId)
    return orderId
  }
  await place()
  for (const [, change] of REWRITTEN) await rewrite(await place(), change)
  const [asked, unasked, lessAsked] = [await place(), await place(), await place()]
  await fixture.pass(2)
  const close = async (orderId: string) => {
    const { bid, bidId } = await bidFor(fixture, orderId)
    const consent = owner.closing(orderId, String(parseAmount(bid)))
    await fixture.answers.closeLimitOrder({ orderId, bidId, consent }, owner.context())
  }
  for (const orderId of [asked, unasked, lessAsked]) await close(orderId)
  await fixture.pass(64)
  const { rows: open } = await sql`select from orders where outcome is null`.execute(fixture.test.database.db)
  expect(open).toEqual([])
  const { ticksBetween } = fixture.market
  const found = async (since: AuditedPart | null) => {
    const all = await auditConsents(fixture.test.database.db, since)
    return all
      .map(({ where }) => where.replace(/order (\S+)/, (_, id: string) => `${orders.indexOf(id)}`))
      .toSorted()
  }
  const rewritten = ['1', '2', '3', '4']
  expect(await found(null)).toEqual(rewritten)
  // A close that was refused, or that ends a hosting order, asks for nothing here.
  for (const flag of ['refused', 'hosts']) {
    await changed(`update order_consent set ${flag} = true where closes and order_id = '${unasked}'`)
    expect(await found(null), flag).toEqual([...rewritten, '6'])
    await changed(`update order_consent set ${flag} = false where closes and order_id = '${unasked}'`)
  }
  await changed(`delete from order_consent where closes and order_id = '${unasked}'`)
  await changed(`update settled_order set bid = bid - 1 where id = '${lessAsked}'`)
  expect(await found(null)).toEqual([...rewritten, '6', '7 closed'])
  expect(await found({ atMs: 0, logSize: 0, carried: {} })).toEqual([...rewritten, '6', '7 closed'])
  expect(await found({ atMs: fixture.clock.nowMs(), logSize: 0, carried: {} })).toEqual([])
  await changed(`delete from placed_order where id = '${orders[0]}'`)
  expect(await found(null)).toEqual(['0', ...rewritten, '6', '7 closed'])
  await changed(`update order_consent set asked = gen_random_uuid() where closes and order_id = '${asked}'`)
  expect(await found(null)).toEqual(['0', ...rewritten, '5 closed', '6', '7 closed'])
  const all = await runAudit(fixture.test.database, { ticksBetween })
  expect(all.filter(({ rule }) => rule === 'order = signed')).toHaveLength(7)
})

test('the audit finds an order, open or finished, whose consent is gone, flagged or signed anew, and tells when it cannot', async () => {
  const { db } = fixture.test.database
  const tagSecret = hexOf(fixture.deps.tagSecret)
  const place = async () => (await owner.place(owner.ordering())).orderId
  const finished = await place()
  await fixture.pass(64)
  const open = await place()
  const unsigned = await fixture.answers.createLimitOrder(
    { pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId: await owner.quote() },
    askOf(fixture.clock, 3),
  )
  await fixture.pass(2)
  const mine = new Map([
    [finished, 'finished'],
    [open, 'open'],
    [unsigned.orderId, 'unsigned'],
  ])
  /** What rules 8 and 14 find of these orders after a statement, which is then undone. */
  const found = async (statement: string, secret: string | null, since: AuditedPart | null = null) => {
    const undone = new Error('undone')
    const told: string[] = []
    const trial = transact(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const id of [finished, open])
        await sql.raw(statement.replaceAll('{id}', `order_id = '${id}' and not refused`)).execute(tx)
      const facts = { ticksBetween: fixture.market.ticksBetween, tagSecret: secret, since, next: null }
      for (const { number, check } of ordersAudit.filter((one) => [8, 14].includes(one.number)))
        for (const { rule, where } of await check(tx, { networks: [], receiptsKey: null, ...facts })) {
          const name = mine.get(where.replace(/^order (\S+).*/, '$1'))
          if (name !== undefined) told.push(`${number} ${rule} ${name}`)
        }
      throw undone
    })
    await expect(trial).rejects.toBe(undone)
    return told.toSorted()
  }
  const both = (...rules: string[]) =>
    rules.flatMap((rule) => [`${rule} finished`, `${rule} open`]).toSorted()
  const since = { atMs: fixture.clock.nowMs() - 70_000, logSize: 0, carried: {} }
  const [gone, other, hash] = ['8 order = signed', '8 ticket = order', '14 consent = hash']
  const rehash = `hash = sha256(convert_to('{"delegation":"' || encode(sha256('d'), 'hex') || '"}', 'UTF8'))`
  const cases: [statement: string, withSecret: string[], without: string[]][] = [
    ['select 1', [], []],
    ['delete from order_consent where {id}', both(gone, other), both(gone)],
    ['update order_consent set refused = true where {id}', both(gone, other), both(gone)],
    ['update order_consent set hosts = true where {id}', both(gone, other), both(gone)],
    [`update order_consent set signature = repeat('x', 64)::bytea where {id}`, both(hash), both(hash)],
    [`update order_consent set ${rehash} where {id}`, both(hash, other), both(hash)],
    [
      `update delegation set signature = '0x1' where session = (select session from order_consent where {id})`,
      both(hash),
      both(hash),
    ],
    [
      `update placed_order set user_id = 1 where id = '${unsigned.orderId}'`,
      ['8 ticket = order unsigned'],
      [],
    ],
    [
      `update placed_order set ticket = sha256(ticket) where id = '${unsigned.orderId}'`,
      ['8 ticket = order unsigned'],
      [],
    ],
    [
      `update placed_order set ticket_index = 7 where id = '${unsigned.orderId}'`,
      ['8 ticket = order unsigned'],
      [],
    ],
  ]
  for (const [statement, withSecret, without] of cases) {
    expect(await found(statement, tagSecret), statement).toEqual(withSecret)
    expect(await found(statement, tagSecret, since), statement).toEqual(withSecret)
    expect(await found(statement, null), statement).toEqual(without)
  }
  const bundle = { text: '', signature: 'ab'.repeat(64) }
  const { rows } = await sql<{
    text: string
  }>`select text from order_consent where order_id = ${open}`.execute(db)
  bundle.text = rows[0]?.text ?? ''
  const anew = bundleHash({ ...bundle, delegation: owner.delegation }, sha256)
  const statement = `update order_consent set signature = decode('${bundle.signature}', 'hex'), hash = decode('${anew}', 'hex') where {id} and order_id = '${open}'`
  expect(await found(statement, tagSecret)).toEqual(['8 ticket = order open'])
  expect(await found(statement, null)).toEqual([])
  expect(auditText([], { tagSecret: null })).toContain('Tickets were not recomputed')
  expect(auditText([], { tagSecret })).not.toContain('recomputed from')
})

test('an audit that verifies signatures finds each that no key or no wallet of the owner made', async () => {
  const { ticksBetween } = fixture.market
  const { orderId } = await owner.place(owner.ordering())
  const of = (statement: string) => `update order_consent set ${statement} where order_id = '${orderId}'`
  const delegation = (statement: string) =>
    `update delegation set ${statement} where session = (select session from order_consent where order_id = '${orderId}')`
  const stranger = testOwner(7, fixture.clock.nowMs()).delegation
  const { recoverWallet } = crypto
  const found = async (statement: string, hasCode?: ((address: string) => Promise<boolean>) | null) => {
    const undone = new Error('undone')
    const rules: string[] = []
    const trial = transact(fixture.test.database.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      const facts = {
        networks: [],
        receiptsKey: null,
        tagSecret: null,
        ticksBetween,
        ...(hasCode !== undefined && { wallets: { recoverWallet, hasCode, sites: null } }),
      }
      const signed = ordersAudit.find(({ number }) => number === 14)
      const all = await signed?.check(tx, { ...facts, since: null, next: null })
      for (const { rule, where } of all ?? [])
        if (/^signature|^delegation/.test(rule) && (rule !== 'signature = key' || where.includes(orderId)))
          rules.push(rule)
      throw undone
    })
    await expect(trial).rejects.toBe(undone)
    return rules
  }
  const cases: [statement: string, rules: string[]][] = [
    ['select 1', []],
    [of(`text = replace(text, 'up', 'down')`), ['signature = key']],
    [of(`signature = set_byte(signature, 0, 255 - get_byte(signature, 0))`), ['signature = key']],
    [of(`session = sha256('another')`), ['signature = key']],
    [delegation(`signature = '${stranger.signature}'`), ['delegation = wallet']],
    [delegation(`address = '${stranger.address}'`), ['delegation = wallet']],
    [
      delegation(
        `text = $$${stranger.text}$$, signature = '${stranger.signature}', address = '${stranger.address}'`,
      ),
      ['signature = key'],
    ],
    [delegation(`signature = '0x', kind = 'contract'`), ['delegation = wallet']],
    // A delegation that is moved to another session still names its own.
    [
      `with moved as (${delegation(`session = sha256('another')`)}) ${of(`session = sha256('another')`)}`,
      ['signature = key'],
    ],
  ]
  for (const [statement, rules] of cases) {
    expect(await found(statement, null), statement).toEqual(rules)
    expect(await found(statement), statement).toEqual([])
  }
  const asked: string[] = []
  const answering = (answer: Promise<boolean>) => (address: string) => {
    asked.push(address)
    return answer
  }
  const contract = delegation(`kind = 'contract'`)
  expect(await found(contract, answering(Promise.resolve(true)))).toEqual([])
  expect(await found(contract, answering(Promise.resolve(false)))).toEqual(['delegation = wallet'])
  expect(await found(contract, () => Promise.reject(new Error('unreachable')))).toEqual([
    'delegation = wallet',
  ])
  expect(asked).toEqual([owner.delegation.address, owner.delegation.address])
  const foreign = delegation(`kind = 'contract', address = '${stranger.address}'`)
  expect(await found(foreign, () => Promise.resolve(true))).toEqual(['delegation = wallet'])
})

test('the audit finds an order in the real book that nobody signed, unless its wallet had signed in without a key', async () => {
  const { db } = fixture.test.database
  const context = askOf(fixture.clock, 5, { book: 'real' })
  await addWalletUser(db, 5, keylessSignIn(5, 0).address)
  await payIn(db, { userId: 5, currency: 1, amount: 900n * ONE })
  await setExposure(db, 300_000n * ONE)
  const ask = { pid: 1, stake: '100', timeId: 110, currencyId: 1 }
  const { orderId } = await fixture.answers.createLimitOrder(
    { ...ask, quoteId: await owner.quote() },
    context,
  )
  const atMs = fixture.clock.nowMs()
  const rules = ordersAudit.filter(({ number }) => number === 14)
  const found = async (since: AuditedPart | null = null) =>
    (await findingsBy(rules, db, { since }))
      .filter(({ where }) => where === `order ${orderId}`)
      .map(({ rule, expected }) => `${rule}: ${expected}`)
  const unsigned = ['order = signed: a signed text']
  expect(await found()).toEqual(unsigned)
  expect(await found({ atMs: atMs - 1, logSize: 0, carried: {} })).toEqual(unsigned)
  expect(await found({ atMs, logSize: 0, carried: {} })).toEqual([])
  await changed(`update placed_order set book = 1 where id = '${orderId}'`)
  expect(await found()).toEqual([])
  await changed(`update placed_order set book = 0 where id = '${orderId}'`)
  await addKeyless(db, 5, atMs)
  expect(await found()).toEqual([])
})
