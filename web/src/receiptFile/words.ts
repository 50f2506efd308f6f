import { type Facts, fill, type Texts } from '@tickmark/texts/fill'
import { DEFAULT_LANGUAGE, LANGUAGE_TAGS, LANGUAGES } from '@tickmark/texts/languages'

// Only the texts that the script shows, in every language.
const steps = import.meta.glob<Texts>('../../../texts/src/*/receipt.json', { eager: true, import: 'step' })
const states = import.meta.glob<Texts>('../../../texts/src/*/receipt.json', {
  eager: true,
  import: 'stepState',
})
const verdicts = import.meta.glob<Texts>('../../../texts/src/*/verdict.json', {
  eager: true,
  import: 'default',
})

/** The script's texts in the language of a page's tag; English for any other tag. */
export function wordsIn(tag: string): (path: string, facts?: Facts) => string {
  const language = LANGUAGES.find((one) => LANGUAGE_TAGS[one] === tag) ?? DEFAULT_LANGUAGE
  const file = (name: string) => `../../../texts/src/${language}/${name}.json`
  const texts: Texts = {
    ...verdicts[file('verdict')],
    step: steps[file('receipt')] ?? {},
    stepState: states[file('receipt')] ?? {},
  }
  return (path, facts = {}) => fill(texts, path, facts, language) ?? path
}
