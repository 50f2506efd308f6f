import type { PayingDeps } from '../withdrawal/ports.ts'
import type { HotWallet } from './hotWallet.ts'

/** Interval between log entries about a shortage. */
const TELL_SHORT_MS = 60_000

/** Logs a shortage, at most once a minute for each hot wallet. */
export function tellShort(
  {
    chain,
    hot,
    memory,
  }: Pick<HotWallet, 'hot'> & {
    chain: Pick<HotWallet['chain'], 'name'>
    memory: Pick<HotWallet['memory'], 'shortToldAtMs'>
  },
  { clock, log }: Pick<PayingDeps, 'clock' | 'log'>,
): void {
  if (clock.nowMs() - memory.shortToldAtMs < TELL_SHORT_MS) return
  memory.shortToldAtMs = clock.nowMs()
  log.error('the hot wallet is short: payments wait', { network: chain.name, hot })
}
