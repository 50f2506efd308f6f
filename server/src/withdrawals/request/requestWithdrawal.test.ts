import { randomUUID } from 'node:crypto'
import { assert } from '@tickmark/core/assert'
import { runs } from '@tickmark/core/runs.testing'
import { NOTHING_KNOWN } from '@tickmark/core/wallet/judgeWithdrawal'
import { WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '../../ledger/audit.testing.ts'
import { balances } from '../../ledger/store.ts'
import { transact } from '../../db/transact.ts'
import { codeOf } from '../../orders/orders.testing.ts'
import {
  askOf,
  ETH,
  newAddress,
  openWithdrawalFixture,
  OURS,
  signIntent,
  SITE,
  typeOf,
  units,
  USDT,
  type WithdrawalFixture,
  type Owner,
} from '../withdrawals.testing.ts'
import { intentOf, makeTerms, openTerms, sealTerms } from './intents.ts'
import { networkOf, type Network } from '../withdrawal/networks.ts'
import { reserveFunds } from './reserveFunds.ts'
import { withdrawalAnswers } from '../routes.ts'

const ROUNDS = runs(10, 1_000)

let fixture: WithdrawalFixture
beforeAll(async () => {
  fixture = await openWithdrawalFixture()
})
afterAll(() => fixture.close())

const to = newAddress()
/** The values that the request's own fields would show. */
const known = {
  isListed: true,
  isHalted: false,
  currency: 'USDT',
  address: { to, isForeign: false, isOurs: false, isToken: false },
} as const

function network(): Network {
  const found = networkOf(fixture.deps.chains, typeOf(USDT))
  assert(found, 'the chain pays USDT')
  return found.network
}

async function free(owner: Owner): Promise<bigint> {
  return (await balances(fixture.deps.database.db, owner.id, 'real')).get(USDT) ?? 0n
}

test.each([null, 5n])('sealed terms open as they were made, for their owner alone: gas at %s', (gasPrice) => {
  const sums = { amount: 1n, feeCap: 2n, gasPrice, gasCap: 3n }
  const terms = makeTerms({ userId: 7, typeId: typeOf(USDT), ...sums, to, site: SITE }, 1_000)
  const key = new Uint8Array(32).fill(1)
  const id = sealTerms(terms, key)
  expect(openTerms(id, 7, key)).toEqual({ ok: true, value: terms })
  const invalid = { ok: false, refusal: { code: 'intent_invalid' } }
  expect([
    openTerms(id, 8, key),
    openTerms(
      id,
      7,
      key.map(() => 2),
    ),
  ]).toEqual([invalid, invalid])
})

test(
  '[T3] of 200 withdrawals of one balance at once exactly the affordable ones succeed, again and again',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const amount = units(String(10 + round))
      const feeCap = units('0.5')
      const affordable = 1 + ((round * 7) % 23)
      const money = (amount + feeCap) * BigInt(affordable) + (amount + feeCap - 1n) * BigInt(round % 2)
      const owner = await fixture.addOwner({ [USDT]: text(money) })
      const nowMs = fixture.clock.nowMs()
      const results = await Promise.all(
        Array.from({ length: 200 }, () => {
          const given = { userId: owner.id, typeId: typeOf(USDT), amount, feeCap, gasPrice: units('3570') }
          const terms = makeTerms({ ...given, gasCap: 10n ** 14n, to, site: SITE }, nowMs)
          const asked = { typeId: terms.typeId, destination: to, amount: '', code: '' }
          const input = { ...asked, intent: terms.nonce, signature: '0x' }
          const facts = {
            ...NOTHING_KNOWN,
            ...known,
            typeId: terms.typeId,
            amount,
            feeCap,
            signed: terms,
            nowMs,
          }
          const requestable = { amount, feeCap, needsApproval: false, state: 'approved' } as const
          const proven = { network: network(), terms, facts, requestable, code: null, wallet: 'evm' } as const
          return codeOf(reserveFunds(input, proven, askOf(owner, nowMs, {}), fixture.deps))
        }),
      )
      expect(results.filter((one) => one === 'ok')).toHaveLength(affordable)
      expect(results.filter((one) => one === 'insufficient_funds')).toHaveLength(200 - affordable)
      expect(await free(owner)).toBe(money - (amount + feeCap) * BigInt(affordable))
    }
    expect(await transact(fixture.deps.database.db, auditLedger)).toEqual([])
  },
  runs(240_000, 3_600_000),
)

