import type { ConsolePart } from '../module/consolePart.ts'
import { messageOf } from '../platform/log.ts'
import { readWitnessedHead } from './log/treeStore.ts'
import type { WatchedWitness } from './log/witnessFeed.ts'
import type { Market } from './market.ts'

export interface MarketConsoleDeps {
  market: Pick<Market, 'feed' | 'latest' | 'tickAgeMs' | 'isPaused' | 'failure' | 'head' | 'keys'>
  /** The house's own choice of witnesses; empty in a process that asks none. */
  watched(): readonly WatchedWitness[]
}

/** Feed and log as operators see them. */
export function marketConsolePart({ market, watched }: MarketConsoleDeps): ConsolePart {
  return {
    async overview(reader) {
      const [head, failure] = [market.head(), market.failure()]
      return {
        feed: {
          state: market.feed(),
          tickAt: market.latest()?.atMs ?? null,
          tickAgeMs: market.tickAgeMs(),
          isPaused: market.isPaused(),
        },
        log: {
          origin: market.keys().origin,
          size: head?.size ?? 0,
          at: head?.at ?? null,
          failure: failure === null || failure === undefined ? null : messageOf(failure),
          witnessed: await readWitnessedHead(reader),
          witnesses: watched().map(({ name, size, trouble }) => ({ name, size, trouble })),
        },
      }
    },
    incidents: () =>
      Promise.resolve(
        watched().flatMap(({ name, trouble, alarmSinceMs: since }) => {
          if (since === null) return []
          const detail = trouble ?? ''
          return [{ kind: 'witnessAlarm' as const, since, until: null, where: name, detail, affected: null }]
        }),
      ),
  }
}
