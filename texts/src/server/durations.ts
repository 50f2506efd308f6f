import type { Language } from '../languages.ts'
import { serverText } from './serverText.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** The name of a duration of whole minutes: "1 min", "4 h", "1 d". */
export function durationText(seconds: number, language: Language): string {
  const [unit, size] = UNITS.find(([, one]) => seconds % one === 0) ?? ['minute', 60]
  return serverText(`durations.${unit}`, language, { count: Math.floor(seconds / size) })
}
