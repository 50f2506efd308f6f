import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import { momentText } from '../../http/calls/refused.ts'
import { codeOf } from '../../orders/orders.testing.ts'
import {
  newAddress,
  openWithdrawalFixture,
  OURS,
  typeOf,
  USDT,
  type WithdrawalFixture,
  type Owner,
} from '../withdrawals.testing.ts'
import { newSecret, stepOfCode } from '../../platform/oneTimeCode.ts'
import { putSecret } from './protectionStore.ts'
import { protectionAnswers } from './routes.ts'

let fixture: WithdrawalFixture
let answers: ReturnType<typeof protectionAnswers>
let owner: Owner
beforeEach(async () => {
  fixture = await openWithdrawalFixture()
  answers = protectionAnswers(fixture.deps)
  owner = await fixture.addOwner({ [USDT]: '1000' })
})
afterEach(() => fixture.close())

const MINUTE_MS = 60_000
const to = newAddress()

/** The six digits by RFC 6238 at the fixture's time. */
function shown(secret: string, aheadMs = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: fixture.clock.nowMs() + aheadMs })
}

async function turnOn(who = owner): Promise<{ secret: string; codes: string[] }> {
  const { secret, uri } = await answers.startAuthenticator({}, fixture.ask(who))
  expect(uri).toMatch(/^otpauth:\/\/totp\/Tickmark:0x[0-9a-fA-F]{40}\?/)
  const { recoveryCodes } = await answers.confirmAuthenticator({ code: shown(secret) }, fixture.ask(who))
  fixture.clock.advance(MINUTE_MS)
  return { secret, codes: recoveryCodes }
}

const withdraw = (code: string) => codeOf(fixture.withdraw(owner, { amount: '10', to, code }))

test('codes are those of RFC 6238, one step of 30 s early or late included', () => {
  const key = new Uint8Array(32).fill(1)
  const { text, sealed } = newSecret('7', '0x', key)
  const atMs = 1_800_000_000_000
  const codeAt = (ms: number) => TOTP.generate({ secret: Secret.fromBase32(text), timestamp: ms })
  const step = atMs / 30_000
  expect(stepOfCode(codeAt(atMs), sealed, '7', key, atMs)).toBe(step)
  expect(stepOfCode(codeAt(atMs - 30_000), sealed, '7', key, atMs)).toBe(step - 1)
  expect(stepOfCode(codeAt(atMs + 30_000), sealed, '7', key, atMs)).toBe(step + 1)
  expect(stepOfCode(codeAt(atMs + 60_000), sealed, '7', key, atMs)).toBeNull()
  for (const bad of ['', '12345', '1234567', 'abcdef', '１２３４５６', ' 123456']) {
    expect(stepOfCode(bad, sealed, '7', key, atMs)).toBeNull()
  }
  expect(() => stepOfCode(codeAt(atMs), sealed, '8', key, atMs)).toThrow()
  const touched = Buffer.from(sealed)
  touched[20] = (touched[20] ?? 0) ^ 1
  expect(() => stepOfCode(codeAt(atMs), touched, '7', key, atMs)).toThrow()
})

test('a code confirms the secret it belongs to, not one started meanwhile', async () => {
  const { database, protectionKey } = fixture.deps
  const { secret } = await answers.startAuthenticator({}, fixture.ask(owner))
  const later = newSecret(String(owner.id), owner.address, protectionKey)
  const { late } = await transact(database.db, async (tx) => {
    expect(await putSecret(tx, owner.id, later.sealed)).toBe(true)
    const asked = codeOf(answers.confirmAuthenticator({ code: shown(secret) }, fixture.ask(owner)))
    await expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(database.db)
        return rows.length
      })
      .toBe(1)
    return { late: asked }
  })
  expect(await late).toBe('code_wrong')
  expect(await answers.getProtection({}, fixture.ask(owner))).toMatchObject({ authenticator: false })
  const { recoveryCodes } = await answers.confirmAuthenticator(
    { code: shown(later.text) },
    fixture.ask(owner),
  )
  expect(recoveryCodes).toHaveLength(10)
})

