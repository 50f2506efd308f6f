import { LANGUAGE_TAGS, type Language } from './languages.ts'

/** A file of texts: a text, or more of them under a name. */
export interface Texts {
  readonly [name: string]: string | Texts
}

/** What stands for the names in a text: ready to show, but for a count. */
export type Facts = Readonly<Record<string, string | number>>

/**
 * The text at a dotted path with its facts in place of `{{name}}`; undefined when there is none. A fact that is not given
 * leaves nothing. With a `count`, the plural form of the language is taken where the text has forms (`left_one`, `left_other`).
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
