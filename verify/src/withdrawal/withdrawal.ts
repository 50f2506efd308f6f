import type { Crypto } from '@tickmark/core/crypto'
import { isRecord } from '@tickmark/core/json'
import type { KnownOwner } from '@tickmark/core/receipts/consentCheck'
import {
  checkWithdrawalFile,
  type IntentCrypto,
  type WithdrawalStep,
  type WithdrawalVerdict,
} from '@tickmark/core/evidence/checkWithdrawalFile'
import {
  parseWithdrawalFile,
  type WithdrawalFile,
  type WithdrawalPromise,
} from '@tickmark/core/evidence/withdrawalPromise'
import { ANSWER_TEXTS, BESIDE } from '../statements/answer.ts'
import { besideOf, type Beside } from '../contradiction.ts'
import { CODES, type Outcome } from '../outcome.ts'
import { keysFor, readKeys, valueOf } from '../published.ts'
import type { PromisePlace } from './promiseInLog.ts'
import { endShown, type EndLook, type HouseLook } from './withdrawalLog.ts'
import { keysHint, stepLines, type StepTexts } from '../stepLines.ts'

/** The check of the house's promise of a withdrawal. */
export type WithdrawalReport =
  | { readable: false; file: 'withdrawal' | 'keys' | 'log' | 'receipt' }
  | (WithdrawalVerdict & {
      readable: true
      /** Whether the log has it, as the house shows; null without --url. */
      place: PromisePlace | null
      /** What the given part of the log shows of its end; null without one. */
      end: EndLook | null
      /** Its relation to another file of the house; null without one. */
      beside: Beside | null
    })

/** Whether a file claims to be the house's promise of a withdrawal. */
export function isWithdrawalFile(text: string): boolean {
  const value = valueOf(text)
  return isRecord(value) && String(value['format']).startsWith('tickmark-withdrawal/')
}

/** The files of the command; `shown` is a stretch of the log, or what the house shows, `receipt` another file. */
interface Files {
  file: string
  keys: string | undefined
  known: KnownOwner
  shown: string | HouseLook | undefined
  receipt?: string | undefined
}

/** Checks the house's promise of a withdrawal, and how it ended where the log shows that. */
export function checkPromisedWithdrawal(
  { file, keys: published, known, shown, receipt }: Files,
  crypto: Crypto & IntentCrypto,
): WithdrawalReport {
  const named = parseWithdrawalFile(valueOf(file))
  const keys = keysFor(published, named && { keys: named.keys, note: named.head }, crypto)
  if (keys === null) return { readable: false, file: 'keys' }
  const checked = checkWithdrawalFile(valueOf(file), crypto, { ...keys, ...known })
  if (!checked.file) return { readable: false, file: 'withdrawal' }
  const beside = receipt === undefined ? null : besideOf(checked.file, { receipt, keys: published }, crypto)
  if (receipt !== undefined && !beside) return { readable: false, file: 'receipt' }
  if (typeof shown !== 'string')
    return { ...checked, readable: true, place: shown?.place ?? null, end: shown?.end ?? null, beside }
  const present = published === undefined ? null : readKeys(valueOf(published))
  const end = endShown(shown, checked.file.statement, present ?? checked.file.keys, crypto)
  return end ? { ...checked, readable: true, place: null, end, beside } : { readable: false, file: 'log' }
}

/**
 * The exit code. 1 also for a contradiction, a withdrawal that is still owed, or a log with another promise in this one's place.
 * 3 also when the house does not show the promise in its log, or neither the end of a withdrawal nor that it is not due yet.
 */
export function codeOfWithdrawal(report: WithdrawalReport): Outcome['code'] {
  if (!report.readable) return 2
  const { verdict, place, end, beside } = report
  const isFalse = place?.is === 'other' || place?.is === 'early'
  if (end?.is === 'owed' || beside === 'contradiction' || isFalse) return CODES.broken
  const isMissing = place?.is === 'absent' || place?.is === 'unshown'
  const isOpen = isMissing || end?.is === 'unshown' || end?.is === 'unproven'
  return CODES[verdict === 'holds' && isOpen ? 'not_proven' : verdict]
}

const TEXTS: Record<WithdrawalStep, StepTexts> = {
  ...ANSWER_TEXTS,
  form: { holds: 'The file is a promise of a withdrawal: every field is there, and no other.', broken: '' },
  answer_signature: {
    holds: 'The house signed this promise.',
    broken: "The house's signature over this promise is wrong.",
  },
  consent: {
    holds: "The owner's wallet signed exactly these terms, for about this time.",
    broken: "The wallet's signature is not the owner's, not for these terms, or not for this time.",
  },
  owner: {
    holds: 'It is of the owner and site that you named.',
    broken: 'It is of another owner or site than you named.',
  },
}

