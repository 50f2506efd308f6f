/** Calls `work` from `clients` concurrent loops for the given time; returns the successful calls a second. */
export async function closedLoop(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  let done = 0
  const loop = async (_: unknown, client: number) => {
    while (performance.now() < end) if (await work(client)) done++
  }
  await Promise.all(Array.from({ length: clients }, loop))
  return (done * 1000) / (performance.now() - startedAt)
}

/**
 * Calls start at random (Poisson), whether or not earlier ones are answered. Latencies, in ms, count from the planned
 * start.
 */
export async function openLoop(
  perSecond: number,
  seconds: number,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  const pending = new Set<Promise<void>>()
  let arrivesAt = startedAt
  while (arrivesAt < end) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    for (
      ;
      arrivesAt <= performance.now() && arrivesAt < end;
      arrivesAt -= Math.log(1 - Math.random()) * (1000 / perSecond)
    ) {
      const plannedAt = arrivesAt
      const call = work().then(() => void latencies.push(performance.now() - plannedAt))
      pending.add(call)
      void call.finally(() => pending.delete(call))
    }
  }
  await Promise.all(pending)
  return latencies
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
