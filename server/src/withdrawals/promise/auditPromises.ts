import { linesRoot } from '@tickmark/core/log/linesRoot'
import { parseEntry } from '@tickmark/core/log/log'
import { OVERDUE_MS } from '@tickmark/core/log/overdue'
import type { Ended } from '@tickmark/core/log/withdrawn'
import { withdrawalPromiseText } from '@tickmark/core/evidence/withdrawalPromise'
import { readKinds, readLastTickAt } from '../../market/store.ts'
import type { Reader } from '../../db/pool.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import { MOST_FINDINGS, type Finding } from '../../module/finding.ts'
import { sha256 } from '../../platform/sha256.ts'
import { readIntent, signerOfIntent } from '../withdrawal/signedIntent.ts'
import {
  brokenPromises,
  endsBefore,
  lateEnds,
  latePromises,
  promisedWithdrawals,
  promisesBefore,
  withdrawalsUnpromised,
} from './auditPromiseStore.ts'
import { endsUnder } from './endStore.ts'
import { promiseFor } from './promiseWithdrawal.ts'
import { promisesUnder } from './promiseStore.ts'

/** Promises compared with their withdrawals at a time. */
const CHUNK = 500

/** Each withdrawal has its promise once, with its own terms, and has ended when it is due; the log has all promises and ends in turn. */
export async function auditPromises(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const afterSeq = since?.logSize ?? 0
  const after = await promisesBefore(reader, afterSeq)
  const lateMs = ((await readLastTickAt(reader)) ?? 0) - OVERDUE_MS
  const [late, unsaid] = [await latePromises(reader, lateMs), await lateEnds(reader, lateMs)]
  return [
    ...late.map((number) => finding(`promise ${number}`, 'an entry of the log', 'none')),
    ...unsaid.map((number) => finding(`end of promise ${number}`, 'an entry of the log', 'none')),
    ...(await brokenPromises(reader, lateMs)).map(({ number, dueMs }) =>
      finding(`promise ${number}`, `an end by ${dueMs}`, 'none'),
    ),
    ...(await withdrawalsUnpromised(reader)).map((id) => finding(`withdrawal ${id}`, 'a promise', 'none')),
    ...(await promisesOffTerms(reader, after)),
    ...(await entriesOffPromises(reader, afterSeq, after)),
    ...(await entriesOffEnds(reader, afterSeq)),
  ]
}

/** Promises after a number that contradict their withdrawals or are out of sequence. */
async function promisesOffTerms(reader: Reader, afterNumber: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = afterNumber; findings.length < MOST_FINDINGS; after += CHUNK) {
    const rows = await promisedWithdrawals(reader, after, CHUNK)
    for (const [i, { number, text, withdrawal }] of rows.entries()) {
      const due = after + i + 1
      if (number !== due) return [...findings, finding(`promise ${due}`, 'one', `${number}`)]
      const intent = readIntent(withdrawal.intent)
      const signed = intent && { intent, wallet: signerOfIntent(withdrawal) }
      const expected = signed ? withdrawalPromiseText(promiseFor(number, withdrawal, signed)) : 'none'
      if (expected !== text) findings.push(finding(`promise ${number}`, expected, text))
    }
    if (rows.length < CHUNK) break
  }
  return findings
}

/** `withdrawals` entries that differ from their promises or do not continue the entry before. */
async function entriesOffPromises(reader: Reader, afterSeq: number, afterNumber: number): Promise<Finding[]> {
  const findings: Finding[] = []
  let next = afterNumber + 1
  for (const { seq, body } of await readKinds(reader, ['withdrawals'])) {
    if (seq <= afterSeq) continue
    if (findings.length >= MOST_FINDINGS) break
    const entry = parseEntry(body)
    const texts = (await promisesUnder(reader, seq)).map(({ text }) => text)
    const expected = `${next} to ${next + texts.length - 1} (${texts.length}), root ${linesRoot(texts, sha256)}`
    const found =
      entry?.kind === 'withdrawals'
        ? `${entry.first} to ${entry.last} (${entry.count}), root ${entry.root}`
        : body
    if (expected !== found) findings.push(finding(`log entry ${seq}`, expected, found))
    next += texts.length
  }
  return findings
}

/** `withdrawn` entries that differ from how their withdrawals ended or do not continue the entry before. */
async function entriesOffEnds(reader: Reader, afterSeq: number): Promise<Finding[]> {
  const findings: Finding[] = []
  let next = (await endsBefore(reader, afterSeq)) + 1
  for (const { seq, body } of await readKinds(reader, ['withdrawn'])) {
    if (seq <= afterSeq) continue
    if (findings.length >= MOST_FINDINGS) break
    const entry = parseEntry(body)
    const { first = next, ends = [] } = (await endsUnder(reader, seq)) ?? {}
    const expected = JSON.stringify({ first: next, ends: ends.map(saidOf) })
    const found =
      entry?.kind === 'withdrawn' && first === entry.first
        ? JSON.stringify({ first, ends: entry.ends.map(saidOf) })
        : body
    if (expected !== found) findings.push(finding(`log entry ${seq}`, expected, found))
    next += ends.length
  }
  return findings
}

function saidOf({ promise, end, tx }: Ended): string {
  return `${promise} ${end} ${tx}`
}

function finding(where: string, expected: string, found: string): Finding {
  return { rule: 'log = withdrawals', where, expected, found }
}
