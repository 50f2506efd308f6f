import type { Clock } from '../../platform/clock.ts'

/** Wakes the calls that wait for an order when it is settled. */
export interface WakeUp {
  ring(orderIds: Iterable<string>): void
  /** Starts to listen; `rung` settles at the order's wake-up or at `untilMs`. */
  listen(orderId: string, untilMs: number): { rung: Promise<void>; stop(): void }
}

export function createWakeUp(clock: Clock): WakeUp {
  const listeners = new Map<string, Set<() => void>>()

  function listen(orderId: string, untilMs: number) {
    let wake = () => {}
    const rung = new Promise<void>((resolve) => (wake = resolve))
    const cancel = clock.at(untilMs, wake)
    const mine = listeners.get(orderId) ?? new Set()
    listeners.set(orderId, mine.add(wake))
    const stop = () => {
      cancel()
      mine.delete(wake)
      if (mine.size === 0 && listeners.get(orderId) === mine) listeners.delete(orderId)
    }
    return { rung, stop }
  }

  function ring(orderIds: Iterable<string>): void {
    for (const id of orderIds) for (const wake of listeners.get(id) ?? []) wake()
  }

  return { ring, listen }
}
