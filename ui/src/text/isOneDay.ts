/** Whether two moments, ms since 1970, are on the same day of the user's calendar. */
export function isOneDay(oneMs: number, otherMs: number): boolean {
  return new Date(oneMs).toDateString() === new Date(otherMs).toDateString()
}