test('with the authenticator on, a withdrawal needs its code, and each code is good once', async () => {
  expect(await withdraw('')).toBe('ok')
  const { secret } = await turnOn()
  expect(await withdraw('')).toBe('code_missing')
  expect(await withdraw('000000')).toBe('code_wrong')
  const code = shown(secret)
  expect(await withdraw(code)).toBe('ok')
  expect(await withdraw(code)).toBe('code_wrong')
  fixture.clock.advance(30_000)
  expect(await withdraw(shown(secret, -30_000))).toBe('code_wrong')
  fixture.clock.advance(MINUTE_MS)
  const twice = shown(secret)
  const rivals = await Promise.all([withdraw(twice), withdraw(twice), withdraw(twice)])
  expect(rivals.toSorted()).toEqual(['code_wrong', 'code_wrong', 'ok'])
})

test('a request that fails for another reason does not use its code up', async () => {
  const { secret } = await turnOn()
  const code = shown(secret)
  const poor = fixture.withdraw(owner, { amount: '5000', to, code })
  expect(await codeOf(poor)).toBe('insufficient_funds')
  expect(await withdraw(code)).toBe('ok')
})

test('five tries a minute, right or wrong', async () => {
  const { secret } = await turnOn()
  for (let i = 0; i < 5; i++) expect(await withdraw('000000')).toBe('code_wrong')
  fixture.clock.advance(MINUTE_MS - 1_500)
  const told = fixture.withdraw(owner, { amount: '10', to, code: shown(secret) })
  await expect(told).rejects.toMatchObject({ code: 'too_many_requests', facts: { seconds: '2' } })
  fixture.clock.advance(1_500)
  expect(await withdraw(shown(secret))).toBe('ok')
})

test('each of the ten recovery codes works once instead of a code, however it is written', async () => {
  const { codes } = await turnOn()
  expect(new Set(codes).size).toBe(10)
  expect(await withdraw(codes[0] ?? '')).toBe('ok')
  expect(await withdraw(codes[0] ?? '')).toBe('code_wrong')
  expect(await withdraw((codes[1] ?? '').toLowerCase().replace('-', ' '))).toBe('ok')
  const { authenticator, recoveryCodesLeft } = await answers.getProtection({}, fixture.ask(owner))
  expect({ authenticator, recoveryCodesLeft }).toEqual({ authenticator: true, recoveryCodesLeft: 8 })
  const other = await fixture.addOwner({ [USDT]: '100' })
  expect(await codeOf(answers.endAuthenticator({ code: codes[2] ?? '' }, fixture.ask(other)))).toBe(
    'authenticator_off',
  )
  fixture.clock.advance(MINUTE_MS)
  expect(await answers.endAuthenticator({ code: codes[2] ?? '' }, fixture.ask(owner))).toEqual({
    ended: true,
  })
  expect(await withdraw('')).toBe('ok')
  expect((await answers.getProtection({}, fixture.ask(owner))).recoveryCodesLeft).toBe(0)
})

test('a secret takes effect only after its code was shown, cannot be replaced then, and is stored nowhere in clear', async () => {
  expect(await codeOf(answers.confirmAuthenticator({ code: '123456' }, fixture.ask(owner)))).toBe(
    'authenticator_not_started',
  )
  const first = await answers.startAuthenticator({}, fixture.ask(owner))
  const second = await answers.startAuthenticator({}, fixture.ask(owner))
  expect(await codeOf(answers.confirmAuthenticator({ code: shown(first.secret) }, fixture.ask(owner)))).toBe(
    'code_wrong',
  )
  expect(await withdraw('')).toBe('ok')
  const code = shown(second.secret)
  expect(await codeOf(answers.confirmAuthenticator({ code }, fixture.ask(owner)))).toBe('ok')
  expect(await codeOf(answers.confirmAuthenticator({ code }, fixture.ask(owner)))).toBe('authenticator_on')
  expect(await codeOf(answers.startAuthenticator({}, fixture.ask(owner)))).toBe('authenticator_on')
  const { rows } = await sql<{ secret: Buffer }>`select secret from authenticator`.execute(
    fixture.deps.database.db,
  )
  const clear = Buffer.from(Secret.fromBase32(second.secret).bytes)
  expect(rows[0]?.secret.includes(clear)).toBe(false)
})

