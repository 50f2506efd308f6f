import type { operatorActionRoutes } from '@tickmark/wire/routes/operators/actions'
import type { operatorSignInRoutes } from '@tickmark/wire/routes/operators/signIn'
import type { operatorOperatorRoutes } from '@tickmark/wire/routes/operators/operators'
import type { operatorProposalRoutes } from '@tickmark/wire/routes/operators/proposals'
import { permits, rolesFor } from '@tickmark/wire/permissions'
import type { WalletType } from '@tickmark/chainkit/addresses'
import { transact } from '../db/transact.ts'
import { type Answers, type CallContext, operatorSessionIn, operatorOf } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { actionLogHead, type ActionFilter, listActions } from '../operators/actionLogStore.ts'
import { keepCode, proveCode, startCode } from './factors/codes.ts'
import { codeOf, passkeysOf } from './stores/factorStore.ts'
import { askNewPasskey, askPasskey, keepPasskey, provePasskey, removePasskey } from './factors/passkeys.ts'
import { inviteAlone, mayInviteAlone, renewLink } from './operators/invite.ts'
import { listOperators, operatorNames } from './stores/operatorStore.ts'
import { revoke } from './operators/revoke.ts'
import { approve, refuseProposal } from './proposals/decide.ts'
import { propose, type ProposalDeps } from './proposals/propose.ts'
import { linesOf, proposalView, showProposal, showProposals, type Viewer } from './proposals/proposalViews.ts'
import type { StoredProposal } from './proposals/proposalStore.ts'
import { sessionView, WHOLE_LIFE_MS } from './session/operatorSessions.ts'
import { endSessions } from './stores/sessionStore.ts'
import { issueChallenge, type SignInDeps, signInByLink, signInOperator } from './session/signIn.ts'

export interface ConsoleDeps extends SignInDeps, ProposalDeps {}

/** Answers of the calls for operators' sign-in, sessions and second factors. */
export function signInAnswers(deps: ConsoleDeps): Answers<typeof operatorSignInRoutes> {
  const { db } = deps.database
  /** The session after a call's change: a first factor opens it, any other is added to it. */
  const after = (context: CallContext, factor: 'passkey' | 'code') => {
    const { factors, ...session } = operatorSessionIn(context)
    const open = { ...session, state: 'open' as const, factors: { ...factors, [factor]: true } }
    return { session: sessionView(open) }
  }
  return {
    consoleChallenge: (input, context) => issueChallenge(deps, withType(input), context),
    consoleSignIn: async (input, context) => ({
      session: sessionView(await signInOperator(deps, withType(input), context)),
    }),
    consoleOpenLink: async ({ link }, context) => ({
      session: sessionView(await signInByLink(deps, link, context)),
    }),
    consoleSession: async (_input, { operatorSession }) => ({
      session: operatorSession && sessionView(operatorSession),
    }),
    async consoleSignOut({ everywhere }, context) {
      const { id, operator, state } = operatorSessionIn(context)
      // A wallet's signature alone ends its own session and no other.
      if (everywhere && state !== 'open') throw new Refused('factor_first')
      context.setOperatorToken('', 0)
      return { ended: await endSessions(db, operator.address, everywhere ? null : id, context.nowMs) }
    },
    consoleNewPasskey: async (_input, context) => ({ options: await askNewPasskey(deps, context) }),
    async consoleKeepPasskey(input, context) {
      await keepPasskey(deps, input, context)
      return after(context, 'passkey')
    },
    consoleAskPasskey: async (_input, context) => ({ options: await askPasskey(deps, context) }),
    async consoleProvePasskey({ response }, context) {
      await provePasskey(deps, response, context)
      return after(context, 'passkey')
    },
    consoleNewCode: (_input, context) => startCode(deps, context),
    async consoleKeepCode({ code }, context) {
      await keepCode(deps, code, context)
      return after(context, 'code')
    },
    async consoleProveCode({ code }, context) {
      await proveCode(deps, code, context)
      return after(context, 'code')
    },
    async consoleFactors(_input, context) {
      const { address } = operatorOf(context)
      const [keys, code] = [await passkeysOf(db, address), await codeOf(db, address)]
      const passkeys = keys.map(({ id, name, createdAtMs, usedAtMs }) => {
        return { id, name, createdAt: createdAtMs, usedAt: usedAtMs }
      })
      return { passkeys, codeSince: code?.sinceMs ?? null }
    },
    async consoleRemovePasskey({ passkey }, context) {
      await removePasskey(deps, passkey, context)
      return { removed: true }
    },
  }
}

