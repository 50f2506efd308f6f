import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert } from '@tickmark/core/assert'
import { signerPublic } from '@tickmark/wire/signer'
import * as z from 'zod/mini'
import { chainNode } from '../chains/node/node.ts'
import { rpcOf, type Rpc } from '../chains/node/rpc.ts'
import { launchAnvil } from '../chains/sandbox/anvil.ts'
import { openFaucet, type Faucet } from '../chains/sandbox/faucet.ts'
import { SANDBOX_CHAIN } from '../chains/sandbox/sandboxChain.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { type SignerProcess, type SignerReach, startSigner } from '../signing/signerProcess.ts'
import type { ChainState } from '../chains/node/chainStates.ts'
import type { PayingChains, PayingNode } from './withdrawal/ports.ts'
import { SITE } from './withdrawals.testing.ts'
import { faultProxy, type FaultProxy } from './payout/faultProxy.testing.ts'
import { signerClient, type WithdrawalSigner } from '../signing/signerClient.ts'

export const CHAIN = SANDBOX_CHAIN

/** A real chain and a real signer with a funded hot wallet; the test can cut the connections to both. */
export interface TestPayout {
  chains: PayingChains
  signer: WithdrawalSigner
  /** The chain by a direct connection. */
  rpc: Rpc
  honest: PayingNode
  hot: string
  url: string
  publicKeys: z.output<typeof signerPublic>
  nodeLine: FaultProxy
  signerLine: FaultProxy
  /** The chains module's state of the chain. */
  state: Pick<ChainState, 'haltedBecause'>
  /** Whether the server also knows a second node, by a direct connection. */
  second: { isKnown: boolean }
  faucet: Faucet
  mine(blocks: number): Promise<void>
  close(): Promise<void>
}

export interface PayoutOptions {
  /** Raw opening funds of the hot wallet, by currency id. */
  money?: Readonly<Record<number, bigint>>
  /** Short in tests that let a request hang. */
  signerPatienceMs?: number
  nodePatienceMs?: number
  /** The signer's own limits, by currency code. */
  limits?: Readonly<Record<string, { payment: string; day: string }>>
}

const MONEY = { 1: 10n ** 12n, 3: 10n ** 21n }

export async function openTestPayout({
  money = MONEY,
  signerPatienceMs = 50_000,
  nodePatienceMs = 50_000,
  limits = {},
}: PayoutOptions = {}): Promise<TestPayout> {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-payout-'))
  const anvil = await launchAnvil(CHAIN.chainId, folder, null)
  const rpc = rpcOf(anvil.url)
  const faucet = await openFaucet(rpc, CHAIN)
  const nodeLine = await faultProxy(() => anvil.url)
  const { url, token, stop } = await runSigner(folder, limits)
  const signerLine = await faultProxy(() => url)
  const told = await fetch(new URL('/public', url), { headers: { authorization: `Bearer ${token}` } })
  const publicKeys = z.parse(signerPublic, await told.json())
  const hot = publicKeys.chains.find((one) => one.id === CHAIN.id)?.hot ?? ''
  for (const [currency, sum] of Object.entries(money)) await faucet.pay(Number(currency), hot, sum)
  const halting: TestPayout['state'] = { haltedBecause: null }
  const second = { isKnown: true }
  const urls = () => (second.isKnown ? [nodeLine.url, anvil.url] : [nodeLine.url])
  const node = chainNode({ urls, keepsStates: true, patienceMs: nodePatienceMs })
  const honest = chainNode({ urls: () => [anvil.url], keepsStates: true })
  const state = () => ({ chain: CHAIN, hot, haltedBecause: halting.haltedBecause, head: null })
  const chains: PayingChains = {
    all: () => [state()],
    find: (id) => (id === CHAIN.id ? state() : null),
    node: () => node,
    isOurs: async (address) => address === hot,
  }
  const signer = signerClient({
    reach: () => ({ url: signerLine.url, token }),
    patienceMs: signerPatienceMs,
  })
  const mine = (blocks: number) =>
    rpc.call(z.unknown(), 'anvil_mine', `0x${blocks.toString(16)}`) as Promise<void>
  async function close(): Promise<void> {
    await Promise.all([nodeLine.close(), signerLine.close()])
    await anvil.stop()
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    chains,
    signer,
    rpc,
    honest,
    hot,
    url: anvil.url,
    publicKeys,
    nodeLine,
    signerLine,
    state: halting,
    second,
    faucet,
    mine,
    close,
  }
}

/** Time stands still for the signer: calls wait as long as they need, and the signer is not restarted when it ends. */
async function runSigner(
  folder: string,
  limits: NonNullable<PayoutOptions['limits']>,
): Promise<SignerReach & Pick<SignerProcess, 'stop'>> {
  const { reachSoon, stop } = startSigner({
    dataDir: folder,
    clock: movableClock({ isStill: true }),
    log: silentLog(),
    settings: {
      SIGNER_SITE: SITE,
      SIGNER_CHAINS: JSON.stringify([CHAIN]),
      SIGNER_LIMITS: JSON.stringify(limits),
    },
  })
  const reach = await reachSoon()
  assert(reach, 'the signer answers')
  return { ...reach, stop }
}
