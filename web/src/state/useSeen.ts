import type { Amount } from '@tickmark/core/money/money'
import { useLayoutEffect, useRef } from 'react'

/** How long a person takes to react to what changes on screen. A tap within this time was meant for what stood there before. */
const REACTION_MS = 250
/** How many offers are remembered: more than can be shown within the reaction time. */
const MOST = 8

/** When a tap happened, in ms on the clock of `performance.now()`. */
export type Tap = Pick<Event, 'timeStamp'>

/** An offer, and since when it is on screen, in ms. */
export interface Shown<T> {
  offer: T
  fromMs: number
}

/** Remembers the offers on screen. Returns a function that says which one a tap accepts; null while there is none. */
export function useSeen<T>(newest: T | null, unitsOf: (offer: T) => Amount): (tap: Tap) => T | null {
  const shown = useRef<readonly Shown<T>[]>([])
  useLayoutEffect(() => {
    const next = newest === null ? [] : [...shown.current, { offer: newest, fromMs: performance.now() }]
    shown.current = next.slice(-MOST)
  }, [newest])
  return ({ timeStamp }) => bestSeen(shown.current, timeStamp, unitsOf)
}

/**
 * The best offer that was on screen within the reaction time before a tap, the newest of equal ones: a worse one that
 * has just taken its place was not what the user accepted.
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
