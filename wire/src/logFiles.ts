/** Path of consistency proofs of the public log, with the sizes `?from=` and `?to=`. Plain JSON, readable from any page. */
export const CONSISTENCY_PATH = '/log/proof/consistency'

/** The newest cosigned checkpoint, as text. */
export const WITNESSED_PATH = '/log/checkpoint/witnessed'

/** The days with a record in the log, as JSON; below it each day's lines: `/log/record/2026-11-21`. */
export const RECORD_PATH = '/log/record'

/** The closed days of the arbitrage programme, as JSON; below it each day's file: `/log/yield/2026-11-21`. */
export const YIELD_PATH = '/log/yield'

/** Below it the log's entry about the end of each promised withdrawal, by the promise's number: `/log/withdrawal/7`. */
export const WITHDRAWAL_PATH = '/log/withdrawal'
