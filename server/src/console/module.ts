import { accountActionRoutes } from '@tickmark/wire/routes/accountActions'
import { operatorActionRoutes } from '@tickmark/wire/routes/operators/actions'
import { operatorSignInRoutes } from '@tickmark/wire/routes/operators/signIn'
import { operatorOperatorRoutes } from '@tickmark/wire/routes/operators/operators'
import { operatorProposalRoutes } from '@tickmark/wire/routes/operators/proposals'
import type { AskContract } from '@tickmark/chainkit/contractWallets'
import type { Role } from '@tickmark/wire/roles'
import type { OperatorSessions } from '../http/calls/operatorSession.ts'
import { routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'
import type { ProposalKind } from '../module/proposals.ts'
import type { Runtime } from '../module/runtime.ts'
import { addFirstOperators, addOwnOperator, ownLink } from './operators/firstOperators.ts'
import { operatorProposals } from './operators/operatorProposals.ts'
import {
  operatorActionAnswers,
  signInAnswers,
  type ConsoleDeps,
  operatorAnswers,
  proposalAnswers,
} from './operatorRoutes.ts'
import { openProposals } from './proposals/proposalStore.ts'
import { accountActionAnswers } from './routes.ts'
import { operatorSessions } from './session/operatorSessions.ts'

interface ConsolePorts {
  /** The operators of the configuration, by address. */
  first: ReadonlyMap<string, readonly Role[]>
  /** EIP-155 id of the network whose contract wallets may sign in. */
  chainId: number
  askContract: AskContract | null
  /** Other modules' actions that need two operators. */
  proposals: readonly ProposalKind[]
}

interface Console {
  module: Module
  sessions: OperatorSessions
  /** A new one-time link for the sandbox's own operator; null in a live house. */
  ownLink(): Promise<string | null>
}

/** Operators of the house: sign-in, second factors, roles, actions that need two, and the log of actions. */
export function openConsole(
  runtime: Runtime,
  { first, chainId, askContract, proposals }: ConsolePorts,
): Console {
  const { mode, consoleSite, clock, log, keys, database } = runtime
  const { db } = database
  const own = operatorProposals({ mode })
  const deps: ConsoleDeps = {
    mode,
    database,
    log,
    pepper: keys.pepper,
    chainId,
    askContract,
    kinds: new Map([...own, ...proposals].map((one) => [one.kind, one])),
  }
  const module: Module = {
    name: 'console',
    proposals: own,
    routes: [routesOf(accountActionRoutes, accountActionAnswers(db))],
    operatorRoutes: [
      routesOf(operatorSignInRoutes, signInAnswers(deps)),
      routesOf(operatorOperatorRoutes, operatorAnswers(deps)),
      routesOf(operatorProposalRoutes, proposalAnswers(deps)),
      routesOf(operatorActionRoutes, operatorActionAnswers(deps)),
    ],
    async onReady() {
      await addFirstOperators(deps, first, clock.nowMs())
      if (mode === 'sandbox') await addOwnOperator(deps, clock.nowMs())
    },
    consolePart: {
      async queues(reader, nowMs) {
        const open = await openProposals(reader, nowMs)
        const oldestAtMs = open.at(-1)?.askedAtMs ?? null
        return [{ name: 'proposals', waiting: open.length, oldestAtMs }]
      },
    },
  }
  return {
    module,
    sessions: operatorSessions(deps),
    ownLink: () => ownLink(deps, consoleSite.publicUrl, clock.nowMs()),
  }
}
