import * as z from 'zod/mini'
import type { Language } from '../../languages.ts'
import { durationText } from '../durations.ts'
import { isolated } from '../isolated.ts'
import { rangeText } from '../ranges.ts'
import { lineNames, SUBJECT_LINES } from './lines.ts'
import { SUBJECT_WORDS, subjectWords } from './words.ts'

/** One value of what a conversation is about, kept as a fact: every reader sees it in his own language. */
const value = z.union([
  /** The same in each language: a sum with its currency, an address, a name. */
  z.strictObject({ text: z.string() }),
  z.strictObject({ word: z.enum(SUBJECT_WORDS) }),
  z.strictObject({ seconds: z.int() }),
  /** What had to happen; the distance from the entry price in millionths. */
  z.strictObject({ range: z.enum(['up', 'down']), barrierPpm: z.int() }),
  /** Ms since 1970, shown in UTC. */
  z.strictObject({ atMs: z.int() }),
])
export type SubjectValue = z.output<typeof value>

/** The facts that go along with a conversation: its name in a few values, and the lines of its receipt. */
export const subjectFacts = z.strictObject({
  about: z.array(value),
  lines: z.array(z.strictObject({ name: z.enum(SUBJECT_LINES), value })),
})
export type SubjectFacts = z.output<typeof subjectFacts>

/** What a conversation is about in a few words: "BTC/USDT Up 25 USDT". */
export function aboutText({ about }: SubjectFacts, language: Language): string {
  return about.map((one) => valueText(one, language)).join(' ')
}

/** The receipt that went along, line by line. */
export function receiptLines({ lines }: SubjectFacts, language: Language): { name: string; text: string }[] {
  const names = lineNames(language)
  return lines.map((one) => ({ name: names[one.name], text: valueText(one.value, language) }))
}

function valueText(given: SubjectValue, language: Language): string {
  if ('text' in given) return steady(given.text, language)
  if ('word' in given) return subjectWords(language)[given.word]
  if ('seconds' in given) return durationText(given.seconds, language)
  if ('range' in given) return rangeText(given.range, given.barrierPpm, language)
  return steady(`${new Date(given.atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`, language)
}

/** Keeps "25 USDT" in its order inside right-to-left text; what is copied as one word stays bare. */
function steady(text: string, language: Language): string {
  return /[\s+−]/.test(text) ? isolated(text, language) : text
}
