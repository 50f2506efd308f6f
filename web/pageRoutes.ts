/** Route properties that only the server and its documentation read. */
const SERVER_ONLY = /^ {4}(?:summary|input|rate|picture|refusals):/

/** Continuation of a property: deeper lines, and its closing brackets. */
const GOES_ON = /^(?: {6}| {4}[)\]}]|$)/

/** A reply's schema, on one line or on several. */
const REPLY = /^ {4}reply: ((?:.*|.*\n(?: {6}.*\n|\n)* {4}[)\]}]+)),$/gm

/**
 * The source of a route table for the page, whose first screen has all of them: without the properties that the page
 * never reads, and with schemas of replies that are made once the first reply is read.
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
    .replaceAll(REPLY, '    reply: z.lazy(() => $1),')
}
