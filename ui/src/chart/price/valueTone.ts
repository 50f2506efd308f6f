import type { ChartOrder } from './Chart.tsx'

/** Green while an order would win, grey while not; without an order, the colour of the last move. */
export function valueTone(order: ChartOrder | null, way: 'up' | 'down' | 'flat', value: number): string {
  if (!order) return way === 'flat' ? 'fill-ink' : way === 'up' ? 'fill-up' : 'fill-down'
  const wins = order.direction === 'up' ? value > order.barrier : value < order.barrier
  return wins ? 'fill-up' : 'fill-ink-3'
}
