/** How long an order runs, and how many one-second ticks up to its due second fix its settlement price. */
export interface Duration {
  id: number
  seconds: number
  fixingTicks: number
}

export const DURATIONS: readonly Duration[] = [
  { id: 110, seconds: 60, fixingTicks: 3 },
  { id: 111, seconds: 180, fixingTicks: 9 },
  { id: 112, seconds: 300, fixingTicks: 9 },
  { id: 113, seconds: 900, fixingTicks: 31 },
  { id: 114, seconds: 1_800, fixingTicks: 31 },
  { id: 115, seconds: 3_600, fixingTicks: 31 },
  { id: 116, seconds: 14_400, fixingTicks: 31 },
  { id: 117, seconds: 86_400, fixingTicks: 31 },
]

export const DEFAULT_DURATION = 110

export function durationById(id: number): Duration | undefined {
  return DURATIONS.find((one) => one.id === id)
}
