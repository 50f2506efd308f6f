import { LANGUAGE_TAGS, type Language } from './languages.ts'

/** A file of texts: names with a text, or with further texts. */
export interface Texts {
  readonly [name: string]: string | Texts
}

/** Values for the names in a text, ready to show; a count is a number. */
export type Facts = Readonly<Record<string, string | number>>

/**
 * The text at a dotted path with its facts in place of `{{name}}`; undefined when there is none. A missing fact becomes
 * empty. With a `count`, uses the language's plural form where the text has forms (`left_one`, `left_other`).
 */
export function fill(texts: Texts, path: string, facts: Facts, language: Language): string | undefined {
  const { count } = facts
  const text =
    (count === undefined ? undefined : textAt(texts, `${path}_${pluralForm(Number(count), language)}`)) ??
    textAt(texts, path)
  return text?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name] ?? ''))
}

function textAt(texts: Texts, path: string): string | undefined {
  let found: string | Texts | undefined = texts
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return typeof found === 'string' ? found : undefined
}

const RULES = new Map<Language, Intl.PluralRules>()

function pluralForm(count: number, language: Language): Intl.LDMLPluralRule {
  const rules = RULES.get(language) ?? new Intl.PluralRules(LANGUAGE_TAGS[language])
  RULES.set(language, rules)
  return rules.select(count)
}
