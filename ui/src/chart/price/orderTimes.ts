import type { ChartOrder } from './Chart.tsx'
import { chartTime, type TimeParts } from './chartTime.ts'
import { isOneDay } from '../../text/isOneDay.ts'
import { DIGIT, within, type Places } from './chartPlaces.ts'

/** A text below the line, and its middle. */
export interface TimeBelow {
  text: string
  x: number
}

type Times = Pick<ChartOrder, 'entryAtMs' | 'endAtMs' | 'timeLeft'>

/** Least distance between two texts, in letters. */
const APART = 1

/** After the end's text while the end stands further right than the drawing. */
const LATER = ' ›'

/**
 * Below an order: its entry time, and its end or the time left. An order that ends on another day of the user's
 * calendar has dates too, or the dates alone where both would not fit.
 */
export function orderTimes({ entryAtMs, endAtMs, timeLeft }: Times, places: Places): [TimeBelow, TimeBelow] {
  const placed = (parts: TimeParts): [TimeBelow, TimeBelow] => {
    const entry = chartTime(entryAtMs, parts)
    const isLater = places.x(endAtMs) > places.right
    const end = (timeLeft ?? chartTime(endAtMs, parts)) + (isLater ? LATER : '')
    return [
      { text: entry, x: within(places.x(entryAtMs), entry.length, places) },
      { text: end, x: within(places.x(endAtMs), end.length, places) },
    ]
  }
  if (isOneDay(entryAtMs, endAtMs)) return placed('second')
  const dated = placed('all')
  return haveRoom(dated, places) ? dated : placed('day')
}

function haveRoom([entry, end]: readonly [TimeBelow, TimeBelow], { rem }: Places): boolean {
  const letters = (entry.text.length + end.text.length) / 2 + APART
  return end.x - entry.x >= letters * DIGIT * rem
}
