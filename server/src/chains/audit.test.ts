import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rawAddress } from './node/addresses.ts'
import { depositsOffAddresses, paymentsUncounted } from './auditDepositStore.ts'
import { auditChainMoves } from './audit.ts'
import { auditHoldings } from './auditHoldings.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import { transact } from '../db/transact.ts'
import { depositMismatches, lossMismatches } from './auditStore.ts'
import { chainNode, type Holder, NodesDisagree } from './node/node.ts'
import { NodeUnreachable, RpcRefusal } from './node/rpc.ts'
import {
  type TestChains,
  HOT,
  openTestChains,
  startTestnet,
  STRANGER,
  type Testnet,
  transferData,
} from './testnet.testing.ts'

const [USDT, ETH] = [1, 3] as const
let net: Testnet
let testChains: TestChains
beforeAll(async () => {
  net = await startTestnet()
  testChains = await openTestChains([net.chain])
  const { address } = await testChains.chains.depositAddress(1, net.chain.id)
  for (const to of [HOT, address]) {
    await net.faucet.pay(USDT, to, 5_000_000n)
    await net.faucet.pay(ETH, to, 10n ** 18n)
  }
  await settle()
})
afterAll(async () => {
  await testChains.close()
  await net.stop()
})

async function settle(): Promise<void> {
  await net.mine(2 * net.chain.confirmations)
  await testChains.chains.idle()
}

async function rules(): Promise<string[]> {
  const { db } = testChains.test.database
  const node = testChains.chains.node(net.chain.id)
  const findings = [
    ...(await auditChainMoves(db, [net.chain])),
    ...(await auditHoldings(db, net.chain, node)),
  ]
  return findings.map((one) => `${one.rule} ${one.where}`.replace(rawAddress(HOT), 'hot'))
}

test('an honest chain has no findings', async () => {
  expect(await rules()).toEqual([])
})

test('a node that stops answering midway adds a finding, and earlier findings stay', async () => {
  const { db } = testChains.test.database
  const silent = chainNode({ urls: () => ['http://127.0.0.1:9'], keepsStates: true })
  expect(await auditHoldings(db, net.chain, silent)).toEqual([
    expect.objectContaining({ where: net.chain.name, found: 'not asked, for no node answers' }),
  ])
})

test.each([
  ['two nodes disagree', new NodesDisagree('it')],
  ['not kept by the node', new RpcRefusal(-32_000, 'missing trie node')],
  ['not asked, for no node answers', new NodeUnreachable('it')],
])('holdings that cannot be read are a finding: %s', async (found, thrown) => {
  const node = { ...testChains.chains.node(net.chain.id), holdings: () => Promise.reject(thrown) }
  const told = await auditHoldings(testChains.test.database.db, net.chain, node)
  expect(told).toMatchObject([{ where: net.chain.name, found }])
  const broken = { ...node, holdings: () => Promise.reject(new Error('a bug')) }
  await expect(auditHoldings(testChains.test.database.db, net.chain, broken)).rejects.toThrow('a bug')
})

