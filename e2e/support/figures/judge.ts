/** What is wrong with a page's numbers: figures that are not there, and numbers that nothing explains. */
export interface Findings {
  missing: string[]
  unexplained: string[]
}

/** A kind of numbers that are no figures of the user. */
export interface NoFigure {
  name: string
  pattern: RegExp
}

/**
 * Compares a page's text with the figures that it must show, each with its label as on screen. A figure explains every
 * place where it stands; what then still has a digit, and is none of the kinds that are no figures, is unexplained.
 */
export function judge(page: string, figures: readonly string[], others: readonly NoFigure[]): Findings {
  const whole = plain(page)
  let rest = whole
  const missing: string[] = []
  const explain = (pattern: RegExp) => (rest = rest.replace(pattern, (found) => DONE.repeat(found.length)))
  for (const given of [...new Set(figures.map(plain))].toSorted((a, b) => b.length - a.length)) {
    const figure = given.replace(MAYBE, '')
    const pattern = patternOf(figure)
    if (figure === given && whole.search(pattern) < 0) missing.push(figure)
    explain(pattern)
  }
  for (const { pattern } of others) explain(pattern)
  const unexplained = Array.from(rest.matchAll(NUMBER), ({ index, 0: number }) => {
    return `${number} in “${whole.slice(Math.max(0, index - 40), index + number.length + 25)}”`
  })
  return { missing, unexplained }
}

/** The figures of a page that could be off by their last digit without a finding. */
export function unnoticed(page: string, figures: readonly string[], others: readonly NoFigure[]): string[] {
  const whole = plain(page)
  const isNone = Array.from(whole, () => false)
  for (const { pattern } of others) {
    for (const { index, 0: found } of whole.matchAll(pattern)) isNone.fill(true, index, index + found.length)
  }
  return Array.from(whole.matchAll(NUMBER)).flatMap(({ index, 0: number }) => {
    const at = index + number.search(/\d[^\d]*$/)
    const changed = `${whole.slice(0, at)}${(Number(whole[at]) + 1) % 10}${whole.slice(at + 1)}`
    if (isNone[at]) return []
    const { missing, unexplained } = judge(changed, figures, others)
    return missing.length + unexplained.length > 0
      ? []
      : [`${number} in “${whole.slice(Math.max(0, at - 40), at + 20)}”`]
  })
}

/** A text without marks of direction, with single spaces. */
export function plain(text: string): string {
  return text
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
}

/** Stands for text that is explained already. */
const DONE = '◦'
const NUMBER = /[+−-]?\$?\d(?:[\d.,:]*\d)?%?/g

/** A figure's text, of which no digit may go on before or after it; on screen a unit may touch its figure. */
function patternOf(figure: string): RegExp {
  const body = figure.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/ /g, String.raw`\s*`)
  return new RegExp(String.raw`(?<![\d]|\d[.,:]|[+−-](?=\d))${body}(?!\d|[.,:]\d)`, 'g')
}

/** A figure that stands there only when there is room for it. */
export function maybe(figure: string): string {
  return `${MAYBE}${figure}`
}

export const MAYBE = 'maybe: '
