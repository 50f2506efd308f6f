import { HDKey } from '@scure/bip32'
import { currencyById } from '@tickmark/core/money/currencies'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { NewMessage } from '@tickmark/wire/messages/kinds'
import * as z from 'zod/mini'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { auditLedger } from '../ledger/audit.testing.ts'
import { fundHouse } from '../ledger/grants.ts'
import { postTransfers, refOf } from '../ledger/post.ts'
import { balances } from '../ledger/store.ts'
import { silentLog } from '../platform/log.ts'
import { stillClock, type StillClock } from '../market/market.testing.ts'
import { onMessages, recordEvents } from '../module/events.testing.ts'
import type { Finding } from '../module/finding.ts'
import { depositMessages } from './module.ts'
import { START_MS } from '../orders/orders.testing.ts'
import { spelledAddress } from './node/addresses.ts'
import { auditChainMoves } from './audit.ts'
import { auditHoldings } from './auditHoldings.ts'
import { receiptSchema, type Receipt } from './node/blocks.ts'
import type { Chain } from './node/network.ts'
import type { Chains } from './node/chainStates.ts'
import type { ChainsDeps } from './deposits/ports.ts'
import { createChains } from './createChains.ts'
import { type Rpc, rpcOf } from './node/rpc.ts'
import { launchAnvil } from './sandbox/anvil.ts'
import { type Faucet, openFaucet } from './sandbox/faucet.ts'
import { SANDBOX_CHAIN } from './sandbox/sandboxChain.ts'

const seedKey = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))
/** Account keys of a publicly known seed. */
export const XPUBS = [60, 195].map((coinType) => ({
  coinType,
  xpub: seedKey.derive(`m/44'/${coinType}'/0'`).publicExtendedKey,
}))
export const HOT = '0x00000000000000000000000000000000000Ab0b1'.toLowerCase()
/** A stranger with coins; the chain accepts his transactions unsigned. */
export const STRANGER = '0x00000000000000000000000000000000005742a9'

/** An anvil for one test, with the two test tokens; it mines each transaction at once. */
export interface Testnet {
  chain: Chain
  rpc: Rpc
  faucet: Faucet
  mine(blocks: number): Promise<void>
  /** Sends from any address and waits for the receipt. `gas` is for transactions that fail. */
  send(transaction: Record<string, string>): Promise<Receipt>
  deploy(code: string, value?: bigint): Promise<string>
  /** Signed bytes of a stranger's transfer, which can be sent repeatedly. */
  signed(currency: number, to: string, raw: bigint): Promise<string>
  /** The same for a contract call by the stranger. */
  signedCall(to: string, data: string): Promise<string>
  sendRaw(raw: string): Promise<void>
  /** Replaces the newest blocks with empty ones and drops their transactions. */
  reorganise(depth: number): Promise<void>
  height(): Promise<number>
  stop(): Promise<void>
}

let nextId = 40
const signer = privateKeyToAccount(`0x${'5e'.repeat(32)}`)

