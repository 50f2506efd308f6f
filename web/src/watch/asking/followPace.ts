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

/** Compares the pace of the log's ticks with this device's clock. */
export interface FollowedPace {
  /** A step that the watch has examined. Only the entry of the head that it now holds counts. */
  took(step: LogStep): void
  /** The time of the newest entry of the current head, when no steps come; null when the house does not show it. */
  goesTo(atMs: number | null): void
  /** Call this every few seconds. `isLive`: the page is visible and online. */
  look(isLive: boolean): void
}

/** After a longer gap between two looks, the device was asleep. */
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
