import * as z from 'zod/mini'
import { decimal, uuid, whole } from '../fields.ts'
import { TRANSFER_STEPS } from '../transferSteps.ts'

/** One stage of a transfer, with its time in milliseconds since 1970. */
const transferStep = z.object({ step: z.enum(TRANSFER_STEPS), at: z.int() })

/** Fields of every wallet record. */
export const recordItem = {
  id: uuid,
  /** Milliseconds since 1970. */
  time: z.int(),
  money: decimal,
  /** Code of the currency. */
  name: z.string(),
  picture: z.string(),
  /** 0 pending, 1 success, 2 failed. */
  status: whole(0, 2),
}

/** Fields of a deposit or withdrawal beyond the specification's four. */
export const transferItem = z.object({
  ...recordItem,
  network: z.string(),
  address: z.string(),
  /** Hash of the transaction on its chain, once there is one. */
  txid: z.nullable(z.string()),
  /** Network fee of a withdrawal; its cap until it is final. */
  fee: decimal,
  block: z.nullable(z.int()),
  confirmations: z.int(),
  needed: z.int(),
  steps: z.array(transferStep),
  /** Latest time at which a waiting withdrawal continues by itself. */
  continuesAt: z.nullable(z.int()),
  isCancellable: z.boolean(),
  /** Code of an operator's reason for a rejection. */
  reason: z.nullable(z.string()),
})

export const transferPage = z.object({ list: z.array(transferItem), total: z.int() })
