import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { APPROVER, approvedIn, ASKER } from './approved.testing.ts'

const NOW = 1_800_000_000_000
const DAY = 86_400_000
const APPLICATION = randomUUID()
let own: TestDatabase

beforeAll(async () => {
  own = await createTestDatabase()
  const { db } = own.database
  for (const account of [22, 23, 38])
    await sql`insert into transfer values (${account & 496}, ${account}, ${9n * ONE}, 1, ${randomUUID()}, 5, 0)`.execute(
      db,
    )
  await sql`insert into chain_state values (7, 0, '0x', 'reorganised', 1000), (8, 0, '0x', 'reorganised', 1000)`.execute(
    db,
  )
  await sql`insert into users (address, wallet_type, practice, invite_code, language, created_at)
    values (${`0x${'1'.repeat(40)}`}, 1, false, 'ABCDEFGH', 'english', 1)`.execute(db)
  await sql`insert into loan_application (id, user_id, amount, instalments, site, borrower, written_at_ms, details_hash, front_hash,
      back_hash, drawing_hash, wallet, signature, submitted_at_ms, key_number, wrapped_key, sealed)
    select ${APPLICATION}, id, ${100n * ONE}, 6, 's', 'b', 1, h, h, h, h, 'evm', 's', 1, 1, h, h
    from users, sha256('') as h`.execute(db)
})
afterAll(() => own.close())

/** The database's answer to work that is then undone: 'done', or the reason of its refusal. */
async function attempt(work: (tx: Tx) => Promise<unknown>): Promise<string> {
  const undone = new Error('done')
  const trial = transact(own.database.db, async (tx) => {
    await work(tx)
    await sql`set constraints all immediate`.execute(tx)
    throw undone
  })
  return trial.then(String, (thrown: unknown) => (thrown as Error).message)
}

interface Operator {
  roles?: string
  /** How long this operator has been one (ms). */
  since?: number
  invitedBy?: string
  revoked?: number
  byLink?: boolean
}

async function add(tx: Tx, operators: Record<string, Operator>): Promise<void> {
  for (const [address, given] of Object.entries(operators)) {
    const { roles = 'admin', since = 0, invitedBy = null, revoked = null, byLink = false } = given
    await sql`insert into operator (address, name, roles, invited_by, invited_ms, by_link, revoked_by, revoked_ms)
      values (${address}, ${address}, ${[roles]}, ${invitedBy}, ${NOW - since}, ${byLink},
        ${revoked === null ? null : 'ann'}, ${revoked})`.execute(tx)
  }
}

interface Asked {
  kind?: string
  payload?: object
  decision?: 'refused' | null
}

/** True for every action that takes two operators: a proposal of another kind, a refused or an undecided one approves nothing. */
const NOT_APPROVED: [what: string, asked: Asked][] = [
  ['an action of another kind', { kind: 'another.kind' }],
  ['a refused one', { decision: 'refused' }],
  ['one that nobody decided', { decision: null }],
]
const ask = (tx: Tx, kind: string, payload: object, asked: Asked) =>
  approvedIn(
    tx,
    asked.kind ?? kind,
    { ...payload, ...asked.payload },
    NOW,
    asked.decision === undefined ? 'approved' : asked.decision,
  )

const MOVE = { from: 22, to: 19, amount: 5n * ONE, leg: 0 }
const move = (asked: Asked, given: Partial<typeof MOVE>) =>
  attempt(async (tx) => {
    const fund = { amount: '5', currencyId: 1, from: 'inventory', to: 'bankroll' }
    const { proposalId } = await ask(tx, 'treasury.fund', fund, asked)
    const { from, to, amount, leg } = { ...MOVE, ...given }
    await sql`insert into transfer values (${from}, ${to}, ${amount}, 1, ${proposalId}, 20, ${leg})`.execute(
      tx,
    )
  })

test.each<[string, Asked, Partial<typeof MOVE>]>([
  ['one unit more', {}, { amount: 5n * ONE + 1n }],
  ['one unit less', {}, { amount: 5n * ONE - 1n }],
  ['another currency', {}, { from: 38, to: 35 }],
  ['from another account', {}, { from: 23 }],
  ['to another account', {}, { to: 23 }],
  ['a second leg', {}, { leg: 1 }],
  ...NOT_APPROVED.map(([what, asked]): [string, Asked, object] => [what, asked, {}]),
])('house money is moved as two operators approved it, and not: %s', async (_what, asked, given) => {
  expect(await move(asked, given)).toContain('moved by two operators')
})

