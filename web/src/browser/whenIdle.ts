/** After this long, nobody waits for an idle moment any more, ms. */
const WITHIN_MS = 1_000
/** Safari has no idle moments. */
const INSTEAD_MS = 200

/** Runs once when the page is idle, and not for ever later: while keys are pressed, a browser may find no idle moment. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: WITHIN_MS })
  else setTimeout(run, INSTEAD_MS)
}
