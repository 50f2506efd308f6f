import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { decimal } from '../../fields.ts'

/** The rules that a version may change, as the log spells them. */
export const changeableRules = z.strictObject({
  /** Millionths of the stake. */
  marginPpm: z.int().check(z.gte(0), z.lt(1_000_000)),
  /** Target chances of the return ranges, in millionths. */
  chancesPpm: z.array(z.int().check(z.gte(1), z.lt(1_000_000))).check(z.minLength(1), z.maxLength(20)),
  /** Seconds, and how many ticks fix the settlement price. */
  durations: z
    .array(z.tuple([z.int().check(z.gte(1)), z.int().check(z.gte(1))]))
    .check(z.minLength(1), z.maxLength(20)),
  /** By currency, the smallest and the largest stake as digits of 1e-8 units. */
  stakes: z.record(
    z.string().check(z.regex(/^[A-Z]{2,6}$/)),
    z.tuple([
      z.string().check(z.regex(/^(0|[1-9]\d{0,18})$/)),
      z.string().check(z.regex(/^(0|[1-9]\d{0,18})$/)),
    ]),
  ),
})
export type ChangeableRules = z.output<typeof changeableRules>

/** Payload of `rules.change`: the new rules, and the number of the version that they replace. */
export const rulesChange = z.strictObject({ after: z.int().check(z.gte(0)), rules: changeableRules })

/** Operators' call for the rules of new orders. They change by proposals of the kind `rules.change`. */
export const operatorRuleRoutes = {
  consoleRules: route({
    method: 'GET',
    path: '/api/console/rules',
    summary:
      'Versions of the rules for new orders, the newest first: who asked for and approved each, when the log announced it and when it acts.',
    who: 'operator',
    may: 'see',
    reply: z.object({
      /** The rules that new orders follow now. */
      now: changeableRules,
      /** The number of the newest approved version, which a change names; 0 while there is none. */
      newest: z.int(),
      versions: z.array(
        z.object({
          /** 0 is the program's own. */
          version: z.int(),
          rules: changeableRules,
          askedBy: z.nullable(z.string()),
          approvedBy: z.nullable(z.string()),
          /** Ms since 1970; null for the program's own. */
          approvedAt: z.nullable(z.int()),
          /** Number, time and effective time of the log entry that announced it; null until then. */
          seq: z.nullable(z.int()),
          announcedAt: z.nullable(z.int()),
          from: z.nullable(z.int()),
          state: z.enum(['approved', 'announced', 'acting', 'over']),
        }),
      ),
      /** Bounds of every version. */
      bounds: z.object({
        marginPpm: z.tuple([z.int(), z.int()]),
        chancesPpm: z.tuple([z.int(), z.int()]),
        mostChances: z.int(),
        /** Every duration that receipts can be checked with. */
        durations: z.array(z.tuple([z.int(), z.int()])),
        stakes: z.record(z.string(), z.tuple([decimal, decimal])),
      }),
    }),
  }),
}
