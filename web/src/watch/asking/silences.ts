/** Measures how long items have been missing, while this device was awake, showed the page and was online. */
export interface Silences {
  /** Call this about every second, with the device's monotonic clock. Going offline restarts every silence. */
  tick(device: { nowMs: number; isShown: boolean; isOnline: boolean }): void
  /** How long the item has been missing since the first query for it; its looks may take any time. */
  of(name: string): number
  /** The item is there, or nothing is awaited. An answered request alone does not end a silence. */
  end(name: string): void
}

/** After a longer gap between two ticks, the device was asleep. */
const ASLEEP_MS = 5_000

export function countSilences(): Silences {
  let awakeMs = 0
  let before: { nowMs: number; isShown: boolean } | null = null
  const since = new Map<string, number>()
  return {
    tick({ nowMs, isShown, isOnline }) {
      const passedMs = nowMs - (before?.nowMs ?? nowMs)
      if (isShown && before?.isShown === true && passedMs <= ASLEEP_MS) awakeMs += passedMs
      before = { nowMs, isShown }
      if (!isOnline) since.clear()
    },
    of(name) {
      const beganMs = since.get(name) ?? awakeMs
      since.set(name, beganMs)
      return awakeMs - beganMs
    },
    end: (name) => void since.delete(name),
  }
}
