import { accept, refuse } from '@tickmark/core/decision'
import { NEW_ADDRESS_MS } from '@tickmark/core/wallet/addressWait'
import type { SignerRefusal } from '@tickmark/core/wallet/signerRefusals'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../db/transact.ts'
import { balances } from '../../ledger/store.ts'
import { codeOf } from '../../orders/orders.testing.ts'
import { newSecret } from '../../platform/oneTimeCode.ts'
import type { WithdrawalSigner } from '../../signing/signerClient.ts'
import { proposeSecurityHold } from '../approval/securityHolds.ts'
import { switchBook } from '../protection/addressBook.ts'
import { confirmSecret, putSecret } from '../protection/protectionStore.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'
import type { PayingNode } from '../withdrawal/ports.ts'
import {
  newAddress,
  openWithdrawalFixture,
  type Owner,
  quietChains,
  signIntent,
  typeOf,
  units,
  USDT,
  willingSigner,
  type WithdrawalFixture,
} from '../withdrawals.testing.ts'

type Accept = WithdrawalSigner['accept']

let fixture: WithdrawalFixture
let owner: Owner
let woken = 0
let asked = 0
/** What the signer answers, and what happens before it does. */
let answer: () => ReturnType<Accept>
let meanwhile: () => Promise<unknown>
beforeAll(async () => {
  const signer = willingSigner()
  signer.accept = async () => {
    asked++
    await meanwhile()
    return answer()
  }
  fixture = await openWithdrawalFixture({ signer, wake: () => void woken++ })
})
beforeEach(async () => {
  answer = async () => accept(true)
  meanwhile = async () => {}
  asked = 0
  owner = await fixture.addOwner({ [USDT]: '100' })
})
afterAll(() => fixture.close())

const db = () => fixture.deps.database.db
const free = async () => (await balances(db(), owner.id, 'real')).get(USDT) ?? 0n
const withdraw = (amount: string, code = '') => fixture.withdraw(owner, { amount, to: newAddress(), code })

async function hold(): Promise<void> {
  const untilMs = fixture.clock.nowMs() + 3_600_000
  for (const operator of ['ann', 'ben']) {
    const given = { caseId: `C-${owner.id}`, userId: owner.id, operator, reason: 'owner_asked' } as const
    const { clock, events } = fixture.deps
    await proposeSecurityHold({ db: db(), clock, events }, { ...given, untilMs })
  }
}

async function turnAuthenticatorOn(): Promise<void> {
  const { sealed } = newSecret(String(owner.id), owner.address, fixture.deps.protectionKey)
  await transact(db(), async (tx) => {
    await putSecret(tx, owner.id, sealed)
    await confirmSecret(tx, owner.id, sealed, 1, fixture.clock.nowMs())
  })
}

test.each([
  ['a hold begins', hold, 'security_hold', '100'],
  ['time passes and a hold begins', () => later(hold), 'security_hold', '100'],
  ['the authenticator is turned on', turnAuthenticatorOn, 'code_missing', '100'],
  ['the money is spent', () => spend('60'), 'insufficient_funds', '40'],
])('a request is judged again if, while the signer is asked, %s', async (_what, change, code, left) => {
  meanwhile = change
  expect(await codeOf(withdraw('50'))).toBe(code)
  const { list } = await fixture.answers.get_my_cash_out_record(
    { pageNum: 1, pageSize: 10, currencyId: undefined },
    fixture.ask(owner),
  )
  const fees = list.reduce((sum, one) => sum + units(one.fee), 0n)
  expect([list.length, (await free()) + fees]).toEqual([left === '100' ? 0 : 1, units(left)])
})

async function later(change: () => Promise<unknown>): Promise<void> {
  fixture.clock.advance(1)
  await change()
}

/** Another request of the owner, whose signer answers at once. */
async function spend(amount: string): Promise<void> {
  meanwhile = async () => {}
  await withdraw(amount)
}

test('a wait for new addresses that begins while the signer is asked holds the request', async () => {
  meanwhile = () => switchBook(db(), owner.id, true, fixture.clock.nowMs())
  expect(await withdrawalById(db(), await withdraw('50'))).toMatchObject({
    state: 'held_new_address',
    addressFromMs: fixture.clock.nowMs() + NEW_ADDRESS_MS,
  })
})

