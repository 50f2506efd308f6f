import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import {
  operatorFor,
  type OperatorSession,
  operatorSessionOf,
  writeOperatorCookie,
} from './operatorSession.ts'
import type { Refused } from './refused.ts'
import type { SiteOrigin } from './site.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000

const open: OperatorSession = {
  id: 's',
  operator: { address: '0x1', name: 'Ann', roles: ['support'] },
  state: 'open',
  factors: { passkey: true, code: false },
  factorAtMs: NOW,
  expiresAtMs: NOW + MINUTE,
  idleAtMs: NOW + MINUTE,
}
const withRoles = (...roles: OperatorSession['operator']['roles']): OperatorSession => ({
  ...open,
  operator: { ...open.operator, roles },
})
const shownAt = (factorAtMs: number | null, factors = open.factors): OperatorSession => ({
  ...open,
  factorAtMs,
  factors,
})
const FRESH = { who: 'operator', may: 'seeUsers', freshFactor: true } as const
const PLAIN = { ...FRESH, freshFactor: false } as const
const ARRIVING = { who: 'arriving', may: null, freshFactor: false } as const
const NO_FACTORS = { passkey: false, code: false }

type Route = Parameters<typeof operatorFor>[0]

test.each<[what: string, route: Route, session: OperatorSession | null, answer: string | null]>([
  ['anyone’s call', { ...PLAIN, who: 'anyone' }, null, null],
  ['a user’s call, even with an operator’s cookie', { ...PLAIN, who: 'user' }, open, null],
  ['a call without a session', PLAIN, null, 'sign_in_first'],
  ['an arrival without a session', ARRIVING, null, 'sign_in_first'],
  ['an operator who may', PLAIN, open, 'Ann'],
  ['an admin', PLAIN, withRoles('admin'), 'Ann'],
  ['an operator without a role', PLAIN, withRoles(), 'role_missing'],
  ['a call that no role permits', { ...PLAIN, may: null }, withRoles('admin'), 'role_missing'],
  ['an operator who owes his factor', PLAIN, { ...open, state: 'factor' }, 'factor_first'],
  ['an operator who has no factor yet', PLAIN, { ...open, state: 'enrol' }, 'factor_first'],
  ['one who arrives and owes his factor', ARRIVING, { ...open, state: 'factor' }, 'Ann'],
  ['one who arrives and has no role', ARRIVING, withRoles(), 'Ann'],
  ['a factor shown just under five minutes ago', FRESH, shownAt(NOW - 5 * MINUTE + 1), 'Ann'],
  ['a factor shown five minutes ago', FRESH, shownAt(NOW - 5 * MINUTE), 'factor_stale'],
  ['the same where none need be fresh', PLAIN, shownAt(NOW - 5 * MINUTE), 'Ann'],
  ['a factor of just under five minutes ahead', FRESH, shownAt(NOW + 5 * MINUTE - 1), 'Ann'],
  ['a factor of a time to come', FRESH, shownAt(NOW + 5 * MINUTE), 'factor_stale'],
  ['a factor that was never shown', FRESH, shownAt(null), 'factor_stale'],
  [
    'one who has a code alone, never shown',
    FRESH,
    shownAt(null, { passkey: false, code: true }),
    'factor_stale',
  ],
  ['one who has no factor to show', FRESH, shownAt(null, NO_FACTORS), 'Ann'],
  ['an arrival with a stale factor', { ...ARRIVING, freshFactor: true }, shownAt(null), 'factor_stale'],
  [
    'an arrival that owes it',
    { ...ARRIVING, freshFactor: true },
    { ...shownAt(null), state: 'factor' },
    'Ann',
  ],
  [
    'a missing role before a stale factor',
    FRESH,
    { ...shownAt(null), operator: withRoles().operator },
    'role_missing',
  ],
])(
  'operators’ calls take their operator, or say what is missing: %s',
  async (_what, route, session, answer) => {
    const found = await operatorFor(route, session, () => Promise.resolve(false), NOW).then(
      (operator) => operator?.name ?? null,
      (thrown: Refused) => thrown.code,
    )
    expect(found).toBe(answer)
  },
)

test('a user learns that a call is for operators', async () => {
  const asked = operatorFor(PLAIN, null, () => Promise.resolve(true), NOW)
  await expect(asked).rejects.toMatchObject({ code: 'operators_only' })
})

const site = (secure: boolean): SiteOrigin => ({ publicUrl: '', origins: [], secure })
const TOKEN = 'a'.repeat(43)

test.each<[headers: Record<string, string>, secure: boolean, found: string | null]>([
  [{ cookie: `__Secure-console=${TOKEN}` }, true, `${TOKEN} used`],
  [{ cookie: `console=${TOKEN}` }, true, null],
  [{ cookie: `console=${TOKEN}` }, false, `${TOKEN} used`],
  [{ cookie: `a=1; console=${TOKEN}; b=2`, 'x-background': '0' }, false, `${TOKEN} used`],
  [{ cookie: `console=${TOKEN}`, 'x-background': '1' }, false, TOKEN],
  [{ cookie: `console=${TOKEN}`, authorization: 'Bearer x' }, false, null],
  [{ cookie: `console=${TOKEN}a` }, false, null],
  [{ cookie: `console=${TOKEN.slice(1)}` }, false, null],
  [{ cookie: `xconsole=${TOKEN}` }, false, null],
  [{}, false, null],
])(
  'a request with %j on a secure console %s has the session of the token %s',
  async (headers, secure, found) => {
    const operatorSessions = {
      find: (token: string, nowMs: number, isUse: boolean) =>
        Promise.resolve({ ...open, id: `${token}${isUse ? ' used' : ''}`, idleAtMs: nowMs }),
    }
    const api = { consoleSite: site(secure), operatorSessions }
    expect((await operatorSessionOf(api, { headers }, NOW))?.id ?? null).toBe(found)
    const kept = await operatorSessionOf(api, { headers }, NOW, false)
    expect(kept?.id ?? null).toBe(found?.replace(' used', '') ?? null)
  },
)

test('an operator’s cookie goes to operators’ calls alone, never from another site, and over https where there is one', () => {
  const written = (secure: boolean) => {
    const headers: unknown[] = []
    const reply = { header: (...given: unknown[]) => headers.push(...given) } as unknown as FastifyReply
    writeOperatorCookie(reply, site(secure), TOKEN, 5)
    return headers
  }
  const rest = `=${TOKEN}; Path=/api/console; Max-Age=5; HttpOnly; SameSite=Strict`
  expect(written(true)).toEqual(['set-cookie', `__Secure-console${rest}; Secure`])
  expect(written(false)).toEqual(['set-cookie', `console${rest}`])
})