function text(amount: bigint): string {
  return `${amount / 100_000_000n}.${String(amount % 100_000_000n).padStart(8, '0')}`
}

test('a signed request holds amount and fee cap at once, and the same key gets the same answer', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const asked = { typeId: typeOf(USDT), destination: to, amount: '40' }
  const offer = await fixture.answers.withdrawalIntent(asked, fixture.ask(owner))
  expect(offer).toMatchObject({ needsCode: false, waitsUntil: null, needsApproval: false })
  expect(Object.keys(offer.fields)).toHaveLength(8)
  expect(offer.fields).toMatchObject({ network: network().chain.name, amount: '40', to, feeCap: offer.fee })
  const signature = signIntent(offer.fields as unknown as ReturnType<typeof intentOf>, owner.key)
  const input = { ...asked, intent: offer.intent, signature, code: '' }
  const context = fixture.ask(owner)
  const first = await fixture.answers.cash_out(input, context)
  expect(first.message).toContain('40 USDT')
  expect(await free(owner)).toBe(units('60') - units(offer.fee))
  fixture.clock.advance(10 * 60_000)
  expect(await fixture.answers.cash_out(input, { ...context, nowMs: fixture.clock.nowMs() })).toEqual(first)
  expect(await codeOf(fixture.answers.cash_out(input, fixture.ask(owner)))).toBe('intent_used')
  expect(await free(owner)).toBe(units('60') - units(offer.fee))
  const { list, total } = await fixture.answers.get_my_cash_out_record(
    { pageNum: 1, pageSize: 10, currencyId: undefined },
    fixture.ask(owner),
  )
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({ id: first.id, money: '40', status: 0, address: to, isCancellable: true })
  expect(list[0]?.steps.map((one) => one.step)).toEqual(['requested', 'approved'])
})

