/** What the console asks by itself within this time of a key or a press still counts as the operator's own. */
const OWN_MS = 5_000

let usedAtMs = performance.now()

/** Notices keys and presses from here on; the console calls this once. */
export function watchUse(): void {
  for (const kind of ['keydown', 'pointerdown', 'wheel'] as const)
    addEventListener(kind, () => (usedAtMs = performance.now()), { capture: true, passive: true })
}

/** Whether nobody uses the console now: what it asks then is its own polling, which keeps no session alive. */
export function isIdle(): boolean {
  return performance.now() - usedAtMs > OWN_MS
}
