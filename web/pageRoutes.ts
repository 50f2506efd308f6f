/** Properties of a route that its server and its documentation read, and the page never. */
const SERVER_ONLY = /^ {4}(?:summary|input|rate|picture|refusals):/

/** What belongs to a property begun before: deeper lines, and the brackets that close it. */
const GOES_ON = /^(?: {6}| {4}[)\]}]|$)/

/** The source of a route table without what the page never reads: the tables are part of its first screen. */
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
