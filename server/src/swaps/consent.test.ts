import { addKeyless, keylessSignIn } from '../module/proof/keyless.testing.ts'
import { ORIGIN, ownerCrypto } from '@tickmark/core/consent/owner.testing'
import type { SwapConsent } from '@tickmark/core/consent/swapConsent'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import { available } from '../ledger/store.ts'
import type { AuditedPart, AuditFacts } from '../module/auditRule.ts'
import { findingsBy } from '../module/auditRule.testing.ts'
import { askOf, codeOf } from '../orders/orders.testing.ts'
import { idOf, openWallet, START_MS, units, type Wallet } from '../wallet/wallet.testing.ts'
import { swapsAudit } from './audit.ts'
import { openSwapper } from './owners.testing.ts'

const WALLETS: NonNullable<AuditFacts['wallets']> = {
  recoverWallet: ownerCrypto.recoverWallet,
  hasCode: null,
  sites: [ORIGIN],
}

let wallet: Wallet
beforeAll(async () => void (wallet = await openWallet()))
afterAll(() => wallet.end())
beforeEach(() => wallet.clock.advance(10_000))

type Swapper = Awaited<ReturnType<typeof openSwapper>>
let users = 0
const newSwapper = async () => {
  await wallet.pay(++users, 'ETH', '10')
  return openSwapper(wallet, users)
}
const eth = () => available(wallet.deps.db, users, 'simulated', idOf('ETH'))
/** What the audit finds of the signatures; there is no log here that would have the rates. */
const offSigned = async (reader = wallet.deps.db as Parameters<typeof findingsBy>[1], given = {}) =>
  (await findingsBy(swapsAudit, reader, { wallets: WALLETS, ...given })).filter(
    ({ rule }) => rule === 'swap = signed',
  )

