/** Requests within this time after a key or pointer press count as the operator's own. */
const OWN_MS = 5_000

let usedAtMs = performance.now()

/** Listens for keys and presses; the console calls this once. */
export function watchUse(): void {
  for (const kind of ['keydown', 'pointerdown', 'wheel'] as const)
    addEventListener(kind, () => (usedAtMs = performance.now()), { capture: true, passive: true })
}

/**
 * Whether nobody uses the console now: its requests are then its own polling, which must not keep a session alive.
 */
export function isIdle(): boolean {
  return performance.now() - usedAtMs > OWN_MS
}
