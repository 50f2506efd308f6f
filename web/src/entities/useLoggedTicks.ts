import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChartPoint } from '@tickmark/ui/chart/price/Chart.tsx'
import { call, query } from '../api/api.ts'
import type { Stretch } from './orderDrawing.ts'

/** After a gap longer than this, the missing prices are fetched from the log. */
const GAP_MS = 5_000
const NONE: readonly ChartPoint[] = []

/** A coin's logged prices in a time span, fetched again after each gap in the received ones. */
export function useLoggedTicks(
  pid: number,
  { fromMs, toMs }: Stretch,
  seen: readonly ChartPoint[] = NONE,
): readonly ChartPoint[] {
  const input = { pid, from: fromMs, to: toMs }
  const { data } = useQuery({
    queryKey: [...query('getTicks', input).queryKey, seenFrom(fromMs, toMs, seen)],
    queryFn: ({ signal }) => call('getTicks', input, { quiet: true, signal }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () => data?.list.map((one) => ({ atMs: one.atMs, value: Number(one.price) })) ?? NONE,
    [data],
  )
}

/** The time from which every second was received; null while none was. */
function seenFrom(fromMs: number, toMs: number, seen: readonly ChartPoint[]): number | null {
  let sinceMs: number | null = null
  let beforeMs = fromMs
  for (const { atMs } of seen) {
    if (atMs < fromMs || atMs > toMs) continue
    if (sinceMs === null || atMs - beforeMs > GAP_MS) sinceMs = atMs
    beforeMs = atMs
  }
  return sinceMs
}