/** The report in plain words. */
export function withdrawalReport(report: WithdrawalReport, hasKeys: boolean): string {
  if (!report.readable || !report.file)
    return `Unreadable: the ${report.readable ? 'withdrawal' : report.file} file is not what it should be.`
  const lines = stepLines(
    report.steps,
    TEXTS,
    () => 'What the owner signed: only his contract could confirm the signature.',
  )
  const keys = keysHint(hasKeys)
  const { place, end, file, verdict, beside } = report
  const besides = beside ? [BESIDE[beside]] : []
  const isLie = beside === 'contradiction' && verdict !== 'broken'
  const placed = place && verdict !== 'broken' ? [placeText(place, file.statement)] : []
  // An end names a number: it is this promise's only if the log has no other one there.
  const ended = end && verdict !== 'broken' && place?.is !== 'other' ? [endText(end, file)] : []
  const said = isLie ? CONTRADICTION : verdictText(report)
  return [...saidText(file), ...lines, ...besides, '', said, ...placed, ...ended, ...keys].join('\n')
}

function verdictText({ verdict, file, place, end }: Extract<WithdrawalReport, { readable: true }>): string {
  if (verdict === 'broken' || !file)
    return 'BROKEN: this file does not show that the house accepted this withdrawal.'
  const { number, due, intent } = file.statement
  const ask = end ? '' : ' To see how it ended, add --url or --log.'
  const must = place ? '' : ` The log must have this promise under number ${number}.`
  const owed = `Without a payment on ${intent.network} or the money back by ${timeOf(due)}, the house owes it.${must}${ask}`
  if (verdict === 'not_proven')
    return `NOT PROVEN: the house accepted this withdrawal, but what its owner signed is not shown.\n${owed}`
  return `WITHDRAWAL HOLDS: the house accepted what the owner had signed.\n${owed}`
}

const CONTRADICTION =
  'CONTRADICTION: the house has signed two promises of withdrawals, and only one can be true.'

const UNPROVEN: Record<Extract<EndLook, { is: 'unproven' }>['problem'], string> = {
  no_answer: 'the house shows nothing about this promise',
  not_in_tree: 'the entries are not in the tree of a head of the log',
  wrong_signature:
    'the head is not signed by the known key of the log: after a change of keys, add --keys with an answer of /api/getLogHead',
  begins_late: 'the entries begin after the promise',
  time_runs_back: 'an entry is earlier than the one before it',
}

function placeText(place: PromisePlace, { number }: WithdrawalPromise): string {
  switch (place.is) {
    case 'logged':
      return `LOGGED: the log has this promise under number ${number}, ${timeOf(place.atMs)}.`
    case 'other':
      return `FALSE LOG: under number ${number} the log does not have this promise. Keep the file: it is evidence.`
    case 'early':
      return `FALSE TIME: the log had this promise ${timeOf(place.atMs)}, before the time that it states.`
    case 'waiting':
      return `NOT LOGGED YET: the log goes to ${timeOf(place.atMs)}. Look again in a few seconds.`
    case 'absent':
      return `NOT LOGGED, says the house: up to ${timeOf(place.atMs)} the log has no promise under number ${number}.`
    case 'unshown':
      return `NOT SHOWN whether the log has this promise: the house gives no entry under a head that its log's key signed.`
  }
}

function endText(end: EndLook, { statement }: WithdrawalFile): string {
  switch (end.is) {
    case 'ended':
      return endedText(end, statement)
    case 'waiting':
      return `NOT DUE YET: the log shows no end up to ${timeOf(end.untilMs)}.`
    case 'owed':
      return `OWED: it was due by ${timeOf(statement.due)}, and no entry of the log up to ${timeOf(end.untilMs)} ends it.`
    case 'unshown':
      return `NOT SHOWN: ${unshownText(end.untilMs, statement.due)}. To read every entry, add --url and --full.`
    case 'unproven':
      return `NOT SHOWN how it ended: ${UNPROVEN[end.problem]}.`
  }
}

function unshownText(untilMs: number, dueMs: number): string {
  const shown = `what is shown of the log, up to ${timeOf(untilMs)}`
  return untilMs > dueMs
    ? `it was due by ${timeOf(dueMs)}, and ${shown}, does not end it`
    : `${shown}, neither ends it nor is the newest entry`
}

const WAYS: Record<Extract<EndLook, { is: 'ended' }>['end'], string> = {
  paid: 'PAID',
  refused: 'RETURNED: operators refused it',
  cancelled: 'RETURNED: its owner called it back',
  returned: 'RETURNED: it could not be paid',
}

function endedText(
  { end, tx, seq, atMs, isLate }: Extract<EndLook, { is: 'ended' }>,
  { intent: { amount, currency, network, to } }: WithdrawalPromise,
): string {
  const said = `${WAYS[end]}, the log says in entry ${seq}, ${timeOf(atMs)}${isLate ? ', after the promised time' : ''}.`
  const chain = `Transaction ${tx} on ${network}`
  if (end === 'paid') return `${said} ${chain} must pay ${amount} ${currency} to ${to}: the chain shows it.`
  const why = tx === '' ? '' : ` ${chain} failed.`
  return `${said}${why} That the money is back in the account, only the house's books show.`
}

function saidText({ statement: { id, at, account, intent } }: WithdrawalFile): string[] {
  const { amount, currency, feeCap, network, to, site } = intent
  return [
    `Withdrawal ${id}: ${amount} ${currency} on ${network} to ${to}, ${timeOf(at)}`,
    `  asked by ${account} at ${site}, for a network fee of at most ${feeCap} ${currency}`,
  ]
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ')
}
