import { ledgerFloor } from '@tickmark/core/money/rawUnits'
import { partsOf } from '@tickmark/core/wallet/networkTypes'
import { messageOf } from '../platform/log.ts'
import { Refused } from '../http/calls/refused.ts'
import { derivedAddress, pathOf, rawAddress, spelledAddress } from './node/addresses.ts'
import { addressOf, isDepositAddress, keepAddress, nextIndex } from './deposits/addressStore.ts'
import { type Chain, decimalsOf } from './node/network.ts'
import type { Chains } from './node/chainStates.ts'
import type { ChainsDeps, PublicKeys } from './deposits/ports.ts'
import { type ChainRunner, chainRunner } from './watcher/runner.ts'
import { SANDBOX_CHAIN } from './sandbox/sandboxChain.ts'

/** The sandbox faucet's payment per request, in the smallest unit, by currency id. */
const TEST_MONEY: Readonly<Record<number, bigint>> = {
  1: 1_000_000_000n,
  2: 1_000_000_000n,
  3: 5n * 10n ** 17n,
}

/** Assembles the networks; nothing runs before `start`. */
export function createChains(deps: ChainsDeps): Chains {
  const { database, clock, log } = deps
  const keys = keyRing(deps)
  const chains = [...(deps.sandboxFolder === null ? [] : [SANDBOX_CHAIN]), ...deps.chains]
  const runners = new Map(
    chains.map((chain) => [chain.id, chainRunner(chain, deps, () => keys.hot(chain.id))]),
  )
  const runnerOf = (chainId: number): ChainRunner => {
    const found = runners.get(chainId)
    if (!found) throw new Error(`there is no chain ${chainId}`)
    return found
  }

  async function depositAddress(userId: number, chainId: number) {
    const { chain } = runnerOf(chainId).state()
    const known = await addressOf(database.db, userId, chain.coinType)
    const { address, index, createdAtMs } = known ?? (await makeAddress(userId, chain))
    return { address: spelledAddress(address, chain.kind), path: pathOf(chain.coinType, index), createdAtMs }
  }

  async function makeAddress(userId: number, chain: Chain) {
    const xpub = await keys.xpub(chain.coinType)
    if (xpub === null) throw new Refused('network_halted', { network: chain.name })
    const index = await nextIndex(database.db)
    const address = rawAddress(derivedAddress(xpub, index, chain.kind))
    await keepAddress(database.db, chain.coinType, { userId, index, address, createdAtMs: clock.nowMs() })
    const kept = await addressOf(database.db, userId, chain.coinType)
    if (!kept) throw new Error('an address that was kept is gone')
    return kept
  }

  return {
    all: () => [...runners.values()].map((one) => one.state()),
    find: (chainId) => runners.get(chainId)?.state() ?? null,
    node: (chainId) => runnerOf(chainId).node,
    rpcUrl: (chainId) => runners.get(chainId)?.urls()[0] ?? null,
    depositAddress,
    async isOurs(address) {
      const raw = rawAddress(address)
      const isHot = chains.some(
        (one) => keys.hot(one.id) !== null && rawAddress(keys.hot(one.id) ?? '') === raw,
      )
      return isHot || isDepositAddress(database.db, raw)
    },
    sendTestMoney(typeId, to) {
      const { chain, currency } = partsOf(typeId)
      return payTestMoney(runnerOf(chain), currency, to, log)
    },
    async idle() {
      await keys.read().catch(() => {})
      await Promise.all([...runners.values()].map((one) => one.idle()))
    },
    async start() {
      keys.start()
      for (const runner of runners.values()) runner.start()
    },
    async stop() {
      keys.stop()
      await Promise.all([...runners.values()].map((one) => one.stop()))
      log.info('the chains are closed')
    },
  }
}

/**
 * Waits for a sandbox chain that is starting. Refuses when the chain does not run in this process or rejects the
 * transaction.
 */
async function payTestMoney(runner: ChainRunner, currency: number, to: string, log: ChainsDeps['log']) {
  const { chain, haltedBecause } = runner.state()
  if (haltedBecause === 'starting') await runner.idle()
  const halted = new Refused('network_halted', { network: chain.name })
  const sandbox = runner.sandbox()
  if (sandbox === null) throw halted
  const raw = TEST_MONEY[currency] ?? 0n
  try {
    const txid = await sandbox.faucet.pay(currency, to, raw)
    await sandbox.save()
    return { txid, amount: ledgerFloor(raw, decimalsOf(chain, currency)) }
  } catch (thrown) {
    log.warn('the sandbox could not pay out', { reason: messageOf(thrown) })
    throw halted
  }
}

const KEYS_AGAIN_MS = 1_000

/** The signer's public keys, requested until it answers; they do not change while it runs. */
function keyRing({ publicKeys, clock, log }: ChainsDeps) {
  let known: PublicKeys | null = null
  let cancel = () => {}
  let isOver = false
  let hasWarned = false
  async function read(): Promise<PublicKeys> {
    known ??= await publicKeys()
    return known
  }
  function start(): void {
    read().catch((thrown: unknown) => {
      if (!hasWarned) log.warn('the signer does not return its public keys', { reason: messageOf(thrown) })
      hasWarned = true
      if (!isOver) cancel = clock.at(clock.nowMs() + KEYS_AGAIN_MS, start)
    })
  }
  return {
    read,
    start,
    stop() {
      isOver = true
      cancel()
    },
    hot: (chainId: number) => known?.chains.find((one) => one.id === chainId)?.hot ?? null,
    async xpub(coinType: number) {
      const keys = await read().catch(() => null)
      return keys?.xpubs.find((one) => one.coinType === coinType)?.xpub ?? null
    },
  }
}