describe('a session with a key', () => {
  test('swaps by its signature, which is stored beside the swap', async () => {
    const one = await newSwapper()
    const key = randomUUID()
    const consent = one.signs(key)
    const { id, received } = await one.swap(consent, one.context(key))
    expect(received).toBe('3496.5')
    const stored = await wallet.deps.db
      .selectFrom('swap_consent')
      .selectAll()
      .where('swap_id', '=', id)
      .execute()
    expect(
      stored.map((row) => [row.text, row.signature.toString('hex'), row.session.toString('hex')]),
    ).toEqual([[consent.text, consent.signature, one.session]])
    expect(await offSigned()).toEqual([])
  })

  test.each<[string, Partial<SwapConsent> | null, string]>([
    ['nothing', null, 'consent_missing'],
    ['more to give', { given: '100000001' }, 'consent_other_terms'],
    ['less to give', { given: '99999999' }, 'consent_other_terms'],
    ['more to receive', { least: '349650000001' }, 'consent_other_terms'],
    ['another currency to give', { source: 'BTC' }, 'consent_other_terms'],
    ['another currency to receive', { target: 'USDC' }, 'consent_other_terms'],
    ['the other book', { book: 'real' }, 'consent_other_terms'],
    ['another call', { key: randomUUID() }, 'consent_other_terms'],
    ['another session', { session: '0'.repeat(64) }, 'consent_other_session'],
    ['another site', { origin: 'https://evil.example' }, 'consent_other_session'],
    ['a life too long', { expires: START_MS * 2 }, 'consent_invalid'],
  ])('that signs %s moves nothing: %s', async (_, change, code) => {
    const one = await newSwapper()
    const key = randomUUID()
    const consent = change === null ? undefined : one.signs(key, change)
    expect(await codeOf(one.swap(consent, one.context(key)))).toBe(code)
    expect(await eth()).toBe(units('10'))
    expect(await codeOf(one.swap(one.signs(key), one.context(key)))).toBe('ok')
  })

  test('cannot use the signature of another key, or a changed text', async () => {
    const one = await newSwapper()
    const key = randomUUID()
    const stranger = await openSwapper(wallet, users, users + 500)
    const own = one.signs(key)
    const false1 = { ...own, signature: stranger.signs(key, { session: one.session }).signature }
    const false2 = { ...own, text: own.text.replace('"least":"3', '"least":"2') }
    for (const consent of [false1, false2])
      expect(await codeOf(one.swap(consent, one.context(key)))).toBe('consent_invalid')
    expect(await codeOf(one.swap(stranger.signs(key), one.context(key)))).toBe('consent_other_session')
    expect(await eth()).toBe(units('10'))
  })

  test('signs for five seconds and no later', async () => {
    const one = await newSwapper()
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    const [in5, after, late] = [one.signs(first), one.signs(second), one.signs(third)]
    wallet.clock.advance(5_000)
    expect(await codeOf(one.swap(in5, one.context(first)))).toBe('ok')
    wallet.clock.advance(1)
    expect(await codeOf(one.swap(after, one.context(second)))).toBe('consent_expired')
    wallet.clock.advance(25_000)
    expect(await codeOf(one.swap(late, one.context(third)))).toBe('consent_time_off')
  })

  test('gets the first answer to a repeated call at any time, also from a later session of the wallet', async () => {
    const one = await newSwapper()
    const key = randomUUID()
    const consent = one.signs(key)
    const first = await one.swap(consent, one.context(key))
    wallet.clock.advance(60_000)
    const later = await openSwapper(wallet, users)
    expect(await later.swap(consent, later.context(key))).toEqual(first)
    expect(await eth()).toBe(units('9'))
    expect(await codeOf(one.swap(one.signs(key), one.context(key)))).toBe('key_reused')
    await wallet.deps.db.deleteFrom('request').execute()
    expect(await codeOf(one.swap(one.signs(key), one.context(key)))).toBe('consent_used')
    expect(await eth()).toBe(units('9'))
  })

  test('receives what the quote shows that it signed, or more', async () => {
    const one = await newSwapper()
    const { quote, receives } = await one.quote()
    wallet.prices.set(2, units('3600'))
    const [key, other] = [randomUUID(), randomUUID()]
    const least = String(units(receives))
    const made = await one.swap(one.signs(key, { least }), one.context(key), quote)
    expect(units(made.received)).toBeGreaterThan(units(receives))
    wallet.prices.set(2, units('3499'))
    const again = await one.swap(one.signs(other, { least }), one.context(other), quote)
    expect(again.received).toBe(receives)
    expect(await offSigned()).toEqual([])
    wallet.prices.set(2, units('3500'))
  })
})

test('a session without a key sends no signature', async () => {
  const one = await newSwapper()
  const key = randomUUID()
  const keyless = askOf(wallet.clock, users, { idempotencyKey: key })
  expect(await codeOf(one.swap(one.signs(key), keyless))).toBe('consent_other_session')
  expect(await eth()).toBe(units('10'))
})

