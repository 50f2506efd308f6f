import type { Role } from '@tickmark/wire/roles'
import type { Account } from 'viem/accounts'
import { nameOperator } from '../console/operators/firstOperators.ts'
import { transact } from '../db/transact.ts'
import { readLastTickAt } from '../market/store.ts'
import { codeAt } from '../platform/oneTimeCode.testing.ts'
import { type Caller, caller, type Reply, type TestServer, wallet } from './app.testing.ts'

/** A test's copy of an operator's authenticator. */
interface Authenticator {
  secret: string
  lastStep: number
}

const authenticators = new Map<string, Authenticator>()
let made = 0
type TestWallet = ReturnType<typeof wallet>

/** An operator of a server, signed in. */
export interface OperatorCaller extends Caller {
  readonly address: string
  readonly account: Account
  /** The next code of the authenticator, at a time of the house. */
  code(nowMs: number): string
}

/** A new operator with these roles, like one from the configuration, signed in with wallet and authenticator. */
export async function operatorCaller(
  server: Pick<TestServer, 'url' | 'database'>,
  { roles, account = wallet(7_000_000 + ++made) }: { roles: readonly Role[]; account?: TestWallet },
): Promise<OperatorCaller> {
  const { address } = account
  const { db } = server.database.database
  const atMs = (await readLastTickAt(db)) ?? 0
  await transact(db, (tx) => nameOperator(tx, { address, name: `Operator ${made}`, roles }, atMs))
  return operatorOf(() => server.url, account)
}

interface SigningIn {
  /** The caller who signs in; by default the operator's own, signed in once and then reused. */
  to?: Caller
  /** The secret from the invitation's link, required for an invited operator's first sign-in. */
  link?: string
}

const signedIn = new Map<string, OperatorCaller>()

/** Signs in an operator known to the house, with wallet and authenticator; the first sign-in sets the authenticator up. */
export async function operatorOf(
  url: () => string,
  account: Account,
  { to, link }: SigningIn = {},
): Promise<OperatorCaller> {
  const key = `${url()} ${account.address}`
  const earlier = to ? undefined : signedIn.get(key)
  if (earlier && (await isOpen(earlier))) return earlier
  const who = to ?? caller(url)
  const signed = await proveAddress(who, account, link)
  if (signed.status !== 200) throw new Error(`no operator: ${signed.text}`)
  await proveFactor(who, key, signed)
  const facts = { address: account.address, account, code: (nowMs: number) => nextCode(key, nowMs, 0) }
  const operator = Object.assign(showingFactors(who, key), facts)
  if (!to) signedIn.set(key, operator)
  return operator
}

/** A caller who shows the second factor again when a call asks for it, and repeats the call, as the console does. */
function showingFactors(who: Caller, key: string): Caller {
  const { post } = who
  return Object.assign(who, {
    async post(...given: Parameters<Caller['post']>) {
      const reply = await post(...given)
      if (reply.body.code !== 'factor_stale') return reply
      await showFactor(who, key, reply)
      return post(...given)
    },
  })
}

async function isOpen(operator: Caller): Promise<boolean> {
  const { body } = await operator.get('/api/console/session')
  return (body.data as { session: { state: string } | null }).session?.state === 'open'
}

/** The first half of an operator's sign-in; the session then still needs a second factor. */
export async function proveAddress(to: Caller, account: Account, link?: string): Promise<Reply> {
  const given = { address: account.address, walletType: 1 }
  const asked = await to.post('/api/console/session/challenge', { json: given })
  const { message } = asked.body.data as { message: string }
  const signature = await account.signMessage?.({ message })
  const more = link === undefined ? {} : { link }
  return to.post('/api/console/session', { json: { ...given, message, signature, ...more } })
}

async function proveFactor(to: Caller, key: string, signed: Reply): Promise<void> {
  const { state } = (signed.body.data as { session: { state: string } }).session
  const isNew = state === 'enrol'
  if (isNew) {
    const { body } = await to.post('/api/console/factor/code/new', { json: {} })
    authenticators.set(key, { secret: (body.data as { secret: string }).secret, lastStep: 0 })
  }
  // The codes of the steps before and after are valid too: three sign-ins in half a minute.
  await showFactor(to, key, signed, isNew ? { way: 'keep', back: 0 } : { way: 'prove', back: 1 })
}

/** Shows the authenticator's next code, at the time of an answer or `back` steps before it. Each code is valid once. */
async function showFactor(
  to: Caller,
  key: string,
  at: Reply,
  { way, back } = { way: 'prove', back: 0 },
): Promise<void> {
  const code = nextCode(key, Number(at.headers.get('x-now')), back)
  const proven = await to.post(`/api/console/factor/code/${way}`, { json: { code } })
  if (proven.status !== 200) throw new Error(`no second factor: ${proven.text}`)
}

function nextCode(key: string, nowMs: number, back: number): string {
  const known = authenticators.get(key)
  if (!known) throw new Error('a test knows the authenticators that it set up')
  known.lastStep = Math.max(known.lastStep + 1, Math.floor(nowMs / STEP_MS) - back)
  return codeAt(known.secret, known.lastStep * STEP_MS)
}

const STEP_MS = 30_000
