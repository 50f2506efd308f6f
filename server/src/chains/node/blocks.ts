import * as z from 'zod/mini'

/** Strict schemas for nodes' answers: quantities become bigint or number; addresses and hashes are lower case. */

const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  z.transform((text: string) => BigInt(text)),
)
const count = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i)),
  z.transform((text: string) => Number(text)),
)
const lower = z.transform((text: string) => text.toLowerCase())
const hash = z.pipe(z.string().check(z.regex(/^0x[0-9a-f]{64}$/i)), lower)
const address = z.pipe(z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)), lower)
const bytes = z.pipe(z.string().check(z.regex(/^0x([0-9a-f]{2})*$/i)), lower)

export const blockSchema = z.object({
  number: count,
  hash,
  parentHash: hash,
  timestamp: count,
  transactions: z.array(
    z.object({ hash, from: address, to: z._default(z.nullable(address), null), value: quantity }),
  ),
})
export type Block = z.output<typeof blockSchema>

export const headerSchema = z.nullable(z.object({ hash }))

export const logSchema = z.object({
  address,
  topics: z.array(hash),
  data: bytes,
  logIndex: count,
  transactionHash: hash,
  blockHash: hash,
  removed: z._default(z.boolean(), false),
})
export type ChainLog = z.output<typeof logSchema>

export const receiptSchema = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: count,
  /** 1 for success, 0 for reverted. A receipt without status (before 2017) counts as reverted. */
  status: z._default(z.nullable(count), null),
  from: address,
  gasUsed: quantity,
  effectiveGasPrice: z._default(quantity, 0n),
  logs: z.array(logSchema),
})
export type Receipt = z.output<typeof receiptSchema>

/** One call inside a transaction, in callTracer's format. */
export interface Frame {
  type: string
  from: string
  to?: string | undefined
  value?: bigint | undefined
  error?: string | undefined
  calls?: Frame[] | undefined
}

const frame: z.ZodMiniType<Frame> = z.object({
  type: z.string(),
  from: address,
  to: z.optional(address),
  value: z.optional(quantity),
  error: z.optional(z.string()),
  calls: z.optional(z.array(z.lazy(() => frame))),
})

/** `result` is missing when the node no longer has the trace. */
export const traceSchema = z.object({ txHash: hash, result: z.optional(frame) })
export type Trace = z.output<typeof traceSchema>

/** A balance or the one word that a contract returned; empty where no contract exists. */
export const holdingSchema = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{0,64}$/i)),
  z.transform((text: string) => (text === '0x' ? 0n : BigInt(text))),
)

export const feeHistorySchema = z.object({ baseFeePerGas: z.array(quantity) })
export const shapes = { quantity, count, hash, bytes }
