/** A moment as local time in the page's language, with Latin digits. */
export function chartTime(atMs: number, parts: Intl.DateTimeFormatOptions): string {
  const lang = document.documentElement.lang || 'en'
  return new Intl.DateTimeFormat(`${lang}-u-nu-latn`, parts).format(atMs)
}
