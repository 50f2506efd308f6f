import type { Clock } from '../../platform/clock.ts'

/** Bytes per millisecond; whoever takes less is slow. */
const MODEST_RATE = 32
/** A reader is not slow before he has paused for this long; what he takes faster counts for him. */
const PATIENCE_MS = 10_000
/** In bytes. Small, so that a reader who stops is soon slow. */
const SLICE = 65_536

/** How fast a reader takes a file. */
interface Pace {
  /** The file in slices, of which it notes when the reader takes each. The time in which they are made does not count. */
  measured(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array>
  /** Whether the reader is slow now. */
  isSlow(): boolean
}

export function paceOf({ nowMs }: Pick<Clock, 'nowMs'>): Pace {
  let leftMs = PATIENCE_MS
  /** When the present slice is to be taken; null while it is made. */
  let dueMs: number | null = null
  return {
    async *measured(pieces) {
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
        for (let at = 0; at < bytes.length; at += SLICE) {
          const slice = bytes.subarray(at, at + SLICE)
          const due = nowMs() + Math.min(leftMs, PATIENCE_MS) + slice.length / MODEST_RATE
          dueMs = due
          yield slice
          leftMs = Math.max(0, due - nowMs())
          dueMs = null
        }
      }
    },
    isSlow: () => dueMs !== null && nowMs() > dueMs,
  }
}
