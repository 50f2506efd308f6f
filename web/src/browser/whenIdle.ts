/** Maximum wait for an idle moment, in ms. */
const WITHIN_MS = 1_000
/** Delay instead, in Safari: it has no idle callback. In ms. */
const INSTEAD_MS = 200

/** Runs `run` once the page is idle, within a maximum wait: while the user types, a browser may never be idle. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: WITHIN_MS })
  else setTimeout(run, INSTEAD_MS)
}
