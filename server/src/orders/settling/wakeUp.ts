import type { Clock } from '../../platform/clock.ts'

/** Wakes the calls that wait for an order when it is settled. */
export interface WakeUp {
  /** Call it with the ids of settled orders, after their commit. */
  wake(orderIds: Iterable<string>): void
  /** Subscribes at once; `woken` settles when the order is settled or `untilMs` is reached. */
  wait(orderId: string, untilMs: number): { woken: Promise<void>; stop(): void }
}

export function createWakeUp(clock: Clock): WakeUp {
  const waiting = new Map<string, Set<() => void>>()

  function wait(orderId: string, untilMs: number) {
    let settle = () => {}
    const woken = new Promise<void>((resolve) => (settle = resolve))
    const cancel = clock.at(untilMs, settle)
    const mine = waiting.get(orderId) ?? new Set()
    waiting.set(orderId, mine.add(settle))
    const stop = () => {
      cancel()
      mine.delete(settle)
      if (mine.size === 0 && waiting.get(orderId) === mine) waiting.delete(orderId)
    }
    return { woken, stop }
  }

  function wake(orderIds: Iterable<string>): void {
    for (const id of orderIds) for (const settle of waiting.get(id) ?? []) settle()
  }

  return { wake, wait }
}
