import type { Direction } from '@tickmark/core/orders/terms'
import { isolated } from './isolated.ts'
import type { Language } from '../languages.ts'
import { serverText } from './serverText.ts'

/**
 * A return range in words: "Any rise", "Above +0.03%". `barrierPpm` is the distance from the entry price in millionths;
 * at 0 any move in the direction wins.
 */
export function rangeText(direction: Direction, barrierPpm: number, language: Language): string {
  const isUp = direction === 'up'
  if (barrierPpm === 0) return serverText(isUp ? 'ranges.anyRise' : 'ranges.anyFall', language)
  const move = isolated(`${isUp ? '+' : '−'}${percentOf(barrierPpm)}%`, language)
  return serverText(isUp ? 'ranges.above' : 'ranges.below', language, { move })
}

/** Millionths as a percentage, exactly: 241 is "0.0241". */
function percentOf(ppm: number): string {
  const digits = String(ppm).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4).replace(/0{1,2}$/, '')}`
}
