import { depositRoutes } from '@tickmark/wire/routes/deposits'
import { routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type { Chain } from './node/network.ts'
import type { Chains } from './node/chainStates.ts'
import { createChains } from './createChains.ts'
import type { ChainsDeps } from './deposits/ports.ts'
import { depositMessages } from './messages.ts'
import { showDeposits } from './pageEvents.ts'
import { depositAnswers } from './routes.ts'
import { sandboxFolderIn } from './sandbox/sandboxSupervisor.ts'
import { depositSubject } from './subject.ts'

interface ChainPorts extends Pick<ChainsDeps, 'publicKeys'> {
  /** Networks served by the operator's nodes; null uses the sandbox's own. */
  chains: readonly Chain[] | null
  dataDir: string
}

/** Deposits with their networks. None of it delays the server's first answer. */
export function openChains(
  runtime: Runtime,
  { chains: given, dataDir, publicKeys }: ChainPorts,
): { module: Module; chains: Chains } {
  const chains = createChains({
    ...runtime,
    chains: given ?? [],
    sandboxFolder: given === null ? sandboxFolderIn(dataDir) : null,
    publicKeys,
  })
  showDeposits(runtime)
  const module: Module = {
    name: 'chains',
    routes: [routesOf(depositRoutes, depositAnswers({ reader: runtime.database.db, chains }))],
    async onListen() {
      if (chains.all().length > 0) await chains.start()
    },
    onClose: chains.stop,
    messages: depositMessages,
    subjects: [depositSubject(chains)],
  }
  return { module, chains }
}
