import type { ChartOrder } from './Chart.tsx'
import { chartTime, type TimeParts } from './chartTime.ts'
import { isOneDay } from '../text/isOneDay.ts'
import { DIGIT, within, type Places } from './chartPlaces.ts'

/** A text below the line, and its middle. */
export interface TimeBelow {
  text: string
  x: number
}

type Times = Pick<ChartOrder, 'entryAtMs' | 'dueAtMs' | 'timeLeft'>

/** Least distance between two texts, in letters. */
const APART = 1

/**
 * Below an order: its entry time, and its due time or the time left. An order that ends on another day of the user's
 * calendar has dates too, or the dates alone where both would not fit.
 */
export function orderTimes({ entryAtMs, dueAtMs, timeLeft }: Times, places: Places): [TimeBelow, TimeBelow] {
  const placed = (parts: TimeParts): [TimeBelow, TimeBelow] => {
    const [entry, due] = [chartTime(entryAtMs, parts), timeLeft ?? chartTime(dueAtMs, parts)]
    return [
      { text: entry, x: within(places.x(entryAtMs), entry.length, places) },
      { text: due, x: within(places.x(dueAtMs), due.length, places) },
    ]
  }
  if (isOneDay(entryAtMs, dueAtMs)) return placed('second')
  const dated = placed('all')
  return haveRoom(dated, places) ? dated : placed('day')
}

function haveRoom([entry, due]: readonly [TimeBelow, TimeBelow], { rem }: Places): boolean {
  const letters = (entry.text.length + due.text.length) / 2 + APART
  return due.x - entry.x >= letters * DIGIT * rem
}
