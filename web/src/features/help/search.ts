/** A searchable item. */
export interface Searched {
  title: string
  /** Sanitized HTML. */
  html: string
}

/** Start and end in a title, in UTF-16 units. */
export type Span = readonly [from: number, to: number]

export interface Found<T> {
  item: T
  /** The matches in the title, in order and not overlapping. */
  marks: Span[]
}

/** Items that contain every word of the query in title or text. Items with all words in the title come first. */
export function search<T extends Searched>(items: readonly T[], query: string): Found<T>[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const inTitle: Found<T>[] = []
  const elsewhere: Found<T>[] = []
  for (const item of items) {
    const title = fold(item.title)
    const all = `${title.text} ${fold(textOf(item.html)).text}`
    if (!words.every((forms) => forms.some((form) => all.includes(form)))) continue
    const isTitled = words.every((forms) => forms.some((form) => title.text.includes(form)))
    const hits = words.flatMap((forms) => forms.flatMap((form) => spansOf(title, form)))
    ;(isTitled ? inTitle : elsewhere).push({ item, marks: joined(hits) })
  }
  return [...inTitle, ...elsewhere]
}

/** Splits a title into pieces, with the matches marked. */
export function pieces(title: string, marks: readonly Span[]): { text: string; at: number; hit: boolean }[] {
  const cuts = [0, ...marks.flat(), title.length]
  return cuts
    .slice(0, -1)
    .map((from, at) => ({ text: title.slice(from, cuts[at + 1]), at: from, hit: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** The visible text of HTML. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, dec, hex, name) => {
      if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? whole
      const code = typeof dec === 'string' ? Number(dec) : Number.parseInt(String(hex), 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Normalises a text for comparison; also returns the original position of each of its characters. */
interface Folded {
  text: string
  from: number[]
  to: number[]
}

/**
 * Ignores case, accents, character widths, kana type and Arabic letter forms. Splits Hangul into letters, so that a
 * half-typed syllable matches.
 */
function fold(original: string): Folded {
  const folded: Folded = { text: '', from: [], to: [] }
  let at = 0
  for (const letter of original) {
    const next = at + letter.length
    for (const one of foldLetter(letter)) {
      folded.text += one
      folded.from.push(at)
      folded.to.push(next)
    }
    at = next
  }
  return folded
}

/** Length in UTF-16 units, the unit of positions. */
function foldLetter(letter: string): string[] {
  const wide = letter.normalize('NFKC')
  const base = /[\u3040-\u30ff]/u.test(wide)
    ? wide.replace(/[\u30a1-\u30f6]/gu, (kana) => String.fromCodePoint(kana.charCodeAt(0) - 0x60))
    : letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return base
    .toLowerCase()
    .replace(/\p{Cf}|\u0640/gu, '')
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/[\u0649\u06cc]/gu, '\u064a')
    .replace(/\u0629/gu, '\u0647')
    .replace(/\u0671/gu, '\u0627')
    .replace(/\u06a9/gu, '\u0643')
    .replace(/[\u0660-\u0669]/gu, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/\s/gu, ' ')
    .split('')
}

/** The forms of each word of a query: Arabic words also without the article, English ones without their endings. */
function wordsOf(query: string): string[][] {
  return fold(query.normalize('NFKC'))
    .text.split(/[\s,،、。?？؟!！]+/u)
    .filter((word) => word !== '')
    .map((word) => [word, ...shorterForms(word)])
}

/** "Withdraw" for "withdrawals", "fee" for "fees": so short that other forms of the word contain them. */
function shorterForms(word: string): string[] {
  if (/^\u0627\u0644.{3}/u.test(word)) return [word.slice(2)]
  return ENDINGS.flatMap((ending) => ending.exec(word)?.[1] ?? [])
}

const ENDINGS = [/^([a-z]{2,}[a-hj-rtv-z])s$/, /^([a-z]{4,})als?$/, /^([a-z]{3,})ing$/]

function spansOf(folded: Folded, word: string): Span[] {
  const spans: Span[] = []
  for (let at = folded.text.indexOf(word); at >= 0; at = folded.text.indexOf(word, at + word.length)) {
    spans.push([folded.from[at] ?? 0, folded.to[at + word.length - 1] ?? 0])
  }
  return spans
}

/** Sorts ranges and merges those that touch. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const [from, to] of spans.toSorted((one, other) => one[0] - other[0] || other[1] - one[1])) {
    const last = all.at(-1)
    if (last && from <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], to)]
    else all.push([from, to])
  }
  return all
}
