/**
 * Why this device does not ask for an order's receipt now; null when it asks. `goesTo` is the time that the checked log has
 * reached, null while the house does not show it; the receipt must be there once the log is past `lateMs`.
 */
export function whyNotAsked(
  goesTo: number | null,
  lateMs: number,
  isSignedIn: boolean,
): 'waiting' | 'signedOut' | 'unanswered' | null {
  if (goesTo !== null && goesTo <= lateMs) return 'waiting'
  if (!isSignedIn) return 'signedOut'
  // A house that does not show how far its log goes has not answered.
  return goesTo === null ? 'unanswered' : null
}
