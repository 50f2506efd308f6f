/** Keeps a figure left to right inside a sentence of a right-to-left page; elsewhere it is left alone. */
export function ltr(text: string): string {
  return document.documentElement.dir === 'rtl' ? `\u2066${text}\u2069` : text
}
