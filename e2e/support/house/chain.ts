import type { App } from '@tickmark/server/app/app'
import { CHAIN_MS } from '@tickmark/server/app/custody.testing'
import { createPublicClient, createWalletClient, erc20Abi, http, type PublicClient } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

/** The sandbox's own chain, read directly from its node. */
export interface SeenChain {
  /** Balance in wei, or in a token's smallest unit. */
  balance(address: string, token?: string): Promise<bigint>
  /** Sends a real transaction from an account of the test; returns its hash once it is in a block. */
  pay(from: PrivateKeyAccount, to: string, raw: bigint, token?: string): Promise<string>
  client: PublicClient
  /** Contract address of a currency. */
  token(currencyId: number): string
}

/** Connects to the chain that the test server started; waits until it runs. */
export async function seeChain(app: App): Promise<SeenChain> {
  const { chain, url } = await running(app)
  const transport = http(url)
  const client = createPublicClient({ transport, pollingInterval: 100 })
  return {
    client,
    token: (currencyId) => chain.tokens.find((one) => one.currency === currencyId)?.contract ?? '',
    balance: (address, token) =>
      token === undefined
        ? client.getBalance({ address: hex(address) })
        : client.readContract({
            abi: erc20Abi,
            address: hex(token),
            functionName: 'balanceOf',
            args: [hex(address)],
          }),
    async pay(account, to, raw, token) {
      const wallet = createWalletClient({ account, transport })
      const given = { chain: null, account }
      const txid =
        token === undefined
          ? await wallet.sendTransaction({ ...given, to: hex(to), value: raw })
          : await wallet.writeContract({
              ...given,
              abi: TRANSFER,
              address: hex(token),
              functionName: 'transfer',
              args: [hex(to), raw],
            })
      await client.waitForTransactionReceipt({ hash: txid })
      return txid
    },
  }
}

/** Returns nothing, like the real USDT contract. */
const TRANSFER = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [],
  },
] as const

function hex(address: string): `0x${string}` {
  return address as `0x${string}`
}

async function running(app: App) {
  for (const untilMs = Date.now() + CHAIN_MS; Date.now() < untilMs;) {
    const state = app.chains.all()[0]
    const url = state && app.chains.rpcUrl(state.chain.id)
    if (state && url && state.haltedBecause === null) return { chain: state.chain, url }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the sandbox chain does not come up')
}
