import type { accountRoutes } from '@tickmark/wire/routes/accounts'
import type { marketRoutes } from '@tickmark/wire/routes/market'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import { type Answers, type CallContext, type Session, sessionOf, userOf } from '../http/calls/context.ts'
import { SESSION_COOKIE } from '../http/calls/cookies.ts'
import { Refused } from '../http/calls/refused.ts'
import type { WalletType } from '@tickmark/chainkit/addresses'
import { type ChallengeDeps, issueChallenge, redeemChallenge } from './challenge.ts'
import { deviceOf } from './device.ts'
import { keyItem } from './keyItem.ts'
import { addFavourite, removeFavourite } from './favourites.ts'
import { register, type RegisterDeps } from './register.ts'
import type { AccountSessions } from './sessions.ts'
import { WHOLE_LIFE_MS } from './sessionLife.ts'
import { findInviteCode, listInvited, setLanguage } from './userStore.ts'

export interface AccountsDeps extends ChallengeDeps, RegisterDeps {
  mode: 'sandbox' | 'live'
  sessions: AccountSessions
}

/** Answers of the calls for sign-in, registration, sessions and invitations. */
export function accountAnswers(deps: AccountsDeps): Answers<typeof accountRoutes> {
  const { db, sessions } = deps
  return {
    challenge: (input, context) =>
      issueChallenge(deps, { ...input, walletType: input.walletType as WalletType }, context),
    signIn: (input, context) =>
      signIn(deps, { ...input, walletType: input.walletType as WalletType }, context),
    async session(_input, { session }) {
      if (!session) return { session: null }
      const key = session.key?.delegation.grant.key ?? null
      return { session: { ...sessionStatus(session), key, books: booksOf(deps.mode, session) } }
    },
    async sessions(_input, context) {
      const own = sessionOf(context)
      const all = await sessions.list(own.address, context.nowMs)
      const list = all.map(({ id, createdAtMs, seenAtMs, device, key }) => {
        const seen = { createdAt: createdAtMs, seenAt: seenAtMs, device }
        return { id, ...seen, key: key && keyItem(key.delegation), current: id === own.id }
      })
      return { list }
    },
    async signOut({ id }, context) {
      const own = sessionOf(context)
      const ended = await sessions.endById(own.address, id ?? own.id)
      if ((id ?? own.id) === own.id) context.setCookie(SESSION_COOKIE, '', 0)
      return { ended }
    },
    async checkUserIsSave(_input, context) {
      return context.user !== null
    },
    async register({ inviteCode }, context) {
      const session = sessionOf(context)
      const myCode = await register(deps, session, {
        inviteCode,
        language: context.language,
        nowMs: context.nowMs,
      })
      sessions.forget(session.address)
      return { registered: true, myCode }
    },
    async modify_user(_input, context) {
      const { id, address } = userOf(context)
      const [myCode, invited] = await Promise.all([findInviteCode(db, address), listInvited(db, id)])
      const shown = invited.map((one) => ({
        address: shortAddress(one.address, 6, 4),
        joinedAt: one.joinedAtMs,
      }))
      return { myCode: myCode ?? '', invited: shown }
    },
    async change_language({ language }, context) {
      if (context.user) await setLanguage(db, context.user.id, language)
      return { language }
    },
  }
}

/** Answers of the watchlist calls. */
export function favouriteAnswers(
  deps: AccountsDeps,
): Answers<Pick<typeof marketRoutes, 'keepProd' | 'cancelKeep'>> {
  return {
    async keepProd({ pid }, context) {
      const { id } = userOf(context)
      await addFavourite(deps, id, pid, context.nowMs)
      return { favourite: 1 }
    },
    async cancelKeep({ pid }, context) {
      const { id } = userOf(context)
      await removeFavourite(deps, id, pid)
      return { favourite: 0 }
    },
  }
}

interface SignIn {
  address: string
  walletType: WalletType
  message: string
  signature: string
  practice: boolean
  transport: Session['transport']
}

/** Exchanges a signed challenge for a new session. Ends the browser's earlier session: a token is never reused. */
async function signIn(deps: AccountsDeps, given: SignIn, context: CallContext) {
  const { address, delegation, keyless } = await redeemChallenge(deps, given, context)
  const { walletType, practice, transport } = given
  await endEarlier(deps, context)
  const [device, nowMs] = [deviceOf(context.userAgent), context.nowMs]
  const token = await deps.sessions.open({
    address,
    walletType,
    practice,
    transport,
    device,
    delegation,
    keyless,
    nowMs,
  })
  const session = await deps.sessions.find(token, transport, nowMs)
  // Later sign-ins of the same wallet have ended it already.
  if (!session) throw new Refused('challenge_expired')
  if (transport === 'bearer') return { ...sessionStatus(session), token }
  context.setCookie(SESSION_COOKIE, token, WHOLE_LIFE_MS / 1_000)
  return sessionStatus(session)
}

async function endEarlier({ sessions }: AccountsDeps, context: CallContext): Promise<void> {
  const token = context.cookie(SESSION_COOKIE)
  const earlier = token === null ? null : await sessions.find(token, 'cookie', context.nowMs)
  if (earlier) await sessions.end(earlier)
}

function sessionStatus({ address, walletType, practice, user, expiresAtMs }: Session) {
  return { address, walletType, practice, registered: user !== null, expiresAt: expiresAtMs }
}

/**
 * Books that an account may use. A practice wallet has only the simulated book, except in the sandbox, where all money
 * is test money.
 */
function booksOf(mode: 'sandbox' | 'live', { practice }: Session): number[] {
  return mode === 'live' && practice ? [1] : [0, 1]
}
