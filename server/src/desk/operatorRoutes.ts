import type { operatorActionRoutes } from '@tickmark/wire/routes/operators/actions'
import type { operatorDeskRoutes } from '@tickmark/wire/routes/operators/desk'
import type { operatorOperatorRoutes } from '@tickmark/wire/routes/operators/operators'
import type { operatorProposalRoutes } from '@tickmark/wire/routes/operators/proposals'
import { permits, rolesFor } from '@tickmark/wire/permissions'
import type { WalletType } from '@tickmark/chainkit/addresses'
import { transact } from '../db/transact.ts'
import { type Answers, type CallContext, deskSessionIn, operatorOf } from '../http/calls/context.ts'
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
import { sessionView, WHOLE_LIFE_MS } from './session/deskSessions.ts'
import { endSessions } from './stores/sessionStore.ts'
import { issueDeskChallenge, type SignInDeps, signInByLink, signInOperator } from './session/signIn.ts'

export interface DeskDeps extends SignInDeps, ProposalDeps {}

/** Answers of the calls for operators' sign-in, sessions and second factors. */
export function deskAnswers(deps: DeskDeps): Answers<typeof operatorDeskRoutes> {
  const { db } = deps.database
  /** The session after a call's change: a first factor opens it, any other is added to it. */
  const after = (context: CallContext, factor: 'passkey' | 'code') => {
    const { factors, ...session } = deskSessionIn(context)
    const open = { ...session, state: 'open' as const, factors: { ...factors, [factor]: true } }
    return { session: sessionView(open) }
  }
  return {
    deskChallenge: (input, context) => issueDeskChallenge(deps, withType(input), context),
    deskSignIn: async (input, context) => ({
      session: sessionView(await signInOperator(deps, withType(input), context)),
    }),
    deskOpenLink: async ({ link }, context) => ({
      session: sessionView(await signInByLink(deps, link, context)),
    }),
    deskSession: async (_input, { desk }) => ({ session: desk && sessionView(desk) }),
    async deskSignOut({ everywhere }, context) {
      const { id, operator, state } = deskSessionIn(context)
      // A wallet's signature alone ends its own session and no other.
      if (everywhere && state !== 'open') throw new Refused('factor_first')
      context.setDeskToken('', 0)
      return { ended: await endSessions(db, operator.address, everywhere ? null : id, context.nowMs) }
    },
    deskNewPasskey: async (_input, context) => ({ options: await askNewPasskey(deps, context) }),
    async deskKeepPasskey(input, context) {
      await keepPasskey(deps, input, context)
      return after(context, 'passkey')
    },
    deskAskPasskey: async (_input, context) => ({ options: await askPasskey(deps, context) }),
    async deskProvePasskey({ response }, context) {
      await provePasskey(deps, response, context)
      return after(context, 'passkey')
    },
    deskNewCode: (_input, context) => startCode(deps, context),
    async deskKeepCode({ code }, context) {
      await keepCode(deps, code, context)
      return after(context, 'code')
    },
    async deskProveCode({ code }, context) {
      await proveCode(deps, code, context)
      return after(context, 'code')
    },
    async deskFactors(_input, context) {
      const { address } = operatorOf(context)
      const [keys, code] = [await passkeysOf(db, address), await codeOf(db, address)]
      const passkeys = keys.map(({ id, name, createdAtMs, usedAtMs }) => {
        return { id, name, createdAt: createdAtMs, usedAt: usedAtMs }
      })
      return { passkeys, codeSince: code?.sinceMs ?? null }
    },
    async deskRemovePasskey({ passkey }, context) {
      await removePasskey(deps, passkey, context)
      return { removed: true }
    },
  }
}

function withType<T extends { walletType: number }>(input: T): T & { walletType: WalletType } {
  return { ...input, walletType: input.walletType === 2 ? 2 : 1 }
}

/** Answers of the calls about the house's operators. */
export function operatorAnswers(deps: DeskDeps): Answers<typeof operatorOperatorRoutes> {
  const { db } = deps.database
  return {
    async deskOperators(_input, { nowMs }) {
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
    deskInvite: (input, context) => inviteAlone(deps, input, context),
    deskOperatorLink: ({ operator }, context) => renewLink(deps, operator, context),
    deskRevoke: (input, context) => revoke(deps, input, context),
  }
}

/** Answers of the calls for actions that need two operators. */
export function proposalAnswers(deps: DeskDeps): Answers<typeof operatorProposalRoutes> {
  const one = async (proposal: StoredProposal, viewer: Viewer) => ({
    proposal: proposalView(deps, proposal, await operatorNames(deps.database.db), viewer),
  })
  return {
    async deskPropose(input, context) {
      const viewer = viewerOf(context)
      const { proposal, effect } = await propose(deps, viewer.operator, input, context.nowMs)
      return { ...(await one(proposal, viewer)), effect: linesOf(effect) }
    },
    deskProposals: (input, context) => showProposals(deps, input, viewerOf(context)),
    deskProposal: ({ id }, context) => showProposal(deps, id, viewerOf(context)),
    deskApprove: async (input, context) =>
      one(await approve(deps, operatorOf(context), input, context.nowMs), viewerOf(context)),
    deskRefuse: async (input, context) =>
      one(await refuseProposal(deps, operatorOf(context), input, context.nowMs), viewerOf(context)),
  }
}

function viewerOf(context: CallContext): Viewer {
  return { operator: operatorOf(context), language: context.language, nowMs: context.nowMs }
}

/** Answers of the call that reads the log of actions. */
export function operatorActionAnswers({ database: { db } }: DeskDeps): Answers<typeof operatorActionRoutes> {
  return {
    async deskActions({ from: fromMs, until: untilMs, before: cursor, limit, ...input }, context) {
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