test.each([
  ['withdrawal_address_invalid', { destination: '' }],
  ['withdrawal_address_invalid', { destination: 'hello' }],
  ['withdrawal_address_invalid', { destination: '0xf39fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
  ['withdrawal_address_invalid', { destination: `0x${'0'.repeat(40)}` }],
  ['withdrawal_address_wrong_network', { destination: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' }],
  ['withdrawal_address_ours', { destination: OURS }],
  ['withdrawal_address_ours', { destination: OURS.toLowerCase() }],
  ['amount_invalid', { amount: '' }],
  ['amount_invalid', { amount: '0' }],
  ['amount_invalid', { amount: '-1' }],
  ['amount_invalid', { amount: '1e3' }],
  ['amount_too_precise', { amount: '1.123456789' }],
  ['amount_too_precise_for_network', { amount: '1.1234567' }],
  ['amount_below_fee', { amount: '0.000001' }],
  ['insufficient_funds', { amount: '100' }],
  ['network_unknown', { typeId: 1 }],
  ['network_unknown', { typeId: typeOf(4) }],
  ['network_unknown', { typeId: 999_999 }],
])('bad input has a refusal of its own: %s for %o', async (code, wrong) => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const asked = { typeId: typeOf(USDT), destination: to, amount: '10', ...wrong }
  expect(await codeOf(fixture.answers.withdrawalIntent(asked, fixture.ask(owner)))).toBe(code)
})

test('an amount equal to the fee is refused, offered or signed, and one unit more is accepted', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const asked = { typeId: typeOf(USDT), destination: to }
  const { fee } = await fixture.answers.withdrawalIntent({ ...asked, amount: '10' }, fixture.ask(owner))
  const offer = (amount: string) =>
    codeOf(fixture.answers.withdrawalIntent({ ...asked, amount }, fixture.ask(owner)))
  expect(await offer(fee)).toBe('amount_below_fee')
  expect(await offer(text(units(fee) + 100n))).toBe('ok')

  const send = (amount: bigint) => {
    const given = {
      userId: owner.id,
      typeId: asked.typeId,
      amount,
      feeCap: units(fee),
      gasPrice: units('3570'),
    }
    const terms = makeTerms({ ...given, gasCap: 10n ** 14n, to, site: SITE }, fixture.clock.nowMs())
    const intent = sealTerms(terms, fixture.deps.quoteKey)
    const signature = signIntent(intentOf(terms, network()), owner.key)
    const input = { ...asked, amount: text(amount), intent, signature, code: '' }
    return codeOf(fixture.answers.cash_out(input, fixture.ask(owner)))
  }
  expect(await send(units(fee))).toBe('amount_below_fee')
  expect(await free(owner)).toBe(units('100'))
  expect(await send(units(fee) + 100n)).toBe('ok')
})

test('a token’s contract is no destination, and the simulated account has no network', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const contract = fixture.deps.chains.find(1)?.chain.tokens[0]?.contract ?? ''
  const asked = { typeId: typeOf(USDT), destination: contract, amount: '10' }
  expect(await codeOf(fixture.answers.withdrawalIntent(asked, fixture.ask(owner)))).toBe(
    'withdrawal_address_token',
  )
  const simulated = fixture.ask(owner, { book: 'simulated' })
  expect(await codeOf(fixture.answers.withdrawalIntent(asked, simulated))).toBe('account_has_no_network')
})

test('the signed fields must match the request, its owner and this user, and be fresh', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const other = await fixture.addOwner({ [USDT]: '100' })
  const asked = { typeId: typeOf(USDT), destination: to, amount: '10' }
  const offer = await fixture.answers.withdrawalIntent(asked, fixture.ask(owner))
  const fields = offer.fields as unknown as ReturnType<typeof intentOf>
  const signature = signIntent(fields, owner.key)
  const good = { ...asked, intent: offer.intent, signature, code: '' }
  const attempt = (change: Partial<typeof good>, who = owner) =>
    codeOf(fixture.answers.cash_out({ ...good, ...change }, fixture.ask(who)))
  expect(await attempt({ intent: '' })).toBe('intent_missing')
  expect(await attempt({ signature: '' })).toBe('intent_missing')
  expect(await attempt({ intent: `${offer.intent}x` })).toBe('intent_invalid')
  expect(await attempt({ destination: newAddress() })).toBe('intent_invalid')
  expect(await attempt({ amount: '11' })).toBe('intent_invalid')
  expect(await attempt({}, other)).toBe('intent_invalid')
  expect(await attempt({ signature: signIntent(fields, other.key) })).toBe('intent_signature_wrong')
  expect(await attempt({ signature: signIntent({ ...fields, amount: '11' }, owner.key) })).toBe(
    'intent_signature_wrong',
  )
  expect(await attempt({ signature: 'junk' })).toBe('intent_signature_wrong')
  fixture.clock.advance(5 * 60_000)
  expect(await attempt({})).toBe('intent_expired')
  expect(await free(owner)).toBe(units('100'))
})

test('an unreachable contract wallet is no failure of ours, and one that confirms withdraws', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const asked = { typeId: typeOf(USDT), destination: to, amount: '10' }
  const offer = await fixture.answers.withdrawalIntent(asked, fixture.ask(owner))
  const attempt = () =>
    codeOf(
      fixture.answers.cash_out(
        { ...asked, intent: offer.intent, signature: '0x12', code: '' },
        fixture.ask(owner),
      ),
    )
  try {
    fixture.deps.askContract = () => Promise.reject(new Error('no node answers'))
    expect(await attempt()).toBe('busy')
    fixture.deps.askContract = async () => false
    expect(await attempt()).toBe('intent_signature_wrong')
    fixture.deps.askContract = async (address) => address === owner.address
    expect(await attempt()).toBe('ok')
  } finally {
    fixture.deps.askContract = null
  }
})

