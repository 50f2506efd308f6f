import { useEffect } from 'react'
import type { LiveDetail } from '../../live/marketFeed.ts'
import { createStore, useStore, type Store } from '@tickmark/client/observable.ts'
import type { ChartPoint } from '@tickmark/ui/chart/price/Chart.tsx'

/** Twenty minutes, at one price a second. */
const MOST = 1_200

const seen = new Map<number, Store<readonly ChartPoint[]>>()

/** A coin's prices that this page has received, second by second, oldest first. */
export function useSeenTicks(pid: number, { asOfMs, baseInfo, stale }: LiveDetail): readonly ChartPoint[] {
  const price = stale ? undefined : baseInfo?.price
  useEffect(() => {
    if (asOfMs !== null && price !== undefined) remember(pid, { atMs: asOfMs, value: Number(price) })
  }, [pid, asOfMs, price])
  return useStore(seenOf(pid))
}

function remember(pid: number, tick: ChartPoint): void {
  const store = seenOf(pid)
  const known = store.get()
  if ((known.at(-1)?.atMs ?? 0) < tick.atMs) store.set([...known, tick].slice(-MOST))
}

function seenOf(pid: number): Store<readonly ChartPoint[]> {
  const known = seen.get(pid)
  if (known) return known
  const made = createStore<readonly ChartPoint[]>([])
  seen.set(pid, made)
  return made
}
