/** Route properties that only the server and its documentation read. */
const SERVER_ONLY = /^ {4}(?:summary|input|rate|picture|refusals):/

/** The rest of a property that began on an earlier line: deeper lines, and its closing brackets. */
const GOES_ON = /^(?: {6}| {4}[)\]}]|$)/

/** Removes what the page never reads from the source of a route table: the tables are part of its first screen. */
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
