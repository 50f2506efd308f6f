import type { Config } from './config.ts'
import { isConnectionLoss } from '../db/failures.ts'
import { envelopeOf } from '../http/calls/envelope.ts'
import { rateLimiter } from '../http/calls/rateLimits.ts'
import type { ApiContext, Sessions } from '../http/calls/mount.ts'
import { WriterFull } from '../ledger/batchWriter.ts'
import type { Runtime } from '../module/runtime.ts'

/** Maximum number of concurrent calls of one module; see `ApiContext`. */
const MOST_CALLS = 5_000

/** Builds the context that every call uses. */
export function apiContext(runtime: Runtime, config: Config, sessions: Sessions): ApiContext {
  const { mode, site, clock, log, keys } = runtime
  return {
    mode,
    site,
    envelope: envelopeOf(keys.envelopeKey),
    limiter: rateLimiter(config.rates),
    sessions,
    rolesOf: (address) => config.operators.get(address) ?? [],
    clock,
    log,
    isTransient: (thrown) => isConnectionLoss(thrown) || thrown instanceof WriterFull,
    mostCalls: MOST_CALLS,
  }
}
