/** Tolerance between a house's newest tick and our clock: it logs one each second, and a look takes a moment. */
const MOST_OFF_MS = 5_000

/**
 * Whole seconds by which a head's newest tick was behind our clock when the head was requested; negative when ahead. Null within
 * five seconds, or when the log has no tick.
 */
export function secondsOff(lastTickAtMs: number, askedMs: number): number | null {
  const off = askedMs - lastTickAtMs
  return lastTickAtMs < 0 || Math.abs(off) <= MOST_OFF_MS ? null : Math.trunc(off / 1000)
}

/**
 * The line to print about a house's clock; null when nothing changed. An offset is reported but raises no alarm: a stalled log is
 * still one log, our own clock may be wrong, and refusing to sign would hide more than it shows.
 */
export function clockLine(url: string, was: number | null, off: number | null): string | null {
  if (off === null)
    return was === null ? null : `${url}: its newest tick agrees with this machine's clock again`
  if (was !== null && Math.sign(was) === Math.sign(off)) return null
  return off > 0
    ? `${url}: its newest tick is ${off} s behind this machine's clock: the log stands still, or a clock is wrong`
    : `${url}: its newest tick is ${-off} s ahead of this machine's clock: a clock is wrong`
}
