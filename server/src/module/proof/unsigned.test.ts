import { ownerCrypto, testOwner } from '@tickmark/core/consent/owner.testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { transact } from '../../db/transact.ts'
import { MOST_FINDINGS } from '../finding.ts'
import { insertKeylessSignIn } from '../../accounts/sessionStore.ts'
import { addKeyless, addWalletUser, keylessSignIn } from './keyless.testing.ts'
import { unsignedFindings } from './unsigned.ts'
import { signersOf } from './walletCheck.ts'

const AT = 1_700_000_000_000
const WALLETS = { recoverWallet: ownerCrypto.recoverWallet, hasCode: null, sites: null }
const addressOf = (number: number) => testOwner(number, AT).delegation.address

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  const { db } = own.database
  await addKeyless(db, 1, AT)
  await addWalletUser(db, 2, addressOf(2))
  // Of each, the proof that the house shows is another wallet's, a sign-in with a key, or no sign-in.
  const stranger = keylessSignIn(99, AT)
  const { delegation } = testOwner(4, AT)
  const none = { ...keylessSignIn(5, AT), text: 'I was here.' }
  for (const [id, proof] of [
    [3, { ...stranger, address: addressOf(3) }],
    [4, delegation],
    [5, none],
    [6, { ...keylessSignIn(6, AT), signature: stranger.signature }],
  ] as const) {
    await addWalletUser(db, id, addressOf(id))
    await transact(db, (tx) => insertKeylessSignIn(tx, proof))
  }
})
afterAll(() => own.close())

type Act = [user: number, at: number, name: string]

async function found(acts: Act[], wallets?: typeof WALLETS): Promise<string[]> {
  const rows = sql.join(acts.map(([user, at, name]) => sql`(${user}::bigint, ${at}::bigint, ${name}::text)`))
  const given = sql<{
    user_id: bigint
    at_ms: bigint
    name: string
  }>`select * from (values ${rows}) as act (user_id, at_ms, name)`
  const findings = await unsignedFindings(own.database.db, 'done = signed', given, signersOf(wallets))
  return findings.map(({ rule, where, expected, found: none }) => [rule, where, expected, none].join(', '))
}

const finding = (name: string, at = AT) => `done = signed, ${name}, a signed text, none at ${at}`

test.each<[whose: string, user: number, at: number, isFound: boolean, believed: boolean]>([
  ['a wallet that had signed in without a key', 1, AT, false, false],
  ['a wallet that did so a millisecond later', 1, AT - 1, true, true],
  ['a wallet that never did', 2, AT, true, true],
  ['a wallet for which another signed in', 3, AT, true, true],
  ['a wallet that signed in with a key', 4, AT, true, true],
  ['a wallet that signed something else', 5, AT, true, true],
  ['a wallet whose signature is another’s', 6, AT, true, false],
  ['nobody', 7, AT, true, true],
])('an unsigned act of %s', async (_whose, user, at, isFound, believed) => {
  expect(await found([[user, at, 'order']], WALLETS)).toEqual(isFound ? [finding('order', at)] : [])
  expect(await found([[user, at, 'order']])).toEqual(believed ? [finding('order', at)] : [])
})

test('names the first unsigned act of each user, by user', async () => {
  const acts: Act[] = [
    [7, AT + 1, 'c'],
    [2, AT + 5, 'a'],
    [7, AT, 'd'],
    [1, AT + 3, 'x'],
    [1, AT - 1, 'e'],
    [2, AT + 6, 'b'],
  ]
  expect(await found(acts)).toEqual([finding('e', AT - 1), finding('a', AT + 5), finding('d')])
})

test('names at most so many as a report has', async () => {
  const acts = Array.from({ length: MOST_FINDINGS + 1 }, (_, i): Act => [i + 100, AT, 'order'])
  expect(await found(acts)).toHaveLength(MOST_FINDINGS)
})
