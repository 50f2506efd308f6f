import * as z from 'zod/mini'
import { uuid } from '../fields.ts'

/** A SHA-256 or an Ed25519 key in hex. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
export const units = z.string().check(z.regex(/^(0|[1-9]\d{0,18})$/))
/** An Ed25519 signature in hex. */
export const signature = z.string().check(z.regex(/^[0-9a-f]{128}$/))

/** The terms of an accepted order as the house signs them; core's `Ticket`. Times in ms, amounts in units of 1e-8. */
export const ticket = z.object({
  v: z.literal(1),
  kind: z.literal('ticket'),
  rule: z.string(),
  order: uuid,
  user: hash,
  book: z.enum(['real', 'simulated']),
  currency: z.string(),
  pid: z.int(),
  pair: z.string(),
  duration: z.int(),
  fixingTicks: z.int(),
  direction: z.enum(['up', 'down']),
  barrierPpm: z.int(),
  ratePct: z.int(),
  chancePpm: z.int(),
  marginPpm: z.int(),
  stake: units,
  profit: units,
  fee: units,
  acceptedAt: z.int(),
  dueAt: z.int(),
  /** Numbers of the log entries behind the price. */
  model: z.int(),
  rules: z.int(),
  /** Hash of the owner's consent; empty when he signed nothing. */
  consent: z.string(),
})

/** One entry of the log with the subtrees on both sides. */
export const shownEntry = z.object({
  from: z.int(),
  bodies: z.array(z.string()),
  left: z.array(hash),
  right: z.array(hash),
})

/** A shown entry, and a batch's position under its root. */
export const shownBatch = z.nullable(
  z.object({
    segment: shownEntry,
    place: z.nullable(z.object({ index: z.int(), count: z.int(), path: z.array(hash) })),
  }),
)

/** A text's position in a signed batch: the path from its leaf up to the root, and the receipts key's signature over the root. */
export const batchProof = z.object({
  batch: z.int(),
  index: z.int(),
  count: z.int(),
  path: z.array(hash),
  root: hash,
  signature,
})

/** The house's statement of an early close; core's `SettlementStatement`. */
export const settlement = z.object({
  v: z.literal(1),
  kind: z.literal('settlement'),
  order: uuid,
  ticket: hash,
  outcome: z.enum(['won', 'lost', 'tied', 'void', 'closed']),
  net: z.string().check(z.regex(/^(0|-?[1-9]\d{0,18})$/)),
  payout: units,
  entrySeq: z.int(),
  entryPrice: units,
  exitSeq: z.int(),
  exitPrice: units,
  bid: units,
  settledAt: z.int(),
  ledger: z.string(),
  consent: z.string(),
})

/** A refusal of an owner's signed request; core's `Refusal`, with the receipts key's signature. */
export const signedRefusal = z.object({
  refusal: z.object({
    v: z.literal(1),
    kind: z.literal('refusal'),
    number: z.int(),
    asked: uuid,
    order: uuid,
    code: z.string(),
    at: z.int(),
    consent: hash,
  }),
  signature,
})

/** A signed refusal as in `data.signed` of a refused call, with the signed note of the log's newest checkpoint. */
export const refusedAnswer = z.extend(signedRefusal, { head: z.string() })