const version = (asked: Asked, given: { version?: number; rules?: string }) =>
  attempt(async (tx) => {
    const { proposalId } = await ask(tx, 'rules.change', { after: 0, rules: { marginPpm: 1 } }, asked)
    await sql`insert into rules_version values (${given.version ?? 1}, ${proposalId},
      ${given.rules ?? '{"marginPpm": 1}'}::jsonb, ${ASKER}, ${APPROVER}, ${NOW})`.execute(tx)
  })

test.each<[string, Asked, { version?: number; rules?: string }]>([
  ['the version after the next', {}, { version: 2 }],
  ['other rules', {}, { rules: '{"marginPpm": 2}' }],
  ...NOT_APPROVED.map(([what, asked]): [string, Asked, object] => [what, asked, {}]),
])('rules are changed as two operators approved it, and not: %s', async (_what, asked, given) => {
  expect(await version(asked, given)).toContain('changed by two operators')
})

const clear = (asked: Asked, given: { chain?: number; haltedAt?: number }) =>
  attempt(async (tx) => {
    const { chain = 7, haltedAt = 1000 } = given
    const { proposalId } = await ask(tx, 'chain.resume', { chain: 7, haltedAt: 1000 }, asked)
    await sql`insert into chain_resume values (${proposalId}, ${chain}, ${haltedAt}, ${NOW})`.execute(tx)
    await sql`update chain_state set halted_because = null, halted_at_ms = null where chain = ${chain}`.execute(
      tx,
    )
  })

test.each<[string, Asked, { chain?: number; haltedAt?: number }]>([
  ['another chain', {}, { chain: 8 }],
  ['another halt than was asked about', { payload: { haltedAt: 999 } }, {}],
  ['an earlier halt', { payload: { haltedAt: 999 } }, { haltedAt: 999 }],
  ...NOT_APPROVED.map(([what, asked]): [string, Asked, object] => [what, asked, {}]),
])('a halt is cleared as two operators approved it, and not: %s', async (_what, asked, given) => {
  expect(await clear(asked, given)).toContain('cleared by two operators')
})

test.each([
  [`halted_because = 'unreachable', halted_at_ms = 1000`, 'done'],
  ['halted_at_ms = 1001', 'done'],
  ['halted_at_ms = 999', 'a halt is cleared by two operators'],
  ['halted_at_ms = null', 'a halt is cleared by two operators'],
  ['halted_because = null', 'a halt is cleared by two operators'],
])('a chain that is halted: %s is %s', async (change, said) => {
  expect(
    await attempt((tx) => sql`update chain_state set ${sql.raw(change)} where chain = 7`.execute(tx)),
  ).toBe(said)
})

const revoke = (asked: Asked, given: { by?: string; atMs?: number }) =>
  attempt(async (tx) => {
    await add(tx, { ann: {}, '0xBen': {}, cem: {} })
    await ask(tx, 'operators.revoke', { operator: '0xben' }, asked)
    await sql`update operator set revoked_by = ${given.by ?? ASKER}, revoked_ms = ${given.atMs ?? NOW}
      where address = '0xBen'`.execute(tx)
  })

test.each<[string, Asked, { by?: string; atMs?: number }]>([
  ['by who approved it', {}, { by: APPROVER }],
  ['at another time', {}, { atMs: NOW + 1 }],
  ['another admin', { payload: { operator: 'ann' } }, {}],
  ...NOT_APPROVED.map(([what, asked]): [string, Asked, object] => [what, asked, {}]),
])('an admin is revoked as two operators approved it, and not: %s', async (_what, asked, given) => {
  expect(await revoke(asked, given)).toContain('revoked by two operators')
})

const payOut = (
  asked: Asked,
  given: { by?: string; atMs?: number },
  operators: Record<string, Operator> = {},
) =>
  attempt(async (tx) => {
    await add(tx, operators)
    const terms = { applyId: APPLICATION, amount: '100', instalments: 6 }
    await ask(tx, 'loan.approve', terms, asked)
    await sql`update loan_application set state = 1, decided_by = ${given.by ?? APPROVER},
      decided_at_ms = ${given.atMs ?? NOW} where id = ${APPLICATION}`.execute(tx)
  })

test.each<[string, Asked, { by?: string; atMs?: number }]>([
  ['decided by who asked', {}, { by: ASKER }],
  ['decided at another time', {}, { atMs: NOW + 1 }],
  ['another application', { payload: { applyId: randomUUID() } }, {}],
  ['more money', { payload: { amount: '99.99999999' } }, {}],
  ['fewer instalments', { payload: { instalments: 12 } }, {}],
  ...NOT_APPROVED.map(([what, asked]): [string, Asked, object] => [what, asked, {}]),
])('a loan is paid out as two operators approved it, and not: %s', async (_what, asked, given) => {
  expect(await payOut(asked, given)).toContain('approved by two operators')
})

