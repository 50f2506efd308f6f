import { parseHostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { KnownOwner } from '@tickmark/core/receipts/consentCheck'
import type { WitnessedHead, WitnessVerdict } from '@tickmark/core/log/witnessed'
import { parseAnswer } from '@tickmark/core/receipts/answerShape'
import { parsePromise } from '@tickmark/core/receipts/promiseShape'
import { filedReceipt } from '@tickmark/core/receipts/receiptFile'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import { parseWithdrawalFile } from '@tickmark/core/evidence/withdrawalPromise'
import { parseAddressFile } from '@tickmark/core/evidence/depositAddress'
import { parseBalancesFile } from '@tickmark/core/evidence/balancesFile'
import { addressReport, checkSaidAddress, isAddressFile } from './statements/address.ts'
import { balancesReport, checkOwedBalances, isBalancesFile } from './statements/balances.ts'
import { answerReport, checkAnswerFiles, isAnswerFile } from './statements/answer.ts'
import { checkFiles, type Files } from './check.ts'
import type { Beside } from './contradiction.ts'
import { checkDayFiles } from './day.ts'
import { dayText, reportText } from './english.ts'
import { isEvidence, runEvidence } from './evidence.ts'
import { houseAt, type Reach } from './house.ts'
import { checkLoanFile, isLoanFile, loanText } from './statements/loan.ts'
import { checkWitnesses, readPolicy, witnessedAt, type ShownHead } from './witnesses.ts'
import { nodeCrypto } from './crypto/nodeCrypto.ts'
import { checkPromiseFiles, isPromiseFile, promiseText } from './statements/promise.ts'
import { readKeys, receiptOf, valueOf } from './published.ts'
import { runRecord } from './record/runRecord.ts'
import { checkHostingFile, hostingReport, isHostingFile } from './statements/hosting.ts'
import {
  checkPromisedWithdrawal,
  codeOfWithdrawal,
  isWithdrawalFile,
  withdrawalReport,
} from './withdrawal/withdrawal.ts'
import { lookAt, type HouseLook } from './withdrawal/withdrawalLog.ts'
import { dayUsesAll, OPTIONS, usesAll } from './options.ts'
import { CODES, type Outcome } from './outcome.ts'
import { told } from './told.ts'
import { USAGE } from './usage.ts'
import { runYield } from './yield/runYield.ts'

/** Runs any command, including those that read a house, on its arguments; prints nothing. */
export async function runCommand(
  args: readonly string[],
  reach: Reach = REACH,
  read: (path: string) => string = readText,
): Promise<Outcome> {
  const [first, ...rest] = args
  const readOnce = once(read)
  try {
    if (first === 'record') return await runRecord(rest, reach, readOnce)
    if (first === 'yield') return await runYield(rest, reach, readOnce)
    const fetched = await fetchWitnessed(args, reach, readOnce)
    return run(args, readOnce, fetched, await fetchLook(args, reach, readOnce))
  } catch (thrown) {
    return { code: 2, text: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

const REACH: Reach = {
  fetch: (...asked) => fetch(...asked),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
}

/** Standard input can be read only once. */
function once(read: (path: string) => string): (path: string) => string {
  const texts = new Map<string, string>()
  return (path) => {
    const text = texts.get(path) ?? read(path)
    texts.set(path, text)
    return text
  }
}

/** The newest witnessed head of the house at --url that continues the file's head; undefined without --url. */
async function fetchWitnessed(
  args: readonly string[],
  reach: Reach,
  read: (path: string) => string,
): Promise<WitnessedHead | null | undefined> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  const [file] = positionals
  if (values.url === undefined || values.policy === undefined || file === undefined) return undefined
  const shown = headIn(read(file))
  return shown ? witnessedAt(houseAt(values.url, reach), shown) : undefined
}

/** What the house at --url shows of a promised withdrawal; undefined for any other file, or without --url. */
async function fetchLook(
  args: readonly string[],
  reach: Reach,
  read: (path: string) => string,
): Promise<HouseLook | undefined> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  const { url, keys: given, full: isFull } = values
  const [file] = positionals
  const promised = url === undefined || file === undefined ? null : parseWithdrawalFile(valueOf(read(file)))
  if (url === undefined || !promised) return undefined
  const keys = (given === undefined ? null : readKeys(valueOf(read(given)))) ?? promised.keys
  return lookAt(houseAt(url, reach), promised.statement, { keys, isFull }, nodeCrypto)
}

/** The signed head in a receipt, a promise or an answer; null in any other file. */
function headIn(text: string): ShownHead | null {
  const value = valueOf(text)
  if (isPromiseFile(text)) {
    const promise = parsePromise(value)
    return promise && { note: promise.head, keys: promise.keys }
  }
  const answer = parseAnswer(value)
  if (answer) return { note: answer.head, keys: answer.keys }
  const hosting = parseHostingFile(value)
  if (hosting) return { note: hosting.head, keys: hosting.keys }
  const withdrawal = parseWithdrawalFile(value)
  if (withdrawal) return { note: withdrawal.head, keys: withdrawal.keys }
  const said = parseAddressFile(value) ?? parseBalancesFile(value)
  if (said) return { note: said.head, keys: said.keys }
  const receipt = parseReceipt(receiptOf(value))
  return receipt && { note: receipt.checkpoint, keys: receipt.keys }
}

/**
 * Runs a command that needs no house; reads files and prints nothing. `fetched` is the house's witnessed head; without it the
 * file's own is used. `look` is what the house shows of a withdrawal.
 */
export function run(
  args: readonly string[],
  read: (path: string) => string = readText,
  fetched?: WitnessedHead | null,
  look?: HouseLook,
): Outcome {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
    if (values.help) return { code: 0, text: USAGE }
    const log = values.log ?? []
    const [first, second, ...more] = positionals
    if (first === undefined || more.length > 0) return { code: 2, text: USAGE }
    const isRead = values.policy !== undefined || look !== undefined
    if ((values.url !== undefined && !isRead) || (values.full && !look)) return { code: 2, text: USAGE }
    if (first === 'day' && second !== undefined && dayUsesAll(values))
      return runDay([second, ...log].map(read), values.json)
    if (second !== undefined || log.length > 1) return { code: 2, text: USAGE }
    const [text, keys] = [read(first), values.keys === undefined ? undefined : read(values.keys)]
    if (!usesAll(text, values)) return { code: 2, text: USAGE }
    const { owner, site } = values
    const receipt = values.receipt === undefined ? undefined : read(values.receipt)
    const known = { ...(owner !== undefined && { owner }), ...(site !== undefined && { site }) }
    const witnesses = witnessesFor(text, values.policy === undefined ? null : read(values.policy), fetched)
    const statement = runStatement(text, { keys, receipt, known })
    if (statement) return decided(statement.report, { words: statement.words, witnesses, json: values.json })
    const [extract] = log.map(read)
    if (isWithdrawalFile(text)) {
      return values.url !== undefined && extract !== undefined
        ? { code: 2, text: USAGE }
        : runWithdrawal({ file: text, keys, known, shown: extract ?? look, receipt }, witnesses, values.json)
    }
    if (isEvidence(text)) return runEvidence(text, keys, values.json)
    if (isLoanFile(text)) return runLoan(text, known, values.json)
    const files = {
      receipt: text,
      ...(keys !== undefined && { keys }),
      ...(extract !== undefined && { log: extract }),
    }
    return runReceipt({ ...files, known }, witnesses, values.json)
  } catch (thrown) {
    return { code: 2, text: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

function witnessesFor(
  text: string,
  policyText: string | null,
  fetched: WitnessedHead | null | undefined,
): WitnessVerdict | null {
  const policy = policyText === null ? null : readPolicy(policyText, nodeCrypto)
  const shown = policy && headIn(text)
  if (!policy || !shown) return null
  const witnessed = fetched === undefined ? filedReceipt(valueOf(text)).witnessed : fetched
  return checkWitnesses(shown, witnessed, policy, nodeCrypto)
}

function runReceipt(files: Files, witnesses: WitnessVerdict | null, json: boolean): Outcome {
  const report = checkFiles(files, nodeCrypto)
  const text = reportText(report, files.keys !== undefined)
  return told({ report, code: report.readable ? CODES[report.verdict] : 2, text, witnesses }, json)
}

function runDay(texts: string[], json: boolean): Outcome {
  const report = checkDayFiles(texts, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : dayText(report)
  if (!report.readable) return { code: 2, text }
  return { code: report.problem === null && report.committed !== false ? 0 : 1, text }
}

/** The report on a statement of the house: a promise, an answer, hosting, an address or balances. Null for any other file. */
function runStatement(
  file: string,
  { keys, receipt, known }: { keys: string | undefined; receipt: string | undefined; known: KnownOwner },
): { report: Decided; words: string } | null {
  const { owner } = known
  const hasKeys = keys !== undefined
  if (isPromiseFile(file)) {
    const report = checkPromiseFiles({ promise: file, keys, receipt, known }, nodeCrypto)
    return { report, words: promiseText(report, hasKeys) }
  }
  if (isAnswerFile(file)) {
    const report = checkAnswerFiles({ answer: file, keys, receipt, known }, nodeCrypto)
    return { report, words: answerReport(report, hasKeys) }
  }
  if (isHostingFile(file)) {
    const report = checkHostingFile({ file, keys, receipt, known }, nodeCrypto)
    return { report, words: hostingReport(report, hasKeys) }
  }
  if (isAddressFile(file)) {
    const report = checkSaidAddress({ file, keys, receipt, owner }, nodeCrypto)
    return { report, words: addressReport(report, hasKeys) }
  }
  if (isBalancesFile(file)) {
    const report = checkOwedBalances({ file, keys, owner }, nodeCrypto)
    return { report, words: balancesReport(report, hasKeys) }
  }
  return null
}

/** A report about something that the house has signed. */
type Decided =
  | { readable: false }
  | { readable: true; verdict: keyof typeof CODES; beside?: Beside | null; receipt?: Beside | null }

/** The outcome of a report: a contradicted statement counts as broken. */
function decided(
  report: Decided,
  { words, witnesses, json }: { words: string; witnesses: WitnessVerdict | null; json: boolean },
): Outcome {
  const isLie = report.readable && (report.beside ?? report.receipt) === 'contradiction'
  const code = !report.readable ? 2 : isLie ? 1 : CODES[report.verdict]
  return told({ report, code, text: words, witnesses }, json)
}

function runLoan(file: string, known: KnownOwner, json: boolean): Outcome {
  const report = checkLoanFile(file, known, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : loanText(report)
  return { code: report.readable ? CODES[report.verdict] : 2, text }
}

function runWithdrawal(
  files: Parameters<typeof checkPromisedWithdrawal>[0],
  witnesses: WitnessVerdict | null,
  json: boolean,
): Outcome {
  const report = checkPromisedWithdrawal(files, nodeCrypto)
  const text = withdrawalReport(report, files.keys !== undefined)
  return told({ report, code: codeOfWithdrawal(report), text, witnesses }, json)
}

function readText(path: string): string {
  return readFileSync(path === '-' ? 0 : path, 'utf8')
}
