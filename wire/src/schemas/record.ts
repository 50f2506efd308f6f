import * as z from 'zod/mini'

/** Digits of a whole number that may exceed a JSON number's range. */
const digits = z.string().check(z.regex(/^-?\d{1,60}$/))

/** `Tally` of core/src/record/recordFigures.ts. */
const tally = z.object({
  pid: z.int(),
  duration: z.int(),
  bin: z.int(),
  orders: z.int(),
  won: z.int(),
  lost: z.int(),
  tied: z.int(),
  closed: z.int(),
  void: z.int(),
  chancePpm: z.int(),
  wonSquare: digits,
  marginPpm: z.int(),
  resultPpm: z.int(),
  resultSquare: digits,
})

const bookFigures = z.object({
  groups: z.array(tally),
  money: z.array(z.object({ currency: z.string(), stake: digits, payout: digits })),
  /** `RefusedTally` of core/src/record/refusedFigures.ts. */
  refused: z.object({
    orders: z.int(),
    won: z.int(),
    lost: z.int(),
    tied: z.int(),
    void: z.int(),
    chancePpm: z.int(),
    wonSquare: digits,
  }),
})

/** `RecordFigures` of core/src/record/recordFigures.ts. */
export const recordFigures = z.object({
  real: bookFigures,
  simulated: bookFigures,
  refusals: z.int(),
  withdrawals: z.object({ count: z.int(), medianMs: z.int(), slowestMs: z.int() }),
})

/** A day whose record the log has; `seq` is its entry, `size` the bytes of its file. */
export const recordDay = z.object({
  day: z.string(),
  seq: z.int(),
  orders: z.int(),
  withdrawals: z.int(),
  root: z.string(),
  size: z.int(),
})
export type RecordDayItem = z.output<typeof recordDay>