test.each<[string, Record<string, Operator>, boolean]>([
  ['nobody', {}, true],
  ['support alone', { eve: { roles: 'support' } }, true],
  ['a reviewer', { eve: { roles: 'reviewer' } }, false],
  ['an admin', { eve: {} }, false],
  ['a reviewer who is revoked', { ann: { roles: 'viewer' }, eve: { roles: 'reviewer', revoked: NOW } }, true],
  ['the sandbox’s own operator', { own: { byLink: true } }, true],
  [
    'whom the sandbox’s own invited by a link',
    { own: { byLink: true }, eve: { roles: 'reviewer', byLink: true, invitedBy: 'own' } },
    false,
  ],
])('where %s may review, the simulated reviewer decides: %o %s', async (_who, operators, mayDecide) => {
  const said = await payOut({ kind: 'another.kind' }, { by: 'simulated' }, operators)
  expect(said).toBe(mayDecide ? 'done' : 'where there are reviewers, a loan is approved by two operators')
})

test('exactly what two operators approved is done', async () => {
  for (const honest of [move, version, clear, revoke, payOut]) expect(await honest({}, {})).toBe('done')
})

test('no application begins approved', async () => {
  const said = await attempt(async (tx) => {
    await sql`update loan_application set state = 2, ending = 'lapsed', decided_at_ms = 1`.execute(tx)
    await sql`insert into loan_application (id, user_id, amount, instalments, site, borrower, written_at_ms, details_hash, front_hash,
        back_hash, drawing_hash, wallet, signature, submitted_at_ms, key_number, wrapped_key, sealed, state, decided_by, decided_at_ms)
      select ${randomUUID()}, id, 1, 6, 's', 'b', 1, h, h, h, h, 'evm', 's', 1, 1, h, h, 1, ${APPROVER}, 1
      from users, sha256('') as h`.execute(tx)
  })
  expect(said).toBe('a loan is approved by two operators')
})

/** The result of a database function with these operators. */
async function answer(operators: Record<string, Operator>, call: string): Promise<unknown> {
  let found: unknown
  await attempt(async (tx) => {
    await add(tx, operators)
    const { rows } = await sql<{ found: unknown }>`select ${sql.raw(call)} as found`.execute(tx)
    found = rows[0]?.found
  })
  return found
}

test.each<[string, Record<string, Operator>, boolean]>([
  ['a treasurer', { eve: { roles: 'treasurer' } }, true],
  ['an admin', { eve: {} }, true],
  ['a reviewer', { eve: { roles: 'reviewer' } }, false],
  ['one who was invited at that moment', { eve: { since: 0 } }, true],
  ['one who was invited a moment later', { eve: { since: -1 } }, false],
  ['one who is revoked', { ann: {}, eve: { revoked: NOW + 1 } }, false],
  ['nobody of that name', { ann: {} }, false],
])('about a withdrawal decides %s: %o %s', async (_who, operators, decides) => {
  expect(await answer(operators, `decides_withdrawals('eve', ${NOW})`)).toBe(decides)
})

const LEFT = { ann: { since: 90 * DAY }, eve: { since: 90 * DAY, revoked: NOW } }
test.each<[string, Record<string, Operator>, number, number]>([
  ['before he was revoked', LEFT, NOW - 1, 1],
  ['when he is revoked', LEFT, NOW, 7],
  ['for a week', LEFT, NOW + 7 * DAY - 1, 7],
  ['after that week', LEFT, NOW + 7 * DAY, 1],
  ['with another who may vote', { ...LEFT, dan: { roles: 'treasurer', since: 1 } }, NOW, 1],
  ['with another who comes a moment later', { ...LEFT, dan: { since: -1 } }, NOW, 7],
  ['with another of the same hand', { ...LEFT, dan: { since: 1, invitedBy: 'ann' } }, NOW, 7],
  ['with one who may not vote', { ...LEFT, dan: { roles: 'reviewer', since: 1 } }, NOW, 7],
  ['when one goes who had no vote', { ann: { since: 1 }, eve: { roles: 'support', revoked: NOW } }, NOW, 1],
])('silence approves, %s: %o at %i in %i days', async (_when, operators, atMs, days) => {
  expect(await answer(operators, `silence_ms(${atMs})`)).toBe(BigInt(days * DAY))
})