function withType<T extends { walletType: number }>(input: T): T & { walletType: WalletType } {
  return { ...input, walletType: input.walletType === 2 ? 2 : 1 }
}

/** Answers of the calls about the house's operators. */
export function operatorAnswers(deps: ConsoleDeps): Answers<typeof operatorOperatorRoutes> {
  const { db } = deps.database
  return {
    async consoleOperators(_input, { nowMs }) {
      const all = await listOperators(db, nowMs, WHOLE_LIFE_MS)
      const list = all.map((one) => ({
        operator: one.address,
        name: one.name,
        roles: [...one.roles],
        invitedBy: one.invitedBy,
        invitedAt: one.invitedAtMs,
        revokedBy: one.revokedBy,
        revokedAt: one.revokedAtMs,
        passkeys: one.passkeys,
        hasCode: one.hasCode,
        byLink: one.byLink,
        seenAt: one.seenAtMs,
        linkUntil: one.linkUntilMs,
      }))
      const isAlone = await transact(db, mayInviteAlone)
      return { list, mayInviteAlone: isAlone, mayOmitAddress: deps.mode === 'sandbox' }
    },
    consoleInvite: (input, context) => inviteAlone(deps, input, context),
    consoleOperatorLink: ({ operator }, context) => renewLink(deps, operator, context),
    consoleRevoke: (input, context) => revoke(deps, input, context),
  }
}

/** Answers of the calls for actions that need two operators. */
export function proposalAnswers(deps: ConsoleDeps): Answers<typeof operatorProposalRoutes> {
  const one = async (proposal: StoredProposal, viewer: Viewer) => ({
    proposal: proposalView(deps, proposal, await operatorNames(deps.database.db), viewer),
  })
  return {
    async consolePropose(input, context) {
      const viewer = viewerOf(context)
      const { proposal, effect } = await propose(deps, viewer.operator, input, context.nowMs)
      return { ...(await one(proposal, viewer)), effect: linesOf(effect) }
    },
    consoleProposals: (input, context) => showProposals(deps, input, viewerOf(context)),
    consoleProposal: ({ id }, context) => showProposal(deps, id, viewerOf(context)),
    consoleApprove: async (input, context) =>
      one(await approve(deps, operatorOf(context), input, context.nowMs), viewerOf(context)),
    consoleRefuse: async (input, context) =>
      one(await refuseProposal(deps, operatorOf(context), input, context.nowMs), viewerOf(context)),
  }
}

function viewerOf(context: CallContext): Viewer {
  return { operator: operatorOf(context), language: context.language, nowMs: context.nowMs }
}

/** Answers of the call that reads the log of actions. */
export function operatorActionAnswers({
  database: { db },
}: ConsoleDeps): Answers<typeof operatorActionRoutes> {
  return {
    async consoleActions({ from: fromMs, until: untilMs, before: cursor, limit, ...input }, context) {
      // An operator who may not see users learns of none here, neither by a line nor by a search.
      const seesUsers = permits(operatorOf(context).roles, 'seeUsers')
      if (!seesUsers && (input.userId !== undefined || isOfUser(input.subject ?? '')))
        throw new Refused('role_missing', { roles: rolesFor('seeUsers').join(', ') })
      const filter: ActionFilter = { ...input, fromMs, untilMs, before: idOf(cursor) }
      const found = await listActions(db, filter, limit + 1)
      const shown = found.slice(0, limit)
      const names = await operatorNames(db)
      const list = shown.map(({ atMs, ...action }) => {
        const operatorName = names.get(action.operator) ?? null
        const told = seesUsers ? { details: { ...action.details } } : hiddenOf(action.subject)
        return { ...action, at: atMs, operatorName, ...told }
      })
      const next = found.length > shown.length ? String(shown.at(-1)?.id) : null
      return { list, next, head: await actionLogHead(db) }
    },
  }
}

/** The subject of an action as shown to an operator who may not see users. */
function hiddenOf(subject: string) {
  return { userId: null, details: {}, subject: isOfUser(subject) ? 'user' : subject }
}

function isOfUser(subject: string): boolean {
  return subject.startsWith('user ')
}

function idOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$/.test(cursor)) throw new Refused('bad_request')
  return Number(cursor)
}
