import { useEffect, useState } from 'react'
import type { LiveDetail } from '../../live.ts'
import type { ChartPoint } from '../../ui/Chart.tsx'

/** Twenty minutes of seconds. */
const MOST = 1_200

const seen = new Map<number, ChartPoint[]>()

/** The prices of a coin that this page has seen, second by second, oldest first. */
export function useSeenTicks(pid: number, { asOfMs, baseInfo, stale }: LiveDetail): readonly ChartPoint[] {
  const [ticks, setTicks] = useState<readonly ChartPoint[]>(() => seen.get(pid) ?? [])
  const price = stale ? undefined : baseInfo?.price
  useEffect(() => {
    const known = seen.get(pid) ?? []
    const last = known.at(-1)
    if (asOfMs === null || price === undefined || (last && last.atMs >= asOfMs)) return
    const next = [...known, { atMs: asOfMs, value: Number(price) }].slice(-MOST)
    seen.set(pid, next)
    setTicks(next)
  }, [pid, asOfMs, price])
  return ticks
}
