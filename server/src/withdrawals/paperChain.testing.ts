import type { Receipt } from '../chains/node/blocks.ts'
import { accept } from '@tickmark/core/decision'
import type { PayingChains, PayingNode } from './withdrawal/ports.ts'
import { quietChains, willingSigner } from './withdrawals.testing.ts'
import type { SignOrder, WithdrawalSigner } from '../signing/signerClient.ts'

/** A simulated chain and signer: the test sets every answer for the worker, and calls take no time. */
export interface PaperChain {
  chains: PayingChains
  signer: WithdrawalSigner
  head: number
  wouldFail: PayingNode['wouldFail']
  /** Hash of each block on the chain now. */
  blocks: Map<number, string>
  receipts: Map<string, Receipt>
  /** Number of the hot address's mined transactions. */
  count: number
  /** The hot address's holdings: wei, and raw units of any token. */
  ether: bigint
  tokens: bigint
  /** The blocks at which the two were queried. */
  balancesAt: (number | null)[]
  /** Every signing request, in order; the signer's transaction ids are 0x…1, 0x…2 and so on. */
  orders: SignOrder[]
  /** Sent bytes, in order. */
  sent: string[]
  /** Puts a transaction into a block, on the chain and in its nodes' answers. */
  mine(txid: string, blockNumber: number, more?: Partial<Receipt>): void
}

export const txidOf = (count: number) => `0x${String(count).padStart(64, '0')}`
const hashOf = (blockNumber: number) => `0x${String(blockNumber).padStart(64, 'b')}`

export function paperChain(): PaperChain {
  const node: PayingNode = {
    headNumber: async () => paper.head,
    blockHash: async (number) => paper.blocks.get(number) ?? null,
    receipt: async (txid) => paper.receipts.get(txid) ?? null,
    async balance(_address, blockNumber) {
      paper.balancesAt.push(blockNumber)
      return paper.ether
    },
    async tokenBalance(_contract, _address, blockNumber) {
      paper.balancesAt.push(blockNumber)
      return paper.tokens
    },
    transactionCount: async () => paper.count,
    async send(raw) {
      paper.sent.push(raw)
      return 'sent'
    },
    feeNow: async () => ({ baseFee: 1_000_000_000n, tip: 1_000_000_000n }),
    wouldFail: (call) => paper.wouldFail(call),
  }
  const paper: PaperChain = {
    chains: { ...quietChains(), node: () => node },
    signer: {
      ...willingSigner(),
      async sign(order) {
        paper.orders.push(order)
        const txid = txidOf(paper.orders.length)
        return accept({ raw: txid, txid, maxFee: order.maxFeePerGas, tip: order.maxPriorityFeePerGas })
      },
    },
    head: 100,
    wouldFail: async () => false,
    blocks: new Map(),
    receipts: new Map(),
    count: 0,
    ether: 10n ** 24n,
    tokens: 10n ** 18n,
    balancesAt: [],
    orders: [],
    sent: [],
    mine(txid, blockNumber, more = {}) {
      const blockHash = hashOf(blockNumber)
      paper.blocks.set(blockNumber, blockHash)
      const burned = { gasUsed: 50_000n, effectiveGasPrice: 2_000_000_000n }
      const made = { transactionHash: txid, blockNumber, blockHash, status: 1, from: '', logs: [] }
      paper.receipts.set(txid, { ...made, ...burned, ...more })
    },
  }
  return paper
}
