import { ONE } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { operatorChainRoutes } from '@tickmark/wire/routes/operators/chains'
import type { operatorWithdrawalRoutes } from '@tickmark/wire/routes/operators/withdrawals'
import type { Role } from '@tickmark/wire/roles'
import { INTENT_FIELDS } from '@tickmark/core/wallet/withdrawalIntent'
import { sql, type Updateable } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { transact } from '../db/transact.ts'
import type { WithdrawalTable } from '../withdrawals/withdrawal/tables.ts'
import { type Caller, newUser, setServer } from './app.testing.ts'
import { CHAIN_MS, freeIn, getTestMoney, OUTSIDE, testOwner, typeIdOf, withdraw } from './custody.testing.ts'
import { operatorCaller, type OperatorCaller } from './operatorCaller.testing.ts'

type Item = ReplyOf<typeof operatorWithdrawalRoutes.consoleWithdrawals>
type Detail = ReplyOf<typeof operatorWithdrawalRoutes.consoleWithdrawal>
type Holds = ReplyOf<typeof operatorWithdrawalRoutes.consoleHolds>
type Chain = ReplyOf<typeof operatorChainRoutes.consoleChains>['list'][number]
type Deposits = ReplyOf<typeof operatorChainRoutes.consoleDeposits>

const RATES = ['challenge', 'verify', 'register', 'read', 'write', 'withdraw', 'faucet', 'code']
  .map((name) => `${name}=99999/60`)
  .join(' ')
const server = setServer({ env: { CHAINS: '', CONTENT: 'none', RATES } })
const owner = testOwner(81)
const ETH = typeIdOf(3)
/** Of 0.5 ETH each: more than a user may withdraw in a day without operators. */
const GIFTS = 16
let user: Caller
let userId = 0
let ann: OperatorCaller
let ben: OperatorCaller
let cem: OperatorCaller
let viewer: OperatorCaller

beforeAll(async () => {
  user = await newUser(() => server.url, 81)
  const rows = await db().selectFrom('users').select('id').where('address', '=', owner.address).execute()
  userId = Number(rows[0]?.id ?? 0n)
  const named = (role: Role) => operatorCaller(server, { roles: [role] })
  ann = await named('treasurer')
  ben = await named('treasurer')
  cem = await named('treasurer')
  viewer = await named('viewer')
  for (let i = 0; i < GIFTS; i++) await getTestMoney(user, ETH)
  await vi.waitUntil(async () => (await freeIn(user, 'ETH')) === 8n * ONE, { timeout: CHAIN_MS })
})

const db = () => server.database.database.db
const read = async <T>(who: Caller, path: string, query: Record<string, string> = {}) => {
  const { status, body, text } = await who.get(`/api/console/${path}`, { query })
  expect(status, text).toBe(200)
  return body.data as T
}
const send = async (who: Caller, path: string, json: object) => {
  const { status, body } = await who.post(`/api/console/${path}`, { json })
  return status === 200 ? body.data : body.code
}
const large = (amount = '3.5') => withdraw(user, owner, { typeId: ETH, to: OUTSIDE, amount })
const detail = (id: string) => read<Detail>(ann, 'withdrawal', { id })
const actionsOn = (subject: string) =>
  db().selectFrom('operator_action').selectAll().where('subject', '=', subject).orderBy('id').execute()