const RESET_MS = 72 * 60 * MINUTE_MS
const state = async (who = owner) => {
  const { authenticator, authenticatorUntil, recoveryCodesLeft } = await answers.getProtection(
    {},
    fixture.ask(who),
  )
  return { on: authenticator, until: authenticatorUntil, codes: recoveryCodesLeft }
}
const reset = (who = owner) => answers.resetAuthenticator({}, fixture.ask(who))
const keep = (code: string, who = owner) => codeOf(answers.keepAuthenticator({ code }, fixture.ask(who)))

test('without phone and recovery codes the owner requests a reset: the authenticator turns off 72 h later, not earlier', async () => {
  expect(await codeOf(reset())).toBe('authenticator_off')
  await answers.startAuthenticator({}, fixture.ask(owner))
  expect(await codeOf(reset())).toBe('authenticator_off')
  const { secret } = await turnOn()
  const until = fixture.clock.nowMs() + RESET_MS
  expect(await reset()).toEqual({ until })
  fixture.clock.advance(RESET_MS - 1)
  expect(await reset()).toEqual({ until })
  expect(await state()).toEqual({ on: true, until, codes: 10 })
  const written = fixture.messages.filter((one) => one.userId === owner.id)
  expect(written).toMatchObject([
    { kind: 'authenticator_reset', ref: `authenticator:reset:${until}`, facts: { until: momentText(until) } },
  ])
  expect(await asksForCode()).toBe(true)
  expect(await withdraw('')).toBe('code_missing')
  expect(await codeOf(answers.startAuthenticator({}, fixture.ask(owner)))).toBe('authenticator_on')
  expect(await withdraw(shown(secret))).toBe('ok')
  fixture.clock.advance(1)
  expect(await state()).toEqual({ on: false, until: null, codes: 0 })
  expect(await asksForCode()).toBe(false)
  expect(await withdraw('')).toBe('ok')
  expect(await codeOf(reset())).toBe('authenticator_off')
  expect(await keep(shown(secret, MINUTE_MS))).toBe('authenticator_off')
  expect(
    await codeOf(answers.confirmAuthenticator({ code: shown(secret, MINUTE_MS) }, fixture.ask(owner))),
  ).toBe('authenticator_not_started')

  async function asksForCode(): Promise<boolean> {
    const asked = { typeId: typeOf(USDT), destination: to, amount: '10' }
    return (await fixture.answers.withdrawalIntent(asked, fixture.ask(owner))).needsCode
  }
})

test('an authenticator turned off by a reset is started anew, with its own codes and no reset', async () => {
  const old = await turnOn()
  await reset()
  fixture.clock.advance(RESET_MS)
  const anew = await turnOn()
  expect(await state()).toEqual({ on: true, until: null, codes: 10 })
  expect(await withdraw(old.codes[0] ?? '')).toBe('code_wrong')
  expect(await withdraw(shown(old.secret))).toBe('code_wrong')
  expect(await withdraw(anew.codes[0] ?? '')).toBe('ok')
  fixture.clock.advance(RESET_MS)
  expect(await withdraw('')).toBe('code_missing')
})

test('a code or a recovery code cancels the reset and is used up by it', async () => {
  const { secret, codes } = await turnOn()
  const [recovery = ''] = codes
  expect(await keep(recovery)).toBe('ok')
  expect((await state()).codes).toBe(10)
  await reset()
  expect(await keep('000000')).toBe('code_wrong')
  expect((await state()).until).not.toBeNull()
  expect(await keep(recovery)).toBe('ok')
  expect(await state()).toEqual({ on: true, until: null, codes: 9 })
  const { until } = await reset()
  expect(until).toBe(fixture.clock.nowMs() + RESET_MS)
  expect(await keep(recovery)).toBe('code_wrong')
  const code = shown(secret)
  expect(await keep(code)).toBe('ok')
  fixture.clock.advance(RESET_MS)
  expect(await state()).toEqual({ on: true, until: null, codes: 9 })
  expect(await withdraw('')).toBe('code_missing')
  await reset()
  expect(await codeOf(answers.endAuthenticator({ code: shown(secret) }, fixture.ask(owner)))).toBe('ok')
  const ref = `authenticator:off:${fixture.clock.nowMs()}`
  expect(fixture.messages.at(-1)).toMatchObject({ userId: owner.id, kind: 'authenticator_off', ref })
  expect(await state()).toEqual({ on: false, until: null, codes: 0 })
})

