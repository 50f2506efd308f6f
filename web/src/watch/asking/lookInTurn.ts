/** One look at a task; returns the ms until the next one, if not the usual interval. */
export type Look = () => Promise<number | void>

/**
 * Runs each task's look repeatedly: never two of one task at a time, the longest-waiting tasks first, and at most
 * `most` at once, so that the house is not flooded. A hanging look blocks only its own task. Every look ends: its
 * requests have deadlines (`askHouse.ts`). `nowMs` is a monotonic clock.
 */
export function lookInTurn(
  { most, paceMs }: { most: number; paceMs: number },
  nowMs: () => number = () => performance.now(),
): (things: ReadonlyMap<string, Look>) => void {
  const looking = new Set<string>()
  const turns = new Map<string, { turn: number; nextMs: number }>()
  let turn = 0

  async function lookAt(name: string, look: Look): Promise<void> {
    looking.add(name)
    const own = { turn: ++turn, nextMs: 0 }
    turns.set(name, own)
    const waitMs = await look().catch(() => paceMs)
    own.nextMs = nowMs() + (waitMs ?? paceMs)
    looking.delete(name)
  }

  return (things) => {
    const due = [...things].filter(
      ([name]) => !looking.has(name) && (turns.get(name)?.nextMs ?? 0) <= nowMs(),
    )
    const inTurn = due.toSorted(([a], [b]) => (turns.get(a)?.turn ?? 0) - (turns.get(b)?.turn ?? 0))
    for (const [name, look] of inTurn.slice(0, Math.max(0, most - looking.size))) void lookAt(name, look)
  }
}
