import { hexOf } from '@tickmark/core/bytes'
import { isRecord } from '@tickmark/core/json'
import type { AddressKind } from './addresses.ts'
import { recoverAddress } from './signatures.ts'
import { word } from './tokenCall.ts'

/** Asks a contract wallet whether it accepts a signature. */
export type AskContract = (address: string, hash: Uint8Array, signature: string) => Promise<boolean>

export interface SignedHash {
  address: string
  kind: AddressKind
  hash: Uint8Array
  signature: string
}

/**
 * How the address signed: with a plain key, which is checked first because that needs no node, or as a contract. Null when it
 * did not. Throws when no node answers; without `askContract`, no contract is asked.
 */
export async function signerKind(
  { address, kind, hash, signature }: SignedHash,
  askContract: AskContract | null,
): Promise<AddressKind | 'contract' | null> {
  if (recoverAddress(hash, signature, kind) === address) return kind
  if (kind !== 'evm' || askContract === null) return null
  return (await askContract(address, hash, signature)) ? 'contract' : null
}

/** isValidSignature(bytes32,bytes), and the return value that accepts (ERC-1271). */
const SELECTOR = '1626ba7e'
const YES = `0x${SELECTOR}${'0'.repeat(56)}`
const PATIENCE_MS = 3_000

/**
 * ERC-1271 over the chain's JSON-RPC. Checks the node's chain id first: a look-alike contract on another chain could
 * accept. Throws when the node is unreachable or on another chain.
 */
export function contractAsker(rpcUrl: string, chainId: number): AskContract {
  const ask = nodeOf(rpcUrl, chainId)
  return async (address, hash, signature) => {
    if (!/^0x([0-9a-fA-F]{2}){1,2000}$/.test(signature)) return false
    const data = encodeCall(hash, signature.slice(2))
    return (await ask('eth_call', [{ to: address, data }, 'latest'])) === YES
  }
}

/** Asks whether an address is a contract's. Throws when the node is unreachable, on another chain or gives no code. */
export type AskCode = (address: string) => Promise<boolean>

export function codeAsker(rpcUrl: string, chainId: number): AskCode {
  const ask = nodeOf(rpcUrl, chainId)
  return async (address) => {
    const code = await ask('eth_getCode', [address, 'latest'])
    if (!code.startsWith('0x')) throw new Error('the node gives no code')
    return code.length > 2
  }
}

function nodeOf(rpcUrl: string, chainId: number): (method: string, params: unknown[]) => Promise<string> {
  let isOurChain = false
  return async (method, params) => {
    isOurChain ||= Number(await call(rpcUrl, 'eth_chainId', [])) === chainId
    if (!isOurChain) throw new Error(`the node of contract wallets is not of chain ${chainId}`)
    return call(rpcUrl, method, params)
  }
}

/** ABI encoding: the hash, the offset of the bytes, their length, the bytes padded to whole words. */
function encodeCall(hash: Uint8Array, signature: string): string {
  const padded = signature.padEnd(Math.ceil(signature.length / 64) * 64, '0')
  return `0x${SELECTOR}${hexOf(hash)}${word(64)}${word(signature.length / 2)}${padded}`
}

/** A result as text; '' when the node reports a failed call, such as a contract that reverts. */
async function call(rpcUrl: string, method: string, params: unknown[]): Promise<string> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const answer: unknown = await response.json()
  const { result = '' } = isRecord(answer) ? answer : { result: null }
  if (typeof result !== 'string') throw new Error(`the node's answer to ${method} is not JSON-RPC`)
  return result
}
