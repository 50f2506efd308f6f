import { lineIn, type LoggedLine, type ShownLine } from '../arbitrage/ownLine.ts'
import type { Crypto } from '../crypto.ts'
import { isCount, isDay, isHash } from '../fields.ts'
import { checkpointKey, openCheckpoint } from '../log/checkpoint.ts'
import { isKeys, isNote } from '../receipts/receiptShape.ts'
import type { HouseKeys, Segment } from '../receipts/receipts.ts'
import { isFormed } from '../receipts/signedFile.ts'
import { list, matches, oneOf, shape } from '../shape.ts'
import { isSegment } from './shownKeys.ts'

export const LINE_FORMAT = 'tickmark-line/1'

/**
 * A hosting order's line for a day, proven to be in the log: it is under the day's `yield` entry, which is in the tree of a
 * signed head.
 */
export interface LineFile {
  format: typeof LINE_FORMAT
  day: string
  shown: ShownLine
  segment: Segment
  checkpoint: string
  keys: HouseKeys
}

const isPath = list(isHash)
const isLineFile = shape({
  format: oneOf(LINE_FORMAT),
  day: isDay,
  shown: shape({
    line: (value) => matches(value, /^[\x20-\x7e]{1,60000}$/),
    index: isCount,
    size: isCount,
    path: isPath,
  }),
  segment: isSegment,
  checkpoint: isNote,
  keys: isKeys,
})

/** Parses the file of a line; null for a missing or extra field or a wrong type. Never throws. */
export function parseLineFile(value: unknown): LineFile | null {
  return isFormed(value, isLineFile) ? (value as LineFile) : null
}

/** The line, if the file's log key committed to it; null otherwise. */
export function lineInFile(
  { day, shown, segment, checkpoint, keys }: LineFile,
  crypto: Crypto,
): LoggedLine | null {
  const head = openCheckpoint(checkpoint, checkpointKey(keys.origin, keys.log, crypto.sha256), crypto)
  return head && lineIn({ day, shown }, segment, head, crypto)
}
