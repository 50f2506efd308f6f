import { accountActionRoutes } from '@tickmark/wire/routes/accountActions'
import { operatorActionRoutes } from '@tickmark/wire/routes/operators/actions'
import { operatorDeskRoutes } from '@tickmark/wire/routes/operators/desk'
import { operatorOperatorRoutes } from '@tickmark/wire/routes/operators/operators'
import { operatorProposalRoutes } from '@tickmark/wire/routes/operators/proposals'
import type { AskContract } from '@tickmark/chainkit/contractWallets'
import type { Role } from '@tickmark/wire/roles'
import type { DeskSessions } from '../http/calls/deskCaller.ts'
import { routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'
import type { ProposalKind } from '../module/proposals.ts'
import type { Runtime } from '../module/runtime.ts'
import { addFirstOperators, addOwnOperator, ownLink } from './operators/firstOperators.ts'
import { operatorProposals } from './operators/operatorProposals.ts'
import {
  operatorActionAnswers,
  deskAnswers,
  type DeskDeps,
  operatorAnswers,
  proposalAnswers,
} from './operatorRoutes.ts'
import { openProposals } from './proposals/proposalStore.ts'
import { accountActionAnswers } from './routes.ts'
import { deskSessions } from './session/deskSessions.ts'

interface DeskPorts {
  /** The operators of the configuration, by address. */
  first: ReadonlyMap<string, readonly Role[]>
  /** EIP-155 id of the network whose contract wallets may sign in. */
  chainId: number
  askContract: AskContract | null
  /** Other modules' actions that need two operators. */
  proposals: readonly ProposalKind[]
}

interface Desk {
  module: Module
  sessions: DeskSessions
  /** A new one-time link for the sandbox's own operator; null in a live house. */
  ownLink(): Promise<string | null>
}

/** Operators of the house: sign-in, second factors, roles, actions that need two, and the log of actions. */
export function openDesk(runtime: Runtime, { first, chainId, askContract, proposals }: DeskPorts): Desk {
  const { mode, deskSite, clock, log, keys, database } = runtime
  const { db } = database
  const own = operatorProposals({ mode })
  const deps: DeskDeps = {
    mode,
    database,
    pepper: keys.pepper,
    chainId,
    askContract,
    kinds: new Map([...own, ...proposals].map((one) => [one.kind, one])),
  }
  const module: Module = {
    name: 'desk',
    proposals: own,
    routes: [routesOf(accountActionRoutes, accountActionAnswers(db))],
    operatorRoutes: [
      routesOf(operatorDeskRoutes, deskAnswers(deps)),
      routesOf(operatorOperatorRoutes, operatorAnswers(deps)),
      routesOf(operatorProposalRoutes, proposalAnswers(deps)),
      routesOf(operatorActionRoutes, operatorActionAnswers(deps)),
    ],
    async onReady() {
      await addFirstOperators({ ...deps, log }, first, clock.nowMs())
      if (mode === 'sandbox') await addOwnOperator(deps, clock.nowMs())
    },
    desk: {
      async queues(reader, nowMs) {
        const open = await openProposals(reader, nowMs)
        const oldestAtMs = open.at(-1)?.askedAtMs ?? null
        return [{ name: 'proposals', waiting: open.length, oldestAtMs }]
      },
    },
  }
  return {
    module,
    sessions: deskSessions(deps),
    ownLink: () => ownLink(deps, deskSite.publicUrl, clock.nowMs()),
  }
}
