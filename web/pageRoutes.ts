/** Route properties that only the server and its documentation read. */
const SERVER_ONLY = /^ {4}(?:summary|input|rate|picture|refusals):/

/** Continuation of a property: deeper lines, and its closing brackets. */
const GOES_ON = /^(?: {6}| {4}[)\]}]|$)/

/**
 * Removes properties that the page never reads from the source of a route table: the tables are part of its first
 * screen.
 */
export function pageRoutes(source: string): string {
  let isCut = false
  return source
    .split('\n')
    .filter((line) => {
      isCut = SERVER_ONLY.test(line) || (isCut && GOES_ON.test(line))
      return !isCut
    })
    .join('\n')
}