test("a reset is its owner's alone, and so is calling it off", async () => {
  const { secret } = await turnOn()
  const other = await fixture.addOwner({ [USDT]: '100' })
  await turnOn(other)
  const { until } = await reset(other)
  expect(await state()).toEqual({ on: true, until: null, codes: 10 })
  expect(await keep(shown(secret), other)).toBe('code_wrong')
  expect(await keep(shown(secret))).toBe('ok')
  expect((await state(other)).until).toBe(until)
  fixture.clock.advance(RESET_MS)
  expect((await state(other)).on).toBe(false)
  expect(await withdraw('')).toBe('code_missing')
})

test('the address book holds valid addresses, each once, up to fifty, for its owner alone', async () => {
  const add = (destination: string, label = '') =>
    answers.addAddress({ destination, label }, fixture.ask(owner))
  expect(await codeOf(add('hello'))).toBe('withdrawal_address_invalid')
  expect(await codeOf(add(OURS))).toBe('withdrawal_address_ours')
  const first = await add(to.toLowerCase(), 'cold')
  expect(first.usableAt).toBe(fixture.clock.nowMs() + 24 * 60 * MINUTE_MS)
  expect(await add(to)).toEqual(first)
  expect(fixture.messages.filter((one) => one.userId === owner.id)).toMatchObject([
    { kind: 'address_added', ref: `address:${first.id}`, facts: { address: to } },
  ])
  expect((await add(owner.address)).usableAt).toBe(fixture.clock.nowMs())
  expect(await codeOf(add('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'))).toBe('ok')
  const other = await fixture.addOwner({})
  expect(await answers.removeAddress({ id: first.id }, fixture.ask(other))).toEqual({ removed: false })
  await Promise.all(Array.from({ length: 60 }, () => codeOf(add(newAddress()))))
  const { addresses } = await answers.getProtection({}, fixture.ask(owner))
  expect(addresses).toHaveLength(50)
  expect(addresses.find((one) => one.id === first.id)).toMatchObject({ address: to, label: 'cold' })
  expect(await codeOf(add(newAddress()))).toBe('address_book_full')
  expect(await answers.removeAddress({ id: first.id }, fixture.ask(owner))).toEqual({ removed: true })
  expect(await codeOf(add(newAddress()))).toBe('ok')
})

test('the wait for new addresses is on at once and off after a day; turning it on again keeps it', async () => {
  const set = (on: 0 | 1) => answers.setAddressBook({ on }, fixture.ask(owner))
  expect(await set(0)).toEqual({ on: false, until: null })
  expect(await set(1)).toEqual({ on: true, until: null })
  const until = fixture.clock.nowMs() + 24 * 60 * MINUTE_MS
  expect(await set(0)).toEqual({ on: true, until })
  fixture.clock.advance(60 * MINUTE_MS)
  expect(await set(0)).toEqual({ on: true, until })
  expect(await set(1)).toEqual({ on: true, until: null })
  await set(0)
  fixture.clock.advance(24 * 60 * MINUTE_MS)
  expect((await answers.getProtection({}, fixture.ask(owner))).addressBook).toBe(false)
})

test.each([3_600_000, -3_600_000])(
  'in a house whose own time is off by %i ms, phones and signer still agree with the machine about the time',
  async (aheadMs) => {
    const { secret } = await answers.startAuthenticator({}, fixture.ask(owner))
    const moment = { wallMs: fixture.clock.nowMs() + aheadMs }
    const confirm = (code: string) =>
      codeOf(answers.confirmAuthenticator({ code }, fixture.ask(owner, moment)))
    expect(await confirm(shown(secret))).toBe('code_wrong')
    expect(await confirm(shown(secret, aheadMs))).toBe('ok')
    const asked = { typeId: typeOf(USDT), destination: to, amount: '10' }
    const offer = await fixture.answers.withdrawalIntent(asked, fixture.ask(owner, moment))
    expect(Date.parse(String(offer.fields['expires']))).toBe(moment.wallMs + 5 * MINUTE_MS)
    expect(offer.expiresAt).toBe(fixture.clock.nowMs() + 5 * MINUTE_MS)
  },
)
