import * as z from 'zod/mini'
import { ROLES } from '../roles.ts'

/**
 * An operator's reason in his own words, which all operators can read. Counts characters as the database does: an emoji counts
 * once, and a lone surrogate is refused.
 */
export const reason = z
  .string()
  .check(z.trim(), z.minLength(3), z.maxLength(500), z.regex(/^[^\p{Cc}\p{Cs}]{3,}$/u))
export const role = z.enum(ROLES)
/** At least one role, each once. */
export const roles = z.array(role).check(
  z.minLength(1),
  z.maxLength(ROLES.length),
  z.refine((list) => new Set(list).size === list.length),
)
/** An operator's address in canonical spelling. */
export const operatorAddress = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))
export const operatorName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))

/** Start of a keyset page: the cursor of the previous page. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(200))

/** A running session of an operator. */
export const operatorSessionState = z.object({
  address: z.string(),
  name: z.string(),
  roles: z.array(role),
  /** `enrol`: must set up a second factor; `factor`: must present it; `open`: signed in. */
  state: z.enum(['enrol', 'factor', 'open']),
  /** The operator's second factors. */
  factors: z.object({ passkey: z.boolean(), code: z.boolean() }),
  /** Expiry by age, and by idleness unless the operator acts before it (ms since 1970). */
  expiresAt: z.int(),
  idleAt: z.int(),
})

/** A line of a proposal's effect. */
export const effectLine = z.object({
  /** Key of a text. */
  name: z.string(),
  value: z.string(),
  was: z.optional(z.string()),
})

export const proposalItem = z.object({
  id: z.string(),
  /** Such as "treasury.fund". */
  kind: z.string(),
  state: z.enum(['open', 'approved', 'refused', 'withdrawn', 'expired']),
  /** The canonical text of the proposal, and its SHA-256 (hex), which an approval names. */
  payload: z.string(),
  payloadHash: z.string(),
  reason: z.string(),
  askedBy: z.string(),
  askedByName: z.string(),
  askedAt: z.int(),
  expiresAt: z.int(),
  decidedBy: z.nullable(z.string()),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.int()),
  decisionReason: z.nullable(z.string()),
  /** Whether the proposal is about its reader, who then may not decide on it. */
  isAboutReader: z.boolean(),
  /** Whether its reader may approve it now. */
  mayApprove: z.boolean(),
})

/** A line of the log of operator actions. */
export const actionItem = z.object({
  id: z.int(),
  at: z.int(),
  operator: z.string(),
  operatorName: z.nullable(z.string()),
  /** Module and verb, such as "content.publish". */
  action: z.string(),
  /** Object of the action, such as "content 12". */
  subject: z.string(),
  /** Number of the affected user. */
  userId: z.nullable(z.int()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** SHA-256 (hex) over this line and the hash of the line before it. */
  hash: z.string(),
})
