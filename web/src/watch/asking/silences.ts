/** How long things have been missing, while this device was awake, showed the page and had a network. */
export interface Silences {
  /** To be called every second or so, with the device's monotonic clock. Offline, every silence begins anew. */
  tick(device: { nowMs: number; isShown: boolean; isOnline: boolean }): void
  /** For how long it has been missing since it was first asked about; the looks at it may take as long as they like. */
  of(name: string): number
  /** It is there, or there is nothing to wait for: whether a question was answered ends no silence. */
  end(name: string): void
}

/** After a longer pause between two ticks, the device slept. */
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