test('two operators approve a withdrawal above the user’s own limit, and it is paid', async () => {
  const id = await large()
  const { list, waiting } = await read<Item>(viewer, 'withdrawals')
  expect(waiting).toBe(1)
  expect(list).toMatchObject([
    { id, userId, owner: owner.address, currency: 'ETH', amount: '3.5', destination: OUTSIDE, isAsked: true },
  ])
  const shown = await detail(id)
  expect(shown).toMatchObject({
    verdict: 'valid',
    differs: [],
    intent: { currency: 'ETH', amount: '3.5', to: OUTSIDE },
    asked: { why: 'own', ownBefore: '0', ownMost: '3' },
    mayVote: true,
    votes: [],
    hold: null,
  })
  expect(await send(viewer, 'withdrawal/vote', { id, approves: true })).toBe('role_missing')
  expect(await send(ann, 'withdrawal/vote', { id, approves: true, reason: 'owner_asked' })).toBe(
    'vote_reason',
  )
  expect(await send(ann, 'withdrawal/vote', { id, approves: false })).toBe('vote_reason')
  expect(await send(ann, 'withdrawal/vote', { id, approves: true })).toEqual({ state: 'requested' })
  expect(await send(ann, 'withdrawal/vote', { id, approves: true })).toBe('vote_cast')
  expect((await detail(id)).mayVote).toBe(false)
  expect(await send(ben, 'withdrawal/vote', { id, approves: true })).toEqual({ state: 'approved' })
  expect(await send(cem, 'withdrawal/vote', { id, approves: true })).toBe('vote_unasked')
  await vi.waitUntil(async () => (await detail(id)).withdrawal.state === 'final', { timeout: CHAIN_MS })
  const { payment, votes, steps } = await detail(id)
  expect(votes.map((one) => one.operator)).toEqual([ann.address, ben.address])
  expect(steps.map((one) => one.state)).toEqual(
    expect.arrayContaining(['requested', 'approved', 'broadcast', 'final']),
  )
  expect(payment).toMatchObject({
    nonce: expect.any(Number) as number,
    transactions: [{ txid: payment.txid }],
  })
  const logged = await actionsOn(`withdrawal ${id}`)
  expect(logged.map((one) => [one.action, one.operator, Number(one.user_id)])).toEqual([
    ['people.read', ann.address, userId],
    ['withdrawal.approve', ann.address, 0],
    ['withdrawal.approve', ben.address, userId],
  ])
})

test('two rejections with a reason return the money; unknown or impossible requests are refused', async () => {
  const id = await large('3.1')
  expect((await detail(id)).asked).toMatchObject({ why: 'own', ownBefore: '3.5' })
  const no = { id, approves: false, reason: 'sanctioned_address' }
  expect(await send(ann, 'withdrawal/vote', { ...no, reason: 'bad_mood' })).toBe('bad_request')
  expect(await send(ann, 'withdrawal/vote', no)).toEqual({ state: 'requested' })
  expect(await send(ben, 'withdrawal/vote', no)).toEqual({ state: 'rejected' })
  expect((await detail(id)).payment.reason).toBe('sanctioned_address')
  expect(await send(cem, 'withdrawal/vote', { id: randomUUID(), approves: true })).toBe('withdrawal_unknown')
  const { body } = await ann.get('/api/console/withdrawal', { query: { id: randomUUID() } })
  expect(body.code).toBe('withdrawal_unknown')
})

