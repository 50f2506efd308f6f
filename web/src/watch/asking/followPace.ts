import { sha256 } from '@noble/hashes/sha2.js'
import { base64Of } from '@tickmark/core/base64'
import { entryLeaf, parseEntry } from '@tickmark/core/log/log'
import type { LogStep } from '@tickmark/wire/schemas/market'
import { beginPace, isBehind, tickSeen } from './tickPace.ts'

interface PacePorts {
  /** The device's monotonic clock. */
  monotonicMs(): number
  /** The newest head that the watch has checked, as the log signed it. */
  note(): string
  tell(isFrozen: boolean): void
}

/** Follows how the log's ticks keep up with this device's clock. */
export interface FollowedPace {
  /** A step that the watch has looked at. Only the entry of the head that it now holds counts. */
  took(step: LogStep): void
  /** The time of the newest entry of the head that it now holds, where no steps come; null when nobody shows it. */
  goesTo(atMs: number | null): void
  /** To be called every few seconds. `isLive`: the page is shown, and has a network. */
  look(isLive: boolean): void
}

/** After a longer gap between two looks, the device slept. */
const ASLEEP_MS = 15_000

export function followPace({ monotonicMs, note, tell }: PacePorts): FollowedPace {
  let pace = beginPace(monotonicMs())
  let lookedMs = monotonicMs()
  return {
    took({ note: shown, last, leaves }) {
      if (last === null || shown !== note()) return
      const entry = parseEntry(last)
      if (entry?.kind !== 'tick' || base64Of(entryLeaf(last, sha256)) !== leaves.at(-1)) return
      pace = tickSeen(pace, entry.at, monotonicMs())
      tell(isBehind(pace, monotonicMs()))
    },
    goesTo(atMs) {
      if (atMs === null) return
      pace = tickSeen(pace, atMs, monotonicMs())
      tell(isBehind(pace, monotonicMs()))
    },
    look(isLive) {
      const nowMs = monotonicMs()
      const isAwake = isLive && nowMs - lookedMs <= ASLEEP_MS
      lookedMs = nowMs
      if (!isAwake) pace = beginPace(nowMs)
      tell(isAwake && isBehind(pace, nowMs))
    },
  }
}
