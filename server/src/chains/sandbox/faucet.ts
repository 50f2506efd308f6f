import { setTimeout as sleep } from 'node:timers/promises'
import { bytesOfAddress } from '@tickmark/chainkit/addresses'
import { tokenCall, TRANSFER } from '@tickmark/chainkit/tokenCall'
import { hexOf } from '@tickmark/core/bytes'
import * as z from 'zod/mini'
import { rawAddress } from '../node/addresses.ts'
import { receiptSchema, shapes } from '../node/blocks.ts'
import type { Chain } from '../node/network.ts'
import type { Rpc } from '../node/rpc.ts'
import contracts from './contracts.json' with { type: 'json' }

/** Gives out worthless coins in real transactions of the sandbox's chain. */
export interface Faucet {
  /** `raw` in the currency's smallest unit on the chain. Returns the transaction's hash once a block includes it. */
  pay(currency: number, to: string, raw: bigint): Promise<string>
}

/** "tickmark sandbox": nobody has its key; anvil accepts its transactions unsigned. */
export const FAUCET = '0x7469636b6d61726b2073616e64626f7800000001'
const WEI = 10n ** 27n
const TOKENS = 10n ** 21n
/** In order of creation: a contract's address follows from its creator's nonce. */
const CODES = [contracts.TestUSDT, contracts.TestUSDC]

/** Deploys the contracts at the first start; later starts find them on the chain. */
export async function openFaucet(rpc: Rpc, chain: Chain): Promise<Faucet> {
  await rpc.call(z.unknown(), 'anvil_impersonateAccount', FAUCET)
  const made = await rpc.call(shapes.count, 'eth_getTransactionCount', FAUCET, 'latest')
  if (made === 0) await rpc.call(z.unknown(), 'anvil_setBalance', FAUCET, hex(WEI))
  for (const [index, code] of CODES.entries()) {
    const token = chain.tokens[index]
    if (made > index || token === undefined) continue
    await send(rpc, { from: FAUCET, data: code })
  }
  for (const token of made === 0 ? chain.tokens : []) {
    await send(rpc, { from: FAUCET, to: rawAddress(token.contract), data: call(MINT, FAUCET, TOKENS) })
  }
  // One after another: of transactions sent at once, the node gives several the same nonce, and drops all but one.
  let last: Promise<unknown> = Promise.resolve()
  return {
    pay(currency, to, raw) {
      const paid = last.then(() => send(rpc, payment(chain, currency, to, raw)))
      last = paid.catch(() => {})
      return paid
    },
  }
}

function payment(chain: Chain, currency: number, to: string, raw: bigint): Record<string, string> {
  if (currency === chain.native.currency) return { from: FAUCET, to: rawAddress(to), value: hex(raw) }
  const token = chain.tokens.find((one) => one.currency === currency)
  if (token === undefined) throw new Error(`${chain.name} has no currency ${currency}`)
  return { from: FAUCET, to: rawAddress(token.contract), data: call(TRANSFER, to, raw) }
}

/** mint(address,uint256) */
const MINT = '40c10f19'

function call(selector: string, to: string, raw: bigint): string {
  return `0x${hexOf(tokenCall(selector, bytesOfAddress(rawAddress(to), 'evm'), raw))}`
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}

/** Throws when the transaction reverts or is not mined in time. */
async function send(rpc: Rpc, transaction: Record<string, string>): Promise<string> {
  const txid = await rpc.call(shapes.hash, 'eth_sendTransaction', transaction)
  for (let attempt = 0; attempt < 500; attempt++) {
    const receipt = await rpc.call(z.nullable(receiptSchema), 'eth_getTransactionReceipt', txid)
    if (receipt?.status === 1) return txid
    if (receipt) throw new Error(`the test money's transaction ${txid} was reverted`)
    await sleep(10)
  }
  throw new Error(`the test money's transaction ${txid} is in no block`)
}