export async function startTestnet(more: Partial<Chain> = {}): Promise<Testnet> {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-chain-'))
  const anvil = await launchAnvil(31_337, folder, null, 10_000)
  const rpc = rpcOf(anvil.url)
  const base: Chain = {
    ...SANDBOX_CHAIN,
    id: nextId++,
    name: 'Testnet',
    rpc: [anvil.url],
    isTest: false,
    firstBlock: 0,
  }
  const faucet = await openFaucet(rpc, base)
  await rpc.call(z.unknown(), 'anvil_autoImpersonateAccount', true)
  for (const { currency } of base.tokens) await faucet.pay(currency, signer.address, 10n ** 18n)
  await faucet.pay(base.native.currency, signer.address, 10n ** 22n)
  await rpc.call(z.unknown(), 'anvil_setBalance', STRANGER, `0x${(10n ** 24n).toString(16)}`)
  const send = async (transaction: Record<string, string>) => {
    const txid = await rpc.call(z.string(), 'eth_sendTransaction', { from: STRANGER, ...transaction })
    for (;;) {
      const receipt = await rpc.call(z.nullable(receiptSchema), 'eth_getTransactionReceipt', txid)
      if (receipt) return receipt
    }
  }
  const sign = async (what: { to: Hex; data?: Hex; value?: bigint }) =>
    signer.signTransaction({
      ...what,
      chainId: 31_337,
      type: 'eip1559',
      nonce: Number(await rpc.call(z.string(), 'eth_getTransactionCount', signer.address, 'latest')),
      gas: 100_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 10n ** 9n,
    })
  return {
    chain: { ...base, ...more },
    rpc,
    faucet,
    mine: async (blocks) => void (await rpc.call(z.unknown(), 'anvil_mine', `0x${blocks.toString(16)}`)),
    send,
    async deploy(code, value = 0n) {
      const { transactionHash } = await send({ data: code, value: `0x${value.toString(16)}` })
      const made = z.object({ contractAddress: z.string() })
      return (await rpc.call(made, 'eth_getTransactionReceipt', transactionHash)).contractAddress
    },
    signed(currency, to, raw) {
      const token = base.tokens.find((one) => one.currency === currency)
      if (!token) return sign({ to: to as Hex, value: raw })
      return sign({ to: token.contract as Hex, data: transferData(to, raw) })
    },
    signedCall: (to, data) => sign({ to: to as Hex, data: data as Hex }),
    async sendRaw(raw) {
      const txid = await rpc.call(z.string(), 'eth_sendRawTransaction', raw)
      while ((await rpc.call(z.unknown(), 'eth_getTransactionReceipt', txid)) === null);
    },
    reorganise: async (depth) => void (await rpc.call(z.unknown(), 'anvil_reorg', depth, [])),
    height: async () => Number(await rpc.call(z.string(), 'eth_blockNumber')),
    async stop() {
      await anvil.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** transfer(address,uint256) */
export function transferData(to: string, raw: bigint): Hex {
  return `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${raw.toString(16).padStart(64, '0')}`
}

/** The module on a real database and real chains, with a stopped clock. */
export interface TestChains {
  test: TestDatabase
  clock: StillClock
  chains: Chains
  /** "user state" of every change that was published, in order. */
  told: string[]
  /** Messages that were written, including those of transactions that rolled back. */
  written: NewMessage[]
  /** Another server on the same database. */
  another(): Chains
  real(userId: number, currency: number): Promise<bigint>
  /** Posts the house's opening money to its bankroll, without a payment on a chain. */
  endow(currency: number, amount: bigint): Promise<void>
  close(): Promise<void>
}

type HarbourOptions = Partial<ChainsDeps> & { isFunded?: boolean }

export async function openTestChains(
  chains: readonly Chain[],
  { isFunded = false, ...more }: HarbourOptions = {},
): Promise<TestChains> {
  const test = await createTestDatabase()
  if (isFunded) await fundHouse(test.database.db, START_MS)
  const clock = stillClock(START_MS)
  const told: string[] = []
  const written: NewMessage[] = []
  const opened: Chains[] = []
  const events = recordEvents()
  onMessages(events, depositMessages, (messages) => written.push(...messages))
  events.afterCommit('deposits_changed', ({ deposits }) => {
    for (const { userId, state } of deposits)
      told.push(`${userId} ${state === 'credited' ? 'credited' : 'changed'}`)
  })
  const open = () => {
    const ports = createChains({
      database: test.database,
      clock,
      log: silentLog(),
      chains,
      sandboxFolder: null,
      publicKeys: async () => ({
        chains: [...chains, SANDBOX_CHAIN].map(({ id, kind }) => ({ id, hot: spelledAddress(HOT, kind) })),
        xpubs: XPUBS,
      }),
      events,
      ...more,
    })
    opened.push(ports)
    return ports
  }
  const ports = open()
  await ports.idle()
  return {
    test,
    clock,
    chains: ports,
    told,
    written,
    another: open,
    real: async (userId, currency) => (await balances(test.database.db, userId, 'real')).get(currency) ?? 0n,
    async endow(currency, amount) {
      const to = { owner: 0, book: 'real', currency, kind: 'bankroll' } as const
      const from = { ...to, kind: 'external' } as const
      const ref = refOf(`bankroll:real:${currencyById(currency)?.code}`)
      await transact(test.database.db, (tx) =>
        postTransfers(tx, [{ from, to, amount, ref, cause: 'funding', leg: 0 }], START_MS),
      )
    },
    async close() {
      for (const one of opened) await one.stop()
      await test.close()
    },
  }
}

/** Runs the work with a test chain and closes the chain afterwards, even after an error. */
export async function inHarbour(
  { chains = [], ...more }: HarbourOptions,
  work: (testChains: TestChains) => Promise<void>,
): Promise<void> {
  const testChains = await openTestChains(chains, more)
  try {
    await work(testChains)
  } finally {
    await testChains.close()
  }
}

/** All errors in the books, and between the books and a chain. */
export async function findings({ test, chains }: TestChains, chain: Chain): Promise<Finding[]> {
  const { db } = test.database
  return [
    ...(await auditLedger(db)),
    ...(await auditChainMoves(db, [chain])),
    ...(await auditHoldings(db, chain, chains.node(chain.id))),
  ]
}