test('a withdrawal’s page shows where the payment differs from what its owner signed', async () => {
  const { list } = await read<Item>(ann, 'withdrawals', { view: 'all', state: 'rejected' })
  const id = list[0]?.id ?? ''
  const set = (row: Updateable<WithdrawalTable>) =>
    transact(db(), async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx.updateTable('withdrawal').set(row).where('id', '=', id).execute()
    })
  const honest = await db()
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { amount, fee_cap, currency, gas_price, destination, nonce, intent, signature } = honest
  const shownWith = async (row: Updateable<WithdrawalTable>) => {
    await set(row)
    const { verdict, differs } = await detail(id)
    await set({ amount, fee_cap, currency, gas_price, destination, nonce, intent, signature })
    return [verdict, ...differs].join(' ')
  }
  const all = INTENT_FIELDS.join(' ')
  expect([
    await shownWith({ amount }),
    await shownWith({ amount: amount + 1n }),
    await shownWith({ fee_cap: fee_cap + 1n }),
    await shownWith({ currency: 1, gas_price: 1n }),
    await shownWith({ destination: owner.address }),
    await shownWith({ nonce: randomUUID() }),
    await shownWith({ signature: signature.replace(/^0x../, '0x00') }),
    await shownWith({ intent: intent.replace('"amount":"', '"amount":"1') }),
    await shownWith({ intent: intent.replace(/"site":"[^"]*"/, '"site":5') }),
    await shownWith({ intent: '{}' }),
    await shownWith({ intent: '' }),
  ]).toEqual([
    'valid',
    'valid amount',
    'valid feeCap',
    'valid currency',
    'valid to',
    'valid nonce',
    'invalid',
    'invalid amount',
    `invalid ${all}`,
    `invalid ${all}`,
    `invalid ${all}`,
  ])
  expect(await detail(id)).toMatchObject({ verdict: 'valid', differs: [] })
})

test('withdrawals are listed in pages and by state, currency, user and address; made-up cursors are refused', async () => {
  const all = await read<Item>(ann, 'withdrawals', { view: 'all', limit: '1' })
  expect([all.list.length, all.list[0]?.state]).toEqual([1, 'rejected'])
  const next = await read<Item>(ann, 'withdrawals', { view: 'all', limit: '1', before: all.next ?? '' })
  expect([next.list.length, next.list[0]?.state]).toEqual([1, 'final'])
  expect(next.next).toBeNull()
  const found = async (query: Record<string, string>) =>
    (await read<Item>(ann, 'withdrawals', { view: 'all', ...query })).list.length
  expect(await found({ state: 'final' })).toBe(1)
  expect(await found({ currencyId: '1' })).toBe(0)
  expect(await found({ userId: String(userId) })).toBe(2)
  expect(await found({ userId: String(userId + 1) })).toBe(0)
  expect(await found({ begins: OUTSIDE.slice(0, 12).toUpperCase() })).toBe(2)
  expect(await found({ begins: '0xabcabcabc' })).toBe(0)
  const { body } = await ann.get('/api/console/withdrawals', { query: { before: 'first' } })
  expect(body.code).toBe('bad_request')
})

test('a hold needs two operators and one case; it ends by itself, and the logged action names the user', async () => {
  const hold = { userId, caseId: 'C-81', reason: 'owner_asked', until: Date.now() + 3_600_000 }
  expect(await send(ann, 'hold', { ...hold, userId: 99_999_999 })).toBe('user_unknown')
  expect(await send(ann, 'hold', { ...hold, until: Date.now() + 73 * 3_600_000 })).toBe('hold_too_long')
  expect(await send(viewer, 'hold', hold)).toBe('role_missing')
  expect(await send(ann, 'hold', hold)).toEqual({ isInForce: false })
  expect(await send(ann, 'hold', hold)).toBe('hold_proposed')
  expect(await send(ben, 'hold', { ...hold, reason: 'legal_order' })).toBe('hold_other_case')
  expect(await send(ben, 'hold', hold)).toEqual({ isInForce: true })
  expect(await send(cem, 'hold', { ...hold, caseId: 'C-82' })).toBe('hold_lately')
  const { list } = await read<Holds>(viewer, 'holds', { userId: String(userId) })
  const named = await db().selectFrom('operator').select(['address', 'name']).execute()
  const by = [ann, ben].map(({ address }) => named.find((one) => one.address === address))
  expect(list).toMatchObject([
    {
      caseId: 'C-81',
      owner: owner.address,
      isInForce: true,
      operators: by.map((one) => ({ operator: one?.address, name: one?.name })),
    },
  ])
  const logged = await actionsOn('case C-81')
  expect(logged.map((one) => [one.action, Number(one.user_id)])).toEqual([
    ['withdrawal.hold', 0],
    ['withdrawal.hold', userId],
  ])
  const refused = await user.post('/api/checkApply', { json: { book: 0 } })
  expect(refused.body.code).toBe('security_hold')
})

test('networks show their holdings, and deposits are listed with their confirmations', async () => {
  const [chain] = (await read<{ list: Chain[] }>(viewer, 'chains')).list
  expect(chain).toMatchObject({ id: 1, halted: null, stop: null, lag: expect.any(Number) as number })
  expect(chain?.hotHolds.map((one) => one.currency)).toEqual(expect.arrayContaining(['USDT', 'ETH']))
  expect(chain?.depositsHold).toEqual([{ currency: 'ETH', amount: '8' }])
  const own = { userId: String(userId) }
  const page = await read<Deposits>(viewer, 'deposits', { ...own, limit: '2' })
  expect(page.list).toMatchObject([
    { userId, currency: 'ETH', amount: '0.5', posted: '0.5', state: 'credited' },
    { userId, currency: 'ETH' },
  ])
  const rest = await read<Deposits>(viewer, 'deposits', { ...own, limit: '2', before: page.next ?? '' })
  expect([rest.list.length, rest.next === null]).toEqual([2, false])
  const txid = rest.list[0]?.txid ?? ''
  expect((await read<Deposits>(viewer, 'deposits', { begins: txid.slice(0, 20) })).list).toHaveLength(1)
  const house = await read<Deposits>(viewer, 'deposits', { userId: 'house', currencyId: '3' })
  expect(house.list.every((one) => one.userId === null)).toBe(true)
  const { body } = await viewer.get('/api/console/deposits', { query: { before: '1.2' } })
  expect(body.code).toBe('bad_request')
})

test('only two operators can clear a halt; the database enforces it too', async () => {
  const haltedAt = 1_795_000_000_000
  await sql`update chain_state set halted_because = 'reorganised', halted_at_ms = ${haltedAt}`.execute(db())
  await vi.waitUntil(
    async () => {
      const [chain] = (await read<{ list: Chain[] }>(viewer, 'chains')).list
      return chain?.halted === 'reorganised' && chain.stop?.at === haltedAt
    },
    { timeout: CHAIN_MS },
  )
  const clear = sql`update chain_state set halted_because = null, halted_at_ms = null`
  await expect(clear.execute(db())).rejects.toThrow('a halt is cleared by two operators')
  const ask = (payload: object, who = ann) =>
    send(who, 'proposals/ask', {
      kind: 'chain.resume',
      payload,
      reason: 'looked at',
      key: randomUUID(),
    })
  expect(await ask({ chain: 9, haltedAt })).toBe('chain_unknown')
  expect(await ask({ chain: 1, haltedAt: haltedAt + 1 })).toBe('chain_not_halted')
  expect(await ask({ chain: 1, haltedAt }, viewer)).toBe('role_missing')
  expect(await ask({ chain: 1, haltedAt, force: true })).toBe('proposal_invalid')
  await loseDeposits([1, 2, 2])
  type Asked = { proposal: { id: string; payloadHash: string }; effect: object[] }
  const asked = (await ask({ chain: 1, haltedAt })) as Asked
  expect(asked.effect).toMatchObject([
    { name: 'network' },
    { name: 'halt', value: 'none', was: 'reorganised' },
    { name: 'haltedAt', value: String(haltedAt) },
    { name: 'lostDeposits', value: '1' },
  ])
  // A proposal about a halt clears no later one.
  const laterMs = haltedAt + 1
  await sql`update chain_state set halted_at_ms = ${laterMs}`.execute(db())
  const { id: early, payloadHash: earlyHash } = asked.proposal
  const tooEarly = { id: early, payloadHash: earlyHash }
  expect(await send(ben, 'proposals/approve', tooEarly)).toBe('chain_not_halted')
  const { id, payloadHash } = ((await ask({ chain: 1, haltedAt: laterMs })) as Asked).proposal
  expect(await send(ann, 'proposals/approve', { id, payloadHash })).toBe('proposal_own')
  expect(await send(ben, 'proposals/approve', { id, payloadHash })).toMatchObject({
    proposal: { state: 'approved' },
  })
  await vi.waitUntil(
    async () => {
      const [chain] = (await read<{ list: Chain[] }>(viewer, 'chains')).list
      return chain?.halted === null && chain.stop === null
    },
    { timeout: CHAIN_MS },
  )
  expect(await ask({ chain: 1, haltedAt: laterMs })).toBe('chain_not_halted')
})

/** Writes a lost deposit on each of these chains, past the guards. */
async function loseDeposits(chains: readonly number[]): Promise<void> {
  await transact(db(), async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const [index, chain] of chains.entries())
      await sql`insert into deposit (id, chain, txid, index, user_id, address, currency, raw, amount, posted, state, block, block_hash,
          seen_at_ms)
        values (gen_random_uuid(), ${chain}, 'lost', ${index}, ${userId}, 'x', 1, 1, 1, 1, 3, 1, 'x', 1)`.execute(
        tx,
      )
  })
}