describe('the audit', () => {
  /** The number of findings when somebody who owns the tables has changed them. */
  async function foundAfter(
    change: string,
    given: { since?: AuditedPart; wallets?: AuditFacts['wallets'] } = {},
  ) {
    const undone = new Error('undone')
    let found: string[] = []
    const trial = transact(wallet.deps.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(change).execute(tx)
      found = (await offSigned(tx as never, given)).map(({ where }) => where)
      throw undone
    })
    await expect(trial).rejects.toBe(undone)
    return found
  }
  let one: Swapper
  let id: string
  let stranger: Swapper
  const place = () => [`swap ${id}`]
  const own = () => `where swap_id = '${id}'`

  beforeAll(async () => {
    stranger = await newSwapper()
    one = await newSwapper()
    const key = randomUUID()
    id = (await one.swap(one.signs(key), one.context(key))).id
  })

  test('finds nothing in signed swaps', async () => {
    expect(await foundAfter('select 1')).toEqual([])
  })

  test.each([
    ['received = received - 1'],
    ['given = given + 1'],
    ['source = 2'],
    ['target = 2'],
    ['book = 0'],
    ['at_ms = at_ms + 5001'],
    ['at_ms = at_ms - 2001'],
    [`user_id = 1`],
  ])('finds a swap that is not what was signed: %s', async (change) => {
    const unchecked = 'alter table swap drop constraint swap_follows_its_rates'
    expect(await foundAfter(`${unchecked}; update swap set ${change} where id = '${id}'`)).toEqual(place())
  })

  test.each([
    ['"given":"1', '"given":"2'],
    ['"least":"3', '"least":"2'],
    ['"source":"ETH"', '"source":"BTC"'],
    ['"nonce":', '"nonce":1'],
    ['tickmark-swap/1', 'tickmark-swap/2'],
  ])('finds a text that was changed from %s', async (from, to) => {
    const change = `update swap_consent set text = replace(text, '${from}', '${to}') ${own()}`
    expect(await foundAfter(change)).toEqual(place())
  })

  test('finds another signature, another session, and none', async () => {
    const set = (change: string) => `update swap_consent set ${change} ${own()}`
    expect(await foundAfter(set(`signature = decode(repeat('ab', 64), 'hex')`))).toEqual(place())
    expect(await foundAfter(set(`session = decode('${stranger.session}', 'hex')`))).toEqual(place())
    expect(await foundAfter(`delete from swap_consent ${own()}`)).toEqual(place())
  })

  test('finds a key to which the wallet did not delegate, where wallets are verified', async () => {
    const at = `where session = decode('${one.session}', 'hex')`
    const forged = `update delegation set signature = '0x${'1'.repeat(130)}' ${at}`
    expect(await foundAfter(forged)).toEqual(place())
    expect(await foundAfter(forged, { wallets: undefined })).toEqual([])
    expect(await foundAfter(`update delegation set kind = 'contract' ${at}`)).toEqual(place())
    expect(await foundAfter(`update delegation set address = 'another' ${at}`)).toEqual(place())
    expect(await foundAfter(`delete from delegation ${at}`)).toEqual(place())
  })

  test('asks for no signature of an owner whose wallet had signed in without a key', async () => {
    const unsigned = `delete from swap_consent ${own()};`
    const proof = keylessSignIn(users, START_MS)
    const insert = (given: typeof proof) =>
      `${unsigned} insert into keyless_sign_in values ('${proof.address}', $$${given.text}$$, '${given.signature}', '${given.kind}')`
    expect(await foundAfter(insert(proof))).toEqual([])
    const late = keylessSignIn(users, START_MS + 10_000_000)
    expect(await foundAfter(insert(late))).toEqual(place())
    const strangers = keylessSignIn(users + 1, START_MS)
    expect(await foundAfter(insert(strangers))).toEqual(place())
    const forged = { ...proof, signature: strangers.signature }
    expect(await foundAfter(insert(forged))).toEqual(place())
    expect(await foundAfter(insert(forged), { wallets: undefined })).toEqual([])
    const elsewhere = { wallets: { ...WALLETS, sites: ['https://other.example'] } }
    expect(await foundAfter(insert(proof), elsewhere)).toContain(place()[0])
  })

  test('reads each swap once: a step reads those after its checkpoint', async () => {
    const { at_ms: at } = await wallet.deps.db
      .selectFrom('swap')
      .select('at_ms')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const since = (atMs: bigint): AuditedPart => ({ atMs: Number(atMs), logSize: 0, carried: {} })
    const unsigned = `delete from swap_consent ${own()}`
    expect(await foundAfter(unsigned, { since: since(at - 1n) })).toEqual(place())
    expect(await foundAfter(unsigned, { since: since(at) })).toEqual([])
  })
})

test('an owner without a key swaps unsigned, and the audit is silent', async () => {
  await wallet.pay(++users, 'ETH', '10')
  await addKeyless(wallet.deps.db, users, wallet.clock.nowMs())
  const terms = { currencyId: idOf('ETH'), toCurrencyId: idOf('USDT'), amount: '1', quote: '' }
  await wallet.answers.currencyExchange(terms, askOf(wallet.clock, users))
  expect(await offSigned()).toEqual([])
})
