import { setTimeout as sleep } from 'node:timers/promises'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { signerClient, type WithdrawalSigner } from './signerClient.ts'
import { type SignerProcess, type SignerReach, startSigner } from './signerProcess.ts'

interface SigningPorts {
  /** The address of a separate signer; null starts one of our own. */
  signer: SignerReach | null
  dataDir: string
  /** The chains that it may sign for; without any, no signer starts. */
  networks: readonly object[]
  /** Where it checks contract wallets' signatures; see `AccountsPorts`. */
  rpcUrl: string | null
  chainId: number
}

interface Signing {
  module: Module
  client: WithdrawalSigner
  /** Asks the signer; waits for our own signer while it starts. Throws when the signer is unreachable. */
  publicKeys: WithdrawalSigner['publicKeys']
}

/** The process that holds the keys. It takes the port, because it signs for this site alone. */
export function openSigning(runtime: Runtime, ports: SigningPorts): Signing {
  let own: SignerProcess | null = null
  const isNeeded = ports.signer !== null || ports.networks.length > 0
  const client = signerClient({ reach: () => ports.signer ?? own?.reach() ?? null })
  return {
    module: {
      name: 'signing',
      async onListen() {
        if (ports.signer === null && ports.networks.length > 0) own = startOwn(runtime, ports)
      },
      onClose: async () => own?.stop(),
      consolePart: {
        overview: async () => ({
          signer: isNeeded ? { trouble: await Promise.race([troubleOf(client), tooLong()]) } : null,
        }),
      },
      ...(isNeeded && { trouble: { of: 'signer', look: () => troubleOf(client) } }),
    },
    client,
    async publicKeys() {
      await own?.reachSoon()
      return client.publicKeys()
    },
  }
}

/** Asks the signer for something that only it can answer. */
function troubleOf(client: WithdrawalSigner): Promise<string | null> {
  return client.publicKeys().then(
    () => null,
    () => SILENT,
  )
}

const SILENT = 'does not answer'
/** An overview waits no longer than this for the signer. */
const PATIENCE_MS = 1_000

async function tooLong(): Promise<string> {
  await sleep(PATIENCE_MS, null, { ref: false })
  return SILENT
}

function startOwn({ clock, log, site }: Runtime, ports: SigningPorts): SignerProcess {
  const settings: Record<string, string> = {
    SIGNER_SITE: site.origins.join(' '),
    SIGNER_CHAINS: JSON.stringify(ports.networks),
  }
  if (ports.rpcUrl !== null) {
    settings['SIGNER_ETH_RPC'] = ports.rpcUrl
    settings['SIGNER_ETH_CHAIN_ID'] = String(ports.chainId)
  }
  return startSigner({ dataDir: ports.dataDir, clock, log, settings })
}