test('every address is compared, however many there are', async () => {
  const undone = new Error('undone')
  const trial = transact(testChains.test.database.db, async (tx) => {
    await sql`delete from chain_move`.execute(tx)
    await sql`insert into chain_move (chain, block, txid, index, address, currency, raw, kind)
      select ${net.chain.id}, 1, 't', n, '0x' || lpad(n::text, 40, '0'), ${ETH}, n, 0
      from generate_series(1, 2001) n`.execute(tx)
    let missing = 0n
    const asked: number[] = []
    const node = {
      ...testChains.chains.node(net.chain.id),
      async holdings(holders: readonly Holder[]) {
        asked.push(holders.length)
        return holders.map(({ address }) => BigInt(address.slice(2)) - missing)
      },
    }
    expect(await auditHoldings(tx, net.chain, node)).toEqual([])
    expect(asked).toEqual([1_000, 1_000, 1, 0])
    missing = 1n
    const [first] = await auditHoldings(tx, net.chain, node)
    expect(first).toMatchObject({ rule: 'held on chain', expected: '1', found: '0' })
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
})

test('one wei that is gone without a transaction is found', async () => {
  const held = await testChains.chains.node(net.chain.id).balance(HOT, null)
  const set = (wei: bigint) => net.rpc.call(z.unknown(), 'anvil_setBalance', HOT, `0x${wei.toString(16)}`)
  await set(held - 1n)
  await settle()
  expect(await rules()).toEqual([expect.stringMatching(/^held on chain 0x\w{40} ETH$/)])
  await set(held)
  await settle()
  expect(await rules()).toEqual([])
})

test('the smallest unbooked payment of the hot key is found, and its fee too', async () => {
  const token = net.chain.tokens[0]?.contract ?? ''
  await net.send({ from: HOT, to: rawAddress(token), data: transferData(STRANGER, 1n) })
  await settle()
  const ways = ['chain >= liabilities', 'outgoing = payouts']
  expect(new Set(await rules())).toEqual(new Set(ways.flatMap((one) => [`${one} ETH`, `${one} USDT`])))
})

test.each([
  [
    'of another user',
    [`update deposit set user_id = 2`, `update transfer set to_id = to_id + 1024 where cause = 6`],
    ['deposits = addresses'],
  ],
  [
    'credited a unit less',
    [`update deposit set posted = posted - 1`, `update transfer set amount = amount - 1 where cause = 6`],
    ['deposits = addresses'],
  ],
  [
    'read as a unit less',
    [
      `update deposit set amount = amount - 1, posted = posted - 1`,
      `update transfer set amount = amount - 1 where cause = 6`,
    ],
    ['deposits = addresses'],
  ],
  ['forgotten', ['delete from deposit', 'delete from transfer where cause = 6'], ['payments = deposits']],
  [
    'of another payment',
    [
      `update deposit set raw = raw - 100, amount = amount - 10000, posted = posted - 10000`,
      `update transfer set amount = amount - 10000 where cause = 6`,
    ],
    ['payments = deposits'],
  ],
  [
    'called orphaned',
    [
      'update deposit set state = 2, posted = null, credited_at_ms = null',
      'delete from transfer where cause = 6',
    ],
    ['payments = deposits'],
  ],
  [
    'credited never',
    [
      'update deposit set state = 0, posted = null, credited_at_ms = null',
      'delete from transfer where cause = 6',
      'insert into chain_block select chain, max(number) + 40, min(hash) from chain_block group by 1',
    ],
    ['deposits = credited'],
  ],
  [
    'credited later on a halted network',
    [
      'update deposit set state = 0, posted = null, credited_at_ms = null',
      'delete from transfer where cause = 6',
      'insert into chain_block select chain, max(number) + 40, min(hash) from chain_block group by 1',
      `update chain_state set halted_because = 'why', halted_at_ms = 1`,
    ],
    [],
  ],
])('the audit looks at a user’s deposit %s', async (_what, statements, rules) => {
  const { db } = testChains.test.database
  const own = ['deposits = addresses', 'payments = deposits', 'deposits = credited', 'deposits = postings']
  const undone = new Error('undone')
  const found = new Set<string>()
  const trial = transact(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const one of statements) {
      const ofUser = one.startsWith('update deposit ') || one.startsWith('delete from deposit')
      await sql.raw(ofUser ? `${one} where user_id = 1 and currency = ${USDT}` : ofUsdt(one)).execute(tx)
    }
    for (const { rule } of await auditChainMoves(tx, [net.chain])) if (own.includes(rule)) found.add(rule)
    // A step reads the day before its checkpoint too.
    const { rows } = await sql<{ seen: bigint | null }>`
      select max(seen_at_ms) as seen from deposit where user_id <> 0 and currency = ${USDT}`.execute(tx)
    const offAfter = async (ms: number) => {
      const since = { atMs: Number(rows[0]?.seen ?? 0) + ms, logSize: 0, carried: {} }
      return (await depositsOffAddresses(tx, [net.chain], since)).length > 0
    }
    const { rows: blocks } = await sql<{ block: bigint }>`
      select max(block) as block from chain_move m join deposit_address a on a.address = m.address
      where m.kind = 0 and m.currency = ${USDT}`.execute(tx)
    const uncountedAfter = async (more: number) => {
      const after = { [net.chain.id]: Number(blocks[0]?.block ?? 0) + more }
      return (await paymentsUncounted(tx, after)).length > 0
    }
    expect(await uncountedAfter(-1)).toBe(rules.includes('payments = deposits'))
    expect(await uncountedAfter(1000)).toBe(false)
    expect(await offAfter(86_400_000 - 1)).toBe(rules.includes('deposits = addresses'))
    expect(await offAfter(86_400_000 + 5_000)).toBe(false)
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  expect([...found]).toEqual(rules)
})

test('a step looks for payments after the block that its checkpoint carries, and finds a forgotten one there', async () => {
  const undone = new Error('undone')
  const { id, confirmations } = net.chain
  const trial = transact(testChains.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from deposit where user_id = 1`.execute(tx)
    const next: AuditedPart = { atMs: 0, logSize: 0, carried: {} }
    const uncounted = async (since: AuditedPart | null) => {
      const found = await auditChainMoves(tx, [net.chain], { since, next })
      return found.filter(({ rule }) => rule === 'payments = deposits').length
    }
    expect([await uncounted(null), await uncounted(structuredClone(next))]).toEqual([2, 2])
    expect(next.carried['settledBlocks']).toEqual({})
    await sql`insert into chain_block (chain, number, hash) values (${id}, 1000, '0xa')`.execute(tx)
    expect([await uncounted(null), await uncounted(structuredClone(next))]).toEqual([2, 0])
    expect(next.carried['settledBlocks']).toEqual({ [id]: 1000 - 2 * confirmations - 32 })
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
})

test.each<[how: string, change: string, isFound: boolean]>([
  ['as it came in', 'raw = raw', false],
  ['on another chain', 'chain = chain + 1', true],
  ['under another transaction', `txid = 'another'`, true],
  ['at another place of its transaction', 'index = index + 1000', true],
  ['at another address', `address = '0x'`, true],
  ['in another currency', 'currency = 2', true],
  ['with another sum', 'raw = raw + 1', true],
  ['in another block', 'block = block - 1', true],
  ['as orphaned', 'state = 2, posted = null', true],
  ['as lost, in its former block', 'state = 3, block = block - 1', false],
])('a payment to a user that is written down %s', async (_how, change, isFound) => {
  const undone = new Error('undone')
  const trial = transact(testChains.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(`update deposit set ${change} where user_id = 1 and currency = ${USDT}`).execute(tx)
    const { rows } = await sql<{ txid: string }>`
      select m.txid from chain_move m join deposit_address a on a.address = m.address where m.currency = ${USDT}`.execute(
      tx,
    )
    expect(rows).toHaveLength(1)
    const found = (await paymentsUncounted(tx, null)).map(({ where }) => where.split(' ')[1])
    expect(found).toEqual(isFound ? [rows[0]?.txid] : [])
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
})

/** Of the transfers of deposits, those of that currency alone. */
function ofUsdt(statement: string): string {
  return statement.replace(/where cause = 6$/, `where cause = 6 and (to_id >> 4) & 31 = ${USDT}`)
}

test('a deposit row whose amount differs from its posting is found', async () => {
  const { db } = testChains.test.database
  const before = await rules()
  const first = await db
    .selectFrom('deposit')
    .selectAll()
    .where('currency', '=', USDT)
    .executeTakeFirstOrThrow()
  await db.updateTable('deposit').set({ posted: 1n }).where('id', '=', first.id).execute()
  expect((await rules()).filter((one) => !before.includes(one))).toEqual([
    `deposits = postings deposit ${first.id}`,
    `deposits = addresses deposit ${first.id}`,
  ])
})

/** Deposits of the house and of user 1, credited and lost, as [user, state, posted, currency, transfers]. */
const [CREDITED, LOST] = [1, 3] as const
const MADE: [id: string, user: number, state: number, transfers: [number, number, number][]][] = [
  ['1', 1, CREDITED, [[16, 1041, 6]]],
  ['2', 0, CREDITED, [[16, 22, 5]]],
  [
    '3',
    1,
    LOST,
    [
      [16, 1041, 6],
      [19, 16, 10],
    ],
  ],
]
const idOf = (end: string) => `00000000-0000-4000-8000-00000000000${end}`

test.each<[string, string[], string[]]>([
  ['nothing', [], []],
  ['more on a deposit', [`update deposit set posted = 8 where id = '${idOf('1')}'`], ['deposits = postings']],
  [
    'another owner of it',
    [`update deposit set user_id = 2 where id = '${idOf('1')}'`],
    ['deposits = postings'],
  ],
  [
    'the house as its owner',
    [`update deposit set user_id = 0 where id = '${idOf('1')}'`],
    ['deposits = postings'],
  ],
  [
    'a user as the house',
    [`update deposit set user_id = 1 where id = '${idOf('2')}'`],
    ['deposits = postings'],
  ],
  [
    'another currency',
    [`update deposit set currency = 2 where id = '${idOf('2')}'`],
    ['deposits = postings'],
  ],
  [
    'a posting of another time',
    [`update transfer set at_ms = 2 where ref = '${idOf('1')}'`],
    ['deposits = postings'],
  ],
  ['no posting', [`delete from transfer where ref = '${idOf('1')}'`], ['deposits = postings']],
  ['no deposit', [`delete from deposit where id = '${idOf('1')}'`], ['deposits = postings']],
  [
    'a posting of the house beside',
    [`update transfer set to_id = 19 where ref = '${idOf('2')}'`],
    ['deposits = postings'],
  ],
  ['no loss', [`delete from transfer where ref = '${idOf('3')}' and cause = 10`], ['losses']],
  [
    'a smaller loss',
    [`update transfer set amount = 6 where ref = '${idOf('3')}' and cause = 10`],
    ['losses'],
  ],
  ['a loss of what stands', [`update deposit set state = 1 where id = '${idOf('3')}'`], ['losses']],
  [
    'a loss in another currency',
    [`update deposit set currency = 2 where id = '${idOf('3')}'`],
    ['deposits = postings', 'losses'],
  ],
])('the audit of deposits and losses notices %s', async (_what, statements, rules) => {
  const undone = new Error('undone')
  let found: string[] = []
  const trial = transact(testChains.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from deposit`.execute(tx)
    await sql`delete from transfer where cause in (5, 6, 10)`.execute(tx)
    for (const [end, user, state, transfers] of MADE) {
      await sql`insert into deposit (id, chain, txid, index, user_id, address, currency, raw, amount, posted, state, block,
          block_hash, seen_at_ms, credited_at_ms)
        values (${idOf(end)}, 1, ${end}, 0, ${user}, '0x', 1, 7, 7, 7, ${state}, 1, '0x', 1, 1)`.execute(tx)
      for (const [from, to, cause] of transfers)
        await sql`insert into transfer values (${from}, ${to}, 7, 1, ${idOf(end)}, ${cause}, 0)`.execute(tx)
    }
    await sql`alter table deposit drop constraint deposit_posts_no_more`.execute(tx)
    for (const one of statements) await sql.raw(one).execute(tx)
    const gaps = (await depositMismatches(tx, null)).map((one) => one.rule)
    found = [...new Set([...gaps, ...(await lossMismatches(tx)).map(() => 'losses')])]
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  expect(found).toEqual(rules)
})
