import {
  calibrationOf,
  type BookFigures,
  type Calibration,
  type Tally,
} from '@tickmark/core/record/recordFigures'

/** A group of orders with its figures; null until one of them was decided. */
export interface RecordRow {
  tally: Tally
  found: Calibration | null
}

/** The groups by coin, most orders first, or by duration, shortest first. */
export function rowsBy({ groups }: BookFigures, kind: 'coin' | 'duration'): RecordRow[] {
  const own = groups.filter(({ pid, duration, bin }) =>
    kind === 'coin' ? pid > 0 && duration === 0 : pid === 0 && duration > 0 && bin === 0,
  )
  return own
    .toSorted((a, b) => (kind === 'coin' ? b.orders - a.orders || a.pid - b.pid : a.duration - b.duration))
    .map((tally) => ({ tally, found: calibrationOf(tally) }))
}

/** A point of the plot; both values are shares of 1. */
export interface CalibrationPoint {
  promised: number
  won: number
  error: number
  decided: number
}

/** The groups with decided orders, sorted by chance. */
export function pointsOf({ groups }: BookFigures): CalibrationPoint[] {
  return groups
    .filter((one) => one.bin > 0)
    .flatMap((one) => {
      const found = calibrationOf(one)
      if (!found) return []
      const { promised, won, wonError: error, decided } = found
      return [{ promised, won, error, decided }]
    })
    .toSorted((a, b) => a.promised - b.promised)
}