test.each<[string, string, Record<string, Operator>, string]>([
  ['the last admin', 'roles = array[`viewer`]', {}, 'the last admin stays one'],
  [
    'the last beside a revoked one',
    'roles = array[`viewer`]',
    { ben: { revoked: 1 } },
    'the last admin stays one',
  ],
  [
    'the last beside a viewer',
    'roles = array[`viewer`]',
    { ben: { roles: 'viewer' } },
    'the last admin stays one',
  ],
  ['one of two admins', 'roles = array[`viewer`]', { ben: {} }, 'done'],
  ['an admin who stays one', 'roles = array[`viewer`, `admin`]', {}, 'done'],
  ['an address', 'address = `bob`', { ben: {} }, 'an operator’s address is never changed'],
  ['a sign-in by link', 'by_link = true', { ben: {} }, 'an operator’s address is never changed'],
])('of operators, %s: %s beside %o is %s', async (_what, change, operators, said) => {
  const statement = `update operator set ${change.replaceAll('`', "'")} where address = 'ann'`
  const found = await attempt(async (tx) => {
    await add(tx, { ann: {}, ...operators })
    await sql.raw(statement).execute(tx)
  })
  expect(found).toBe(said)
})

interface Hold {
  caseId?: string
  reason?: string
  untilMs?: number
  userId?: number
  operator: string
  takesEffect?: boolean
}

/** Whether each of these proposals brought a hold into force, or why one of them is refused. */
async function hold(proposals: readonly (Hold | string)[], operators: Record<string, Operator> = {}) {
  const effects: (boolean | undefined)[] = []
  const said = await attempt(async (tx) => {
    await add(tx, { ann: {}, ben: {}, cem: {}, ...operators })
    await sql`insert into users (address, wallet_type, practice, invite_code, language, created_at)
      values (${`0x${'2'.repeat(40)}`}, 1, false, 'ABCDEFGI', 'english', 1)`.execute(tx)
    for (const one of proposals) {
      if (typeof one === 'string') {
        await sql`update operator set roles = '{viewer}' where address = ${one}`.execute(tx)
        continue
      }
      const { caseId = 'C-1', reason = 'owner_asked', untilMs = NOW + DAY, userId = 1, operator } = one
      const { rows } = await sql<{ takes_effect: boolean }>`
        insert into security_hold (case_id, user_id, operator, reason, until, at, takes_effect)
        values (${caseId}, (select id from users order by id offset ${userId - 1} limit 1), ${operator}, ${reason},
          ${untilMs}, ${NOW}, ${one.takesEffect ?? false}) returning takes_effect`.execute(tx)
      effects.push(rows[0]?.takes_effect)
    }
  })
  return said === 'done' ? effects : said
}

const ANN = { operator: 'ann' }
const BEN = { operator: 'ben' }
const HANDS = { eve: { invitedBy: 'ann' } }
test.each<[string, (Hold | string)[], Record<string, Operator>, unknown]>([
  ['the second brings it into force, once', [ANN, BEN, { operator: 'cem' }], {}, [false, true, false]],
  ['whatever is given', [{ ...ANN, takesEffect: true }, BEN], {}, [false, true]],
  ['not for somebody who decides no more', [ANN, 'ann', BEN], {}, [false, false]],
  [
    'of a viewer',
    [{ operator: 'eve' }],
    { eve: { roles: 'viewer' } },
    'a hold is proposed by operators who decide',
  ],
  ['of one hand', [ANN, { operator: 'eve' }], HANDS, 'one hand counts once'],
  ['of a hand whose other wallet decides no more', [ANN, 'ann', { operator: 'eve' }], HANDS, [false, false]],
  ['of one hand in two cases', [ANN, { operator: 'eve', caseId: 'C-2' }], HANDS, [false, false]],
  ['for another reason', [ANN, { ...BEN, reason: 'other' }], {}, 'a hold is agreed to as it was proposed'],
  ['to another end', [ANN, { ...BEN, untilMs: NOW + 1 }], {}, 'a hold is agreed to as it was proposed'],
  ['of another user', [ANN, { ...BEN, userId: 2 }], {}, 'a hold is agreed to as it was proposed'],
  [
    'after one in force',
    [ANN, BEN, { ...ANN, caseId: 'C-2' }],
    {},
    'a user is not held again within 30 days',
  ],
  [
    'of another user after one in force',
    [ANN, BEN, { ...ANN, caseId: 'C-2', userId: 2 }],
    {},
    [false, true, false],
  ],
])('a hold on withdrawals, %s: %o %o %s', async (_what, proposals, operators, said) => {
  expect(await hold(proposals, operators)).toEqual(said)
})
