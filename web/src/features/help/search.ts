/** What a search looks through. */
export interface Searched {
  title: string
  /** Cleaned HTML. */
  html: string
}

/** From and to in a title, in UTF-16 units. */
export type Span = readonly [from: number, to: number]

export interface Found<T> {
  item: T
  /** Where the title says what was asked for, in order and apart from each other. */
  marks: Span[]
}

/** The items that hold every word of a query, in title or text; those that hold them all in the title come first. */
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

/** A title in pieces, those that were asked for marked. */
export function pieces(title: string, marks: readonly Span[]): { text: string; at: number; hit: boolean }[] {
  const cuts = [0, ...marks.flat(), title.length]
  return cuts
    .slice(0, -1)
    .map((from, at) => ({ text: title.slice(from, cuts[at + 1]), at: from, hit: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** HTML as the words that it shows. */
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

/** A text as it is compared, and for each of its letters where that stands in the original. */
interface Folded {
  text: string
  from: number[]
  to: number[]
}

/** Case, accents, widths, kana and the forms of Arabic letters make no difference; Hangul is taken apart, so that a half-typed syllable is found. */
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

/** In UTF-16 units, as positions are counted. */
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

/** Each word of a query in the forms that it may have: an Arabic one also without its article. */
function wordsOf(query: string): string[][] {
  return fold(query.normalize('NFKC'))
    .text.split(/[\s,،、。?？؟!！]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^\u0627\u0644.{3}/u.test(word) ? [word, word.slice(2)] : [word]))
}

function spansOf(folded: Folded, word: string): Span[] {
  const spans: Span[] = []
  for (let at = folded.text.indexOf(word); at >= 0; at = folded.text.indexOf(word, at + word.length)) {
    spans.push([folded.from[at] ?? 0, folded.to[at + word.length - 1] ?? 0])
  }
  return spans
}

/** In order, those that touch made one. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const [from, to] of spans.toSorted((one, other) => one[0] - other[0] || other[1] - one[1])) {
    const last = all.at(-1)
    if (last && from <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], to)]
    else all.push([from, to])
  }
  return all
}
