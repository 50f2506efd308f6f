import type { OverlayOptions } from 'sharp'
import type { PictureSize } from './pictureSize.ts'

/** Side of a dot in pixels, and the distance between two lines of text in dots. */
const DOT = 2
const LINE = 22

/**
 * A text all over a picture of this size, half transparent, in capitals and figures: a leaked picture names its viewer. The
 * letters are our own, because a bare machine has no fonts.
 */
export function markOf(text: string, { width, height }: PictureSize): OverlayOptions {
  const input = Buffer.alloc(width * height * 4)
  const rows = rowsOf(`${text.toUpperCase()}   `)
  for (let y = 0; y < height; y++) {
    const line = Math.floor(y / DOT)
    const row = rows[line % LINE]
    // Each line begins at another offset, so that no crop removes them all.
    const shift = Math.floor(line / LINE) * 17
    for (let x = 0; row && x < width; x++) {
      if (row[(Math.floor(x / DOT) + shift) % row.length] === 1) input.set(INK, (y * width + x) * 4)
    }
  }
  return { input, raw: { width, height, channels: 4 } }
}

const INK = [176, 32, 32, 150]

/** The five rows of dots of a text; a dot that is set is 1. */
function rowsOf(text: string): number[][] {
  return Array.from({ length: 5 }, (_, row) =>
    Array.from(text).flatMap((letter) => {
      const bits = Number((GLYPHS[letter] ?? '00000')[row])
      return [(bits >> 2) & 1, (bits >> 1) & 1, bits & 1, 0]
    }),
  )
}

/** Letters of three by five dots: a figure of three bits for each row. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '75557',
  '1': '26227',
  '2': '71747',
  '3': '71717',
  '4': '55711',
  '5': '74717',
  '6': '74757',
  '7': '71111',
  '8': '75757',
  '9': '75717',
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25573',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  '-': '00700',
}
