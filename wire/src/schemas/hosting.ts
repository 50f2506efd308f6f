import * as z from 'zod/mini'
import { uuid } from '../fields.ts'
import { signature, units } from './promise.ts'

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))

/** The house's promise about a hosting order; core's `HostingTicket`. Times in ms, amounts in units of 1e-8. */
const hostingTicket = z.object({
  v: z.literal(1),
  kind: z.literal('hosting'),
  number: z.int(),
  at: z.int(),
  order: uuid,
  book: z.enum(['real', 'simulated']),
  mid: z.int(),
  version: z.int(),
  days: z.int(),
  upperPpm: z.int(),
  exitFeePpm: z.int(),
  principal: units,
  first: day,
  last: day,
  consent: z.string(),
})

/** The house's statement about an early exit; core's `HostingExit`. */
const hostingExit = z.object({
  v: z.literal(1),
  kind: z.literal('exit'),
  number: z.int(),
  at: z.int(),
  order: uuid,
  back: units,
  fee: units,
  consent: z.string(),
})

/** Either statement with the receipts key's signature. */
export const signedHosting = z.object({
  statement: z.union([hostingTicket, hostingExit]),
  signature,
})

/** A signed statement with the signed note of the log's newest checkpoint. */
export const statedHosting = z.extend(signedHosting, { head: z.string() })
