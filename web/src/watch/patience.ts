const PATIENCE_MS = 10_000

/** Ends a question that the house leaves open: an answer that never comes must not stop the questions after it. */
export function patience(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MS)
}
