import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { signerPublic } from '@tickmark/wire/signer'
import * as z from 'zod/mini'
import { chainNode } from '../chains/node.ts'
import { rpcOf, type Rpc } from '../chains/rpc.ts'
import { launchAnvil } from '../chains/sandbox/anvil.ts'
import { openFaucet, type Faucet } from '../chains/sandbox/faucet.ts'
import { SANDBOX_CHAIN } from '../chains/sandbox/sandboxChain.ts'
import type { PayingChains, PayingNode } from './deps.ts'
import { SITE } from './desk.testing.ts'
import { faultProxy, type FaultProxy } from './faultProxy.testing.ts'
import { signerClient, type WithdrawalSigner } from './signerClient.ts'

export const CHAIN = SANDBOX_CHAIN

/** A real chain and a real signer with money in its hot wallet; both are reached over lines that the test can cut. */
export interface Till {
  chains: PayingChains
  signer: WithdrawalSigner
  /** The chain without any line in between. */
  rpc: Rpc
  honest: PayingNode
  hot: string
  url: string
  publicKeys: z.output<typeof signerPublic>
  nodeLine: FaultProxy
  signerLine: FaultProxy
  /** What the chain's room says of the chain. */
  state: { haltedBecause: string | null }
  /** Whether the server also knows a second node, over no line. */
  second: { isKnown: boolean }
  faucet: Faucet
  mine(blocks: number): Promise<void>
  close(): Promise<void>
}

export interface TillOptions {
  /** Raw sums that the hot wallet begins with, by currency id. */
  money?: Readonly<Record<number, bigint>>
  signerPatienceMs?: number
  /** The signer's own limits, by currency code. */
  limits?: Readonly<Record<string, { payment: string; day: string }>>
}

const MONEY = { 1: 10n ** 12n, 3: 10n ** 21n }

export async function openTill({
  money = MONEY,
  signerPatienceMs = 300,
  limits = {},
}: TillOptions = {}): Promise<Till> {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-till-'))
  const anvil = await launchAnvil(CHAIN.chainId, folder, null)
  const rpc = rpcOf(anvil.url)
  const faucet = await openFaucet(rpc, CHAIN)
  const nodeLine = await faultProxy(() => anvil.url)
  const { child, url, token } = await startSigner(folder, limits)
  const signerLine = await faultProxy(() => url)
  const told = await fetch(new URL('/public', url), { headers: { authorization: `Bearer ${token}` } })
  const publicKeys = z.parse(signerPublic, await told.json())
  const hot = publicKeys.chains.find((one) => one.id === CHAIN.id)?.hot ?? ''
  for (const [currency, sum] of Object.entries(money)) await faucet.pay(Number(currency), hot, sum)
  const halting: Till['state'] = { haltedBecause: null }
  const second = { isKnown: true }
  const urls = () => (second.isKnown ? [nodeLine.url, anvil.url] : [nodeLine.url])
  const node = chainNode({ urls, keepsStates: true })
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
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
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

async function startSigner(
  folder: string,
  limits: NonNullable<TillOptions['limits']>,
): Promise<{ child: ChildProcess; url: string; token: string }> {
  const token = randomBytes(32).toString('hex')
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../../signer/src/main.ts')], {
    env: {
      SIGNER_DATA: join(folder, 'signer'),
      SIGNER_TOKEN: token,
      SIGNER_SITE: SITE,
      SIGNER_CHAINS: JSON.stringify([CHAIN]),
      SIGNER_LIMITS: JSON.stringify(limits),
      SIGNER_WITH_PARENT: '1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const line = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done)
    child.once('exit', () => fail(new Error('the signer did not start')))
  })
  return { child, token, url: z.parse(z.object({ url: z.string() }), JSON.parse(line)).url }
}
