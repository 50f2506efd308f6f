import { durationText } from '@tickmark/texts/server/durations'
import { isolated } from '@tickmark/texts/server/isolated'
import type { Language } from '@tickmark/texts/languages'
import { rangeText } from '@tickmark/texts/server/ranges'
import { serverText } from '@tickmark/texts/server/serverText'
import { sideText } from '@tickmark/texts/server/sides'
import type { SubjectFacts, SubjectValue, SubjectWord } from '@tickmark/wire/texts/subjects/subjects'

/** The subject of a conversation in a few words: "BTC/USDT Up 25 USDT". */
export function aboutText({ about }: SubjectFacts, language: Language): string {
  return about.map((one) => valueText(one, language)).join(' ')
}

/** The receipt of the subject, line by line. */
export function receiptLines({ lines }: SubjectFacts, language: Language): { name: string; text: string }[] {
  return lines.map(({ name, value }) => ({
    name: serverText(`lines.${name}`, language),
    text: valueText(value, language),
  }))
}

function valueText(given: SubjectValue, language: Language): string {
  if ('text' in given) return steady(given.text, language)
  if ('word' in given) return wordText(given.word, language)
  if ('seconds' in given) return durationText(given.seconds, language)
  if ('range' in given) return rangeText(given.range, given.barrierPpm, language)
  return steady(`${new Date(given.atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`, language)
}

function wordText(word: SubjectWord, language: Language): string {
  return word === 'up' || word === 'down' ? sideText(word, language) : serverText(`words.${word}`, language)
}

/** Isolates "25 USDT" so that its order survives in right-to-left text; a single word that is copied stays bare. */
function steady(text: string, language: Language): string {
  return /[\s+−]/.test(text) ? isolated(text, language) : text
}
