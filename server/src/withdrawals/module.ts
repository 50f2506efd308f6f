import { contractAsker } from '@tickmark/chainkit/contractWallets'
import type { AccountSessions } from '../accounts/sessions.ts'
import type { Chain } from '../chains/node/network.ts'
import type { Chains } from '../chains/node/chainStates.ts'
import { openChains } from '../chains/module.ts'
import { SANDBOX_CHAIN } from '../chains/sandbox/sandboxChain.ts'
import { sandboxFolderIn } from '../chains/sandbox/sandboxSupervisor.ts'
import type { Config } from '../app/config.ts'
import type { Ground } from '../app/openRuntime.ts'
import type { LiveHub } from '../http/live/hub.ts'
import type { Site } from '../http/calls/site.ts'
import type { Market } from '../market/market.ts'
import type { Notify } from '../messages/ports.ts'
import { type SignerProcess, startSigner } from '../signing/signerProcess.ts'
import type { WithdrawalDeps } from './withdrawal/ports.ts'
import { createPaying } from './payout/payoutWorker.ts'
import { signerClient } from '../signing/signerClient.ts'

/** Deposits and withdrawals, bound to the networks and to the signer. Nothing of it delays the server's first answer. */
export interface Vault {
  chains: Chains
  withdrawals: WithdrawalDeps
  /** Once the port is known: the sandbox's signer is told which site's intents it may sign. */
  start(site: Site): Promise<void>
  stop(): Promise<void>
}

export function openVault(
  ground: Ground,
  market: Market,
  hub: LiveHub,
  sessions: AccountSessions,
  notify: Notify,
): Vault {
  const { config, clock, log, keys, database } = ground
  let own: SignerProcess | null = null
  const reach = () => config.signer ?? own?.reach() ?? null
  const signer = signerClient({ reach })
  const chains = openChains({
    database,
    clock,
    log,
    chains: config.chains ?? [],
    sandboxFolder: config.chains === null ? sandboxFolderIn(config.dataDir) : null,
    async publicKeys() {
      await own?.reachSoon()
      return signer.publicKeys()
    },
    notify,
    changed(userId, { id, isCredited }) {
      hub.publish(userId, { event: 'transfer_changed', kind: 'deposit', id })
      if (isCredited) hub.publish(userId, { event: 'balance_changed', book: 0 })
    },
  })
  const paying = { database, clock, log, chains, signer, publish: hub.publish, notify }
  const payments = createPaying(paying)
  const withdrawals: WithdrawalDeps = {
    ...paying,
    quoteKey: keys.quoteKey,
    protectionKey: keys.pepper,
    price: (pid) => market.figures().get(pid)?.price ?? null,
    askContract: config.rpcUrl === null ? null : contractAsker(config.rpcUrl, config.chainId),
    async endOtherSessions(address, ownSessionId) {
      const all = await sessions.list(address, clock.nowMs())
      for (const { id } of all) if (id !== ownSessionId) await sessions.endById(address, id)
    },
    wake: payments.wake,
  }
  return {
    chains,
    withdrawals,
    async start(site) {
      const networks = networksOf(config)
      if (networks.length === 0) return
      if (config.signer === null) own = startOwnSigner(ground, site, networks)
      await chains.start()
      payments.start()
    },
    async stop() {
      await payments.stop()
      await chains.stop()
      await own?.stop()
    },
  }
}

/** The networks that are served: those of the table, or the sandbox's own. */
export function networksOf({ chains }: Pick<Config, 'chains'>): readonly Chain[] {
  return chains ?? [SANDBOX_CHAIN]
}

function startOwnSigner(
  { config, clock, log }: Ground,
  site: Site,
  networks: readonly Chain[],
): SignerProcess {
  const settings: Record<string, string> = {
    SIGNER_SITE: site.origins.join(' '),
    SIGNER_CHAINS: JSON.stringify(networks),
  }
  if (config.rpcUrl !== null) {
    settings['SIGNER_ETH_RPC'] = config.rpcUrl
    settings['SIGNER_ETH_CHAIN_ID'] = String(config.chainId)
  }
  return startSigner({ dataDir: config.dataDir, clock, log, settings })
}
