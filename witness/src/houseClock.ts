/** A house's newest tick may be this far from our clock: it logs one each second, and a look takes a moment. */
const MOST_OFF_MS = 5_000

/**
 * How many whole seconds the newest tick of a head is behind our clock at the moment when the head was asked for; negative when it
 * is ahead. Null while that is no more than five seconds, or the log has no tick.
 */
export function secondsOff(lastTickAtMs: number, askedMs: number): number | null {
  const off = askedMs - lastTickAtMs
  return lastTickAtMs < 0 || Math.abs(off) <= MOST_OFF_MS ? null : Math.trunc(off / 1000)
}

/**
 * What to say of a house's clock; null when nothing has changed. It is told, and not held against the log: a log that stands
 * still is still one log, our own clock may be wrong, and a head that nobody signs would hide more than it shows.
 */
export function clockLine(url: string, was: number | null, off: number | null): string | null {
  if (off === null)
    return was === null ? null : `${url}: its newest tick agrees with this machine's clock again`
  if (was !== null && Math.sign(was) === Math.sign(off)) return null
  return off > 0
    ? `${url}: its newest tick is ${off} s behind this machine's clock: the log stands still, or a clock is wrong`
    : `${url}: its newest tick is ${-off} s ahead of this machine's clock: a clock is wrong`
}
