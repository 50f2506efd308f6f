import * as z from 'zod/mini'
import { ROLES } from '../roles.ts'

/**
 * Why an operator does something, in his own words; everybody at the desk reads it. The database counts characters, so an
 * emoji counts once, and it holds no half of one.
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

/** Where the keyset page of a list begins: the cursor of the page before it. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(200))

/** A running session of an operator. */
export const deskSessionState = z.object({
  address: z.string(),
  name: z.string(),
  roles: z.array(role),
  /** `enrol`: owes a first second factor; `factor`: owes the one he has; `open`: signed in. */
  state: z.enum(['enrol', 'factor', 'open']),
  /** The second factors that he has. */
  factors: z.object({ passkey: z.boolean(), code: z.boolean() }),
  /** End by age and, unless he does something before it, by idleness (ms since 1970). */
  expiresAt: z.int(),
  idleAt: z.int(),
})

/** A line of what a proposal would do. */
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
  /** The canonical text of what it would do, and its SHA-256 (hex), which an approval names. */
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
  /** Whether it is about the operator who reads it: then he decides nothing about it. */
  isAboutReader: z.boolean(),
  /** Whether the operator who reads it may approve it now. */
  mayApprove: z.boolean(),
})

/** A line of the log of what operators did. */
export const deedItem = z.object({
  id: z.int(),
  at: z.int(),
  operator: z.string(),
  operatorName: z.nullable(z.string()),
  /** Module and verb, such as "content.publish". */
  action: z.string(),
  /** What it was done to, such as "content 12". */
  subject: z.string(),
  /** The user whom it touched, by number. */
  userId: z.nullable(z.int()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** SHA-256 (hex) over this line and the hash of the line before it. */
  hash: z.string(),
})
