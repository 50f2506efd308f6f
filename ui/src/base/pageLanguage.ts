/**
 * Sets the language (BCP 47, such as "ar") and text direction of <html>; the session stores it for the next first
 * paint.
 */
export function setPageLanguage(lang: string): void {
  document.documentElement.lang = lang
  document.documentElement.dir = /^(ar|he|fa|ur)\b/.test(lang) ? 'rtl' : 'ltr'
}
