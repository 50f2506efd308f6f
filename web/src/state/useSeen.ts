import type { Amount } from '@tickmark/core/money/money'
import { useLayoutEffect, useRef } from 'react'

/** A person's reaction time to a change on screen. A tap within it was meant for the earlier content. */
const REACTION_MS = 250
/** Number of offers remembered: more than can be shown within the reaction time. */
const MOST = 8

/** The time of a tap, in ms on the clock of `performance.now()`. */
export type Tap = Pick<Event, 'timeStamp'>

/** An offer, and when it came on screen, in ms. */
export interface Shown<T> {
  offer: T
  fromMs: number
}

/**
 * Remembers the offers on screen. Returns a function that gives the offer that a tap accepts; null while there is
 * none.
 */
export function useSeen<T>(newest: T | null, unitsOf: (offer: T) => Amount): (tap: Tap) => T | null {
  const shown = useRef<readonly Shown<T>[]>([])
  useLayoutEffect(() => {
    const next = newest === null ? [] : [...shown.current, { offer: newest, fromMs: performance.now() }]
    shown.current = next.slice(-MOST)
  }, [newest])
  return ({ timeStamp }) => bestSeen(shown.current, timeStamp, unitsOf)
}

/**
 * The best offer on screen within the reaction time before a tap; the newest among equals. The user did not accept a
 * worse one that has just replaced it.
 */
export function bestSeen<T>(
  shown: readonly Shown<T>[],
  tapMs: number,
  unitsOf: (offer: T) => Amount,
): T | null {
  const seen = shown.filter((_, at) => (shown[at + 1]?.fromMs ?? Infinity) > tapMs - REACTION_MS)
  return seen.reduce<T | null>(
    (best, { offer }) => (best === null || unitsOf(offer) >= unitsOf(best) ? offer : best),
    null,
  )
}