test('one key for two requests is refused, and one intent twice at once pays once', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const asked = { typeId: typeOf(USDT), destination: to, amount: '10' }
  const signed = async () => {
    const offer = await fixture.answers.withdrawalIntent(asked, fixture.ask(owner))
    const signature = signIntent(offer.fields as unknown as ReturnType<typeof intentOf>, owner.key)
    return { ...asked, intent: offer.intent, signature, code: '' }
  }
  const [one, two] = [await signed(), await signed()]
  const context = fixture.ask(owner, { idempotencyKey: randomUUID() })
  const same = await Promise.all(Array.from({ length: 10 }, () => fixture.answers.cash_out(one, context)))
  expect(new Set(same.map((reply) => reply.id)).size).toBe(1)
  expect(await codeOf(fixture.answers.cash_out(two, context))).toBe('key_reused')
  for (const other of [{ amount: '11' }, { destination: newAddress() }, { typeId: typeOf(ETH) }])
    expect(await codeOf(fixture.answers.cash_out({ ...one, ...other }, context))).toBe('key_reused')
  const rivals = await Promise.all(
    Array.from({ length: 10 }, () => codeOf(fixture.answers.cash_out(two, fixture.ask(owner)))),
  )
  expect(rivals.filter((code) => code === 'ok')).toHaveLength(1)
  expect(rivals.filter((code) => code === 'intent_used')).toHaveLength(9)
})

test('an attempt overtaken by an earlier one of the same key gets that answer, not insufficient funds', async () => {
  const owner = await fixture.addOwner({ [USDT]: '50' })
  const asked = { typeId: typeOf(USDT), destination: to, amount: '40' }
  const offer = await fixture.answers.withdrawalIntent(asked, fixture.ask(owner))
  const signature = signIntent(offer.fields as unknown as ReturnType<typeof intentOf>, owner.key)
  const input = { ...asked, intent: offer.intent, signature, code: '' }
  const context = fixture.ask(owner)
  const [arrived, overtaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let slowOnes = 0
  const isOurs = async () => {
    if (++slowOnes === 2) arrived.resolve()
    await overtaken.promise
    return false
  }
  const slow = withdrawalAnswers({ ...fixture.deps, chains: { ...fixture.deps.chains, isOurs } })
  const second = slow.cash_out(input, context)
  const rival = codeOf(slow.cash_out(input, fixture.ask(owner)))
  await arrived.promise
  const first = await fixture.answers.cash_out(input, context)
  overtaken.resolve()
  expect(await second).toEqual(first)
  expect(await rival).toBe('intent_used')
})

test('the database keeps a withdrawal’s terms, its steps and its order of states', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const id = await fixture.withdraw(owner, { amount: '10', to })
  const { db } = fixture.deps.database
  for (const change of [
    sql`update withdrawal set amount = amount + 1 where id = ${id}`,
    sql`update withdrawal set destination = ${newAddress()} where id = ${id}`,
    sql`update withdrawal set state = 6 where id = ${id}`,
    sql`update withdrawal set state = 5 where id = ${id}`,
    sql`delete from withdrawal where id = ${id}`,
    sql`update withdrawal set fee = fee_cap + 1 where id = ${id}`,
    sql`update withdrawal_step set at = 0`,
    sql`insert into withdrawal_step values (${id}, 6, 0)`,
  ]) {
    await expect(change.execute(db)).rejects.toThrow()
  }
})

test('the database never changes a withdrawal that ended, whichever way it did', async () => {
  const owner = await fixture.addOwner({ [USDT]: '100' })
  const [paid, cancelled] = [
    await fixture.withdraw(owner, { amount: '10', to }),
    await fixture.withdraw(owner, { amount: '10', to }),
  ]
  const { db } = fixture.deps.database
  const { built, signed, broadcast, final } = WITHDRAWAL_STATES
  for (const state of [built, signed, broadcast]) {
    await sql`update withdrawal set state = ${state} where id = ${paid}`.execute(db)
  }
  await sql`update withdrawal set state = ${final}, txid = '0x1', block = 1, fee = 0, gas = 0
    where id = ${paid}`.execute(db)
  await fixture.answers.cancelWithdrawal({ id: cancelled }, fixture.ask(owner))
  for (const id of [paid, cancelled]) {
    for (const change of [sql`retry_at = 1`, sql`txid = '0x2'`, sql`fee = 1`, sql`reason = 'other'`]) {
      await expect(sql`update withdrawal set ${change} where id = ${id}`.execute(db)).rejects.toThrow(
        'that ended',
      )
    }
  }
})
