/** Keeps a figure left to right inside a right-to-left sentence; no effect elsewhere. */
export function ltr(text: string): string {
  return document.documentElement.dir === 'rtl' ? `\u2066${text}\u2069` : text
}
