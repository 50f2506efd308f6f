/** Where a consistency proof of the public log is: `?from=` and `?to=` are sizes. Any page may read it, in plain JSON. */
export const CONSISTENCY_PATH = '/log/proof/consistency'

/** The newest checkpoint that witnesses have signed, as text. */
export const WITNESSED_PATH = '/log/checkpoint/witnessed'

/** The days whose record the log has, as JSON; each day's lines are under it: `/log/record/2026-11-21`. */
export const RECORD_PATH = '/log/record'

/** The closed days of the arbitrage programme, as JSON; what decided each is under it: `/log/yield/2026-11-21`. */
export const YIELD_PATH = '/log/yield'
