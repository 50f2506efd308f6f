/** Longer lines are truncated: they cannot be lines of a record. */
const LONGEST = 4_096
const STEP = 8_192

/** Splits a streamed file into lines without line feeds. Each byte is a character, as records are ASCII. */
export async function* linesIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += STEP) {
      const lines = (rest + String.fromCharCode(...piece.subarray(at, at + STEP))).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > LONGEST) {
        yield rest.slice(0, LONGEST)
        rest = ''
      }
    }
  }
  if (rest !== '') yield rest
}
