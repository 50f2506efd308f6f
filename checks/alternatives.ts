/**
 * Expands a regular expression into its alternatives: `^a/(b|c)$` gives `^a/b$` and `^a/c$`. A negative lookahead
 * (`(?!…)`) is expanded like a group; a back-reference (`$1`) matches any one name.
 */
export function alternativesOf(pattern: string): string[] {
  const [texts, rest] = readChoice(pattern.replaceAll(/\$\d/g, '[^/]+'))
  if (rest !== '') throw new Error(`${pattern}: one bracket too many`)
  return [...new Set(texts)]
}

/** Reads the alternatives up to a closing bracket or the end; also returns the rest of the pattern. */
function readChoice(from: string): [texts: string[], rest: string] {
  const whole: string[] = []
  let texts = ['']
  let rest = from
  while (rest !== '' && !rest.startsWith(')')) {
    if (rest.startsWith('|')) {
      whole.push(...texts)
      texts = ['']
      rest = rest.slice(1)
      continue
    }
    const [parts, after] = readPart(rest)
    texts = texts.flatMap((text) => parts.map((part) => text + part))
    rest = after
  }
  return [[...whole, ...texts], rest]
}

/** One character, class or group, with its quantifier. */
function readPart(from: string): [parts: string[], rest: string] {
  const single = /^(?:\\.|\[(?:\\.|[^\]\\])*\]|[^()|])[?*+]?/.exec(from)?.[0]
  if (single !== undefined) return [[single], from.slice(single.length)]
  const opening = /^\((?:\?[:!])?/.exec(from)?.[0] ?? '('
  const [texts, after] = readChoice(from.slice(opening.length))
  const rest = after.slice(1)
  const repeats = /^[?*+]/.exec(rest)?.[0] ?? ''
  const parts = repeats === '' ? texts : texts.map((text) => `(?:${text})${repeats}`)
  return [parts, rest.slice(repeats.length)]
}
