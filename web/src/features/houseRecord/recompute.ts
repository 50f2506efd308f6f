import { sha256 } from '@noble/hashes/sha2.js'
import { canonicalText, type Canonical } from '@tickmark/core/canonical'
import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import { readSegment } from '@tickmark/core/receipts/receiptLog'
import type { RecordFigures } from '@tickmark/core/record/recordFigures'
import { linesIn } from '@tickmark/core/record/linesIn'
import { isEntryOfDay, isRecordOf, openRecord } from '@tickmark/core/record/readRecord'
import { RECORD_PATH } from '@tickmark/wire/logFiles'
import type { RecordDayItem } from '@tickmark/wire/schemas/record'
import { call } from '../../api/api.ts'
import { verifyEd25519 } from '../../watch/signatures/nobleSignature.ts'
import { startWatch } from '../../watch/startWatch.ts'

/** `unlogged`: the figures are right, but nothing proves that the file is in the log that this device watches. */
export type Recomputed = 'equal' | 'unequal' | 'unlogged'

/**
 * Adds up the lines of a day's file on this device, and compares them with the shown figures and with the public log.
 */
export async function recompute({ day, seq }: RecordDayItem, shown: RecordFigures): Promise<Recomputed> {
  const record = openRecord((data) => sha256(data))
  for await (const line of linesIn(piecesOf(`${RECORD_PATH}/${day}`))) record.add(line)
  const read = record.end()
  const { bodies, checkpoint, ...stretch } = await call('getLog', { from: seq, to: seq }, { quiet: true })
  const head = parseCheckpoint(splitNote(checkpoint ?? '')?.text ?? '')
  const crypto = { sha256: (data: Uint8Array) => sha256(data), verifyEd25519 }
  const [entry] = head ? readSegment({ ...stretch, bodies }, head, crypto) : []
  const isLogged = isEntryOfDay(entry, day) && isRecordOf(read, entry)
  if (!isLogged || read.problem !== null || textOf(read.figures) !== textOf(shown)) return 'unequal'
  const agrees = await startWatch().compare(checkpoint ?? '')
  if (agrees === 'differs') return 'unequal'
  return agrees === 'agrees' ? 'equal' : 'unlogged'
}

function textOf(figures: RecordFigures): string {
  return canonicalText(figures as unknown as Canonical)
}

/** Streams a file in pieces; not all browsers support iterating a stream. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  const answer = await fetch(path, { credentials: 'omit' })
  if (!answer.ok || !answer.body) throw new Error(`${path} answers ${answer.status}`)
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
