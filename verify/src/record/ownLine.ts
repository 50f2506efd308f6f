import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { bundleHash } from '@tickmark/core/consent/bundle'
import type { Sha256 } from '@tickmark/core/crypto'
import { isRecord } from '@tickmark/core/json'
import { leafHash } from '@tickmark/core/log/tree/tree'
import { TERM_FIELDS, type LineTerms } from '@tickmark/core/record/lineTerms'
import { isLineOf, lineOfReceipt } from '@tickmark/core/record/ownLine'
import type { RecordLine } from '@tickmark/core/record/recordLine'
import { refusedTerms } from '@tickmark/core/record/refusedLine'
import { parseAnswer, type RefusalFile } from '@tickmark/core/receipts/answerShape'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import { refusalBody } from '@tickmark/core/receipts/refusal'
import { valueOf } from '../published.ts'

/** The line that a record must have, by a file of the reader's own. */
export interface OwnLine {
  /** Null for a line of others. */
  compare(line: RecordLine): 'told' | 'differs' | 'untold' | null
  /** The terms of a refused order; null for anything else. */
  terms: LineTerms | null
}

/** Reads the file of a receipt or of a refusal. Throws when it is neither. */
export function ownOf(text: string, sha256: Sha256): OwnLine {
  const value = valueOf(text)
  const answer = parseAnswer(value)
  if (answer && 'refusal' in answer) return ownRefusal(answer, sha256)
  const receipt = parseReceipt(isRecord(value) && 'receipt' in value ? value['receipt'] : value)
  if (!receipt) throw new Error('the receipt file is not what it should be')
  const mine = lineOfReceipt(receipt, sha256)
  return {
    terms: null,
    compare: (line) => {
      if (line.kind !== 'order' || line.ticket !== mine.ticket) return null
      return isLineOf(line, mine) ? 'told' : 'differs'
    },
  }
}

function ownRefusal({ refusal, consent }: RefusalFile, sha256: Sha256): OwnLine {
  if (!consent || bundleHash(consent, sha256) !== refusal.consent)
    throw new Error('the refusal file lacks the text that was refused')
  const hash = hexOf(leafHash(asciiBytes(refusalBody(refusal)), sha256))
  const terms = refusedTerms(consent.text, refusal.at)
  return {
    terms,
    compare: (line) => {
      if ((line.kind !== 'refusal' && line.kind !== 'refused') || line.refusal !== hash) return null
      if (line.kind === 'refusal') return terms ? 'untold' : 'told'
      return terms && TERM_FIELDS.every((name) => line[name] === terms[name]) ? 'told' : 'differs'
    },
  }
}
