import { setTimeout as sleep } from 'node:timers/promises'
import { depositRoutes } from '@tickmark/wire/routes/deposits'
import { operatorChainRoutes } from '@tickmark/wire/routes/operators/chains'
import { signerOf } from '../platform/keys.ts'
import { routesOf } from '../http/calls/mount.ts'
import type { Module, MessageWriters } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type { Chain } from './node/network.ts'
import type { Chains } from './node/chainStates.ts'
import { createChains } from './createChains.ts'
import type { ChainsDeps } from './deposits/ports.ts'
import { chainResumeKind } from './console/resumeChain.ts'
import { chainOperatorAnswers } from './operatorRoutes.ts'
import { chainConsolePart } from './consolePart.ts'
import { depositAnswers, type DepositsDoor } from './routes.ts'
import { sandboxFolderIn } from './sandbox/sandboxSupervisor.ts'
import { depositSubject } from './subject.ts'
import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import type {} from './events.ts'

/** A node that takes longer counts as gone; see `app/health.ts`. */
const ANSWER_MS = 1_000

interface ChainPorts extends Pick<ChainsDeps, 'publicKeys'>, Pick<DepositsDoor, 'logHead'> {
  /** Networks served by the operator's nodes; null uses the sandbox's own. */
  chains: readonly Chain[] | null
  dataDir: string
}

/** Deposits with their networks. None of it delays the server's first answer. */
export function openChains(
  runtime: Runtime,
  { chains: given, dataDir, publicKeys, logHead }: ChainPorts,
): { module: Module; chains: Chains } {
  const chains = createChains({
    ...runtime,
    chains: given ?? [],
    sandboxFolder: given === null ? sandboxFolderIn(dataDir) : null,
    publicKeys,
  })
  showDeposits(runtime)
  const reader = runtime.database.db
  const receipts = signerOf(runtime.keys.receiptsKey)
  const module: Module = {
    name: 'chains',
    routes: [routesOf(depositRoutes, depositAnswers({ reader, chains, receipts, logHead }))],
    operatorRoutes: [routesOf(operatorChainRoutes, chainOperatorAnswers({ reader, chains }))],
    proposals: [chainResumeKind(chains)],
    async onListen() {
      if (chains.all().length > 0) await chains.start()
    },
    onClose: chains.stop,
    trouble: { of: 'chains', look: () => chainsTrouble(chains) },
    messages: depositMessages,
    subjects: [depositSubject(chains)],
    consolePart: chainConsolePart(chains),
  }
  return { module, chains }
}

export const depositMessages: MessageWriters = {
  deposits_credited: ({ deposits, network, atMs }) =>
    deposits
      // Amounts too small for the books send no message.
      .filter((one) => one.amount > 0n)
      .map(({ id, userId, amount, currency }) => ({
        userId,
        ref: `deposit:${id}`,
        kind: 'deposit_credited',
        facts: {
          amount: formatAmount(amount),
          currency: currencyById(currency)?.code ?? '',
          network,
        },
        atMs,
      })),
}

/** Notifies users' open pages of their deposits. */
function showDeposits({ events, live }: Pick<Runtime, 'events' | 'live'>): void {
  events.afterCommit('deposits_changed', ({ deposits }) => {
    for (const { userId, id, state } of deposits) {
      live.publish(userId, { event: 'transfer_changed', kind: 'deposit', id })
      if (state === 'credited') live.publish(userId, { event: 'balance_changed', book: 0 })
    }
  })
}

/** Every chain that neither credits nor pays, with the reason; a chain run by another process is no trouble. */
async function chainsTrouble(chains: Chains): Promise<string | null> {
  const found = await Promise.all(
    chains.all().map(async ({ chain, haltedBecause }) => {
      if (haltedBecause === 'elsewhere') return []
      if (haltedBecause !== null) return [`${chain.name}: ${haltedBecause}`]
      const isThere = await Promise.race([chains.node(chain.id).chainId(), sleep(ANSWER_MS)]).catch(
        () => undefined,
      )
      return isThere === undefined ? [`${chain.name}: unreachable`] : []
    }),
  )
  return found.flat().join(', ') || null
}
