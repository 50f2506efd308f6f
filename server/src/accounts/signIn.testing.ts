import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addressOfKey, kindOf } from '@tickmark/chainkit/addresses'
import { messageHash, signHash as sign } from '@tickmark/chainkit/signatures'

/** A test's own Tron wallet. Signs per TIP-191, or per EIP-191 when `walletType` says so. */
export function tronWallet(number: number) {
  const key = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const address = addressOfKey(secp256k1.getPublicKey(key), 'tron')
  const signMessage = (message: string, walletType: 1 | 2 = 2) =>
    signHash(messageHash(message, kindOf(walletType)), key)
  return { address, signMessage }
}

/** 65 bytes of r, s and v (27 or 28) as hexadecimal. */
export function signHash(hash: Uint8Array, key: Uint8Array): string {
  return `0x${Buffer.from(sign(hash, key)).toString('hex')}`
}

/** The other signature that the same key, hash and r allow: s in the upper half, v flipped. */
export function highTwin(signature: string): string {
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  const twin = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0')
  return `${signature.slice(0, 66)}${twin}${signature.endsWith('1b') ? '1c' : '1b'}`
}

interface Asked {
  method: string
  params: { to: string; data: string }[]
}

export interface StubNode {
  url: string
  server: Server
  /** The chain id that the node reports. */
  chainId: string
  calls: number
  /** Whether it answers with something other than JSON. */
  isAway: boolean
}

/**
 * A JSON-RPC node with one contract wallet at `contract`. The contract accepts the owner's signatures per ERC-1271;
 * calls to any other address revert.
 */
export async function stubNode(
  contract: string,
  recover: (hash: string, signature: string) => boolean,
): Promise<StubNode> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () =>
      response.end(
        node.isAway ? 'away' : JSON.stringify({ jsonrpc: '2.0', id: 1, ...reply(JSON.parse(body) as Asked) }),
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: StubNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    chainId: '0x1',
    calls: 0,
    isAway: false,
  }
  const reply = ({ method, params }: Asked) => {
    node.calls++
    if (method === 'eth_chainId') return { result: node.chainId }
    const { to = '', data = '' } = params[0] ?? {}
    if (to !== contract) return { error: { code: 3, message: 'execution reverted' } }
    const length = Number.parseInt(data.slice(138, 202), 16)
    const isYes = recover(`0x${data.slice(10, 74)}`, `0x${data.slice(202, 202 + 2 * length)}`)
    return { result: isYes ? `0x1626ba7e${'0'.repeat(56)}` : `0x${'f'.repeat(64)}` }
  }
  return node
}