test('a withdrawal is requested when it no longer waits for the signer, and is due from then on', async () => {
  const nowMs = fixture.clock.nowMs()
  meanwhile = async () => fixture.clock.advance(60_000)
  const id = await withdraw('50')
  expect(await withdrawalById(db(), id)).toMatchObject({ requestedAtMs: nowMs + 60_000 })
  const { rows } = await sql<{
    at: string
  }>`select at_ms as at from withdrawal_promise where withdrawal = ${id}`.execute(db())
  expect(rows.map((one) => Number(one.at))).toEqual([nowMs + 60_000])
})

test('an offer tells its fee, its whole sum, and how long the address waits', async () => {
  const offer = (destination: string) =>
    fixture.answers.withdrawalIntent({ typeId: typeOf(USDT), destination, amount: '40' }, fixture.ask(owner))
  const now = await offer(newAddress())
  expect(units(now.fee)).toBeGreaterThan(0n)
  expect(units(now.total)).toBe(units('40') + units(now.fee))
  expect(now.waitsUntil).toBeNull()
  await switchBook(db(), owner.id, true, fixture.clock.nowMs())
  expect((await offer(newAddress())).waitsUntil).toBe(fixture.clock.nowMs() + NEW_ADDRESS_MS)
  expect((await offer(owner.address)).waitsUntil).toBeNull()
})

test.each<[SignerRefusal, string]>([
  ['expired', 'intent_expired'],
  ['signature_wrong', 'intent_signature_wrong'],
  ['over_limit', 'withdrawal_above_limit'],
  ['address_invalid', 'intent_invalid'],
  ['intent_changed', 'intent_invalid'],
])('what the signer refuses as %s is refused as %s, and no money is held', async (code, refusal) => {
  answer = async () => refuse({ code })
  await expect(withdraw('50')).rejects.toMatchObject({
    code: refusal,
    facts: code === 'over_limit' ? { currency: 'USDT' } : {},
  })
  expect(await free()).toBe(units('100'))
})

test('without the signer nothing is accepted, and no money is held', async () => {
  answer = () => Promise.reject(new Error('no answer'))
  await expect(withdraw('50')).rejects.toMatchObject({
    code: 'network_halted',
    facts: { network: 'Ethereum' },
  })
  expect([asked, await free()]).toEqual([1, units('100')])
})

test('the signer is asked only about what its owner signed, with a right code', async () => {
  const wish = { typeId: typeOf(USDT), destination: newAddress(), amount: '50' }
  const { intent, fields } = await fixture.answers.withdrawalIntent(wish, fixture.ask(owner))
  const send = (signature: string) =>
    codeOf(fixture.answers.cash_out({ ...wish, intent, signature, code: '000000' }, fixture.ask(owner)))
  expect(await send(`0x${'1'.repeat(130)}`)).toBe('intent_signature_wrong')
  await turnAuthenticatorOn()
  const signature = signIntent(fields as unknown as Parameters<typeof signIntent>[0], owner.key)
  expect(await send(signature)).toBe('code_wrong')
  expect(asked).toBe(0)
})

test('a request and its cancellation wake the worker once each, and what is repeated or refused does not', async () => {
  woken = 0
  const id = await withdraw('50')
  expect(woken).toBe(1)
  const context = fixture.ask(owner)
  for (let time = 0; time < 2; time++) await fixture.answers.cancelWithdrawal({ id }, context)
  await fixture.answers.cancelWithdrawal({ id }, fixture.ask(owner))
  expect(woken).toBe(2)
  await codeOf(withdraw('5000'))
  expect(woken).toBe(2)
})

const silent = () => Promise.reject(new Error('silence'))
const halted = (more: object) => {
  const state = { ...quietChains().all()[0], ...more }
  return { find: () => state, all: () => [state] }
}
test.each<[what: string, change: () => object]>([
  ['whose chain halts', () => halted({ haltedBecause: 'unreachable' })],
  ['whose paying address is not known yet', () => halted({ hot: null })],
  [
    'whose nodes tell no fees',
    () => ({ node: (): PayingNode => ({ ...quietChains().node(1), feeNow: silent }) }),
  ],
])('a network %s offers no withdrawal', async (_what, change) => {
  const { chains } = fixture.deps
  fixture.deps.chains = { ...quietChains(), ...change() }
  try {
    await expect(withdraw('50')).rejects.toMatchObject({ code: 'network_halted' })
  } finally {
    fixture.deps.chains = chains
  }
})

test('without a price of its gas a network offers no withdrawal', async () => {
  const { price } = fixture.deps
  fixture.deps.price = () => null
  try {
    await expect(withdraw('50')).rejects.toMatchObject({ code: 'network_halted' })
  } finally {
    fixture.deps.price = price
  }
})
