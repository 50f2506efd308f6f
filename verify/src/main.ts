import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { KnownOwner } from '@tickmark/core/receipts/consentCheck'
import { dayOfName } from '@tickmark/core/market/simulated/prices'
import { answerReport, checkAnswerFiles, isAnswerFile } from './answer.ts'
import { checkFiles, type Files } from './check.ts'
import { checkDayFiles } from './day.ts'
import { dayText, reportText } from './english.ts'
import { checkForkFiles, forkText, isForkFile } from './fork.ts'
import { houseAt, type Reach } from './house.ts'
import { checkLoanFile, isLoanFile, loanText } from './loan.ts'
import { nodeCrypto } from './nodeCrypto.ts'
import { checkPromiseFiles, isPromiseFile, promiseText } from './promise.ts'
import { readKeys, valueOf } from './published.ts'
import { checkRecordOf } from './record.ts'
import { recordText } from './recordText.ts'

const USAGE = `Usage:
  node verify.mjs receipt.html|receipt.json [--keys config.json] [--log log.json] [--owner 0x…] [--site host] [--json]
  node verify.mjs day reveal.json [--log log.json]... [--json]
  node verify.mjs fork.json [--keys config.json] [--json]
  node verify.mjs promise.json [--receipt receipt.json] [--keys config.json] [--json]
  node verify.mjs refusal.json|closing.json [--receipt receipt.json|promise.json|closing.json] [--keys config.json] [--json]
  node verify.mjs loan.json [--owner 0x…] [--site host] [--json]
  node verify.mjs record 2026-11-21 --url https://house.example [--full] [--receipt receipt.json] [--keys config.json] [--json]

Decides an order again from its receipt, draws a revealed day of the simulated market again, checks evidence that a log's
key has signed two histories, the house's promise of an order, its refusal, its answer to an early close, or a signed loan agreement. Works offline; only \`record\`, which recomputes a day of
the house's record, reads the house at --url.
  --keys   the published keys: /config.json, or an answer of /api/getLogHead
  --log    a stretch of the public log: an answer of /api/getLog
  --owner  the wallet's address whose order or loan it is
  --site   the host of the house's page, such as tickmark.example: the owner must have signed for it
  --full   decides each order of the day again on the log, and looks whether one was left out
  --receipt  of the order in the promise: whether the house has signed two tickets for it; of the order in an answer: whether
           the house has signed what contradicts it; of an order of the day: whether it is in the record
  --json   the report as data
Exit code: 0 it holds, 1 it is broken, 2 a file cannot be read, 3 it is not proven. Evidence that holds (0) convicts
the key's owner; evidence that is broken (1) proves nothing. A promise or an answer that a receipt contradicts ends with 1.`

export interface Outcome {
  code: 0 | 1 | 2 | 3
  text: string
}

/** Runs the command on its arguments, also one that reads a house; prints nothing. */
export async function runCommand(
  args: readonly string[],
  reach: Reach = REACH,
  read: (path: string) => string = readText,
): Promise<Outcome> {
  const [first, ...rest] = args
  if (first !== 'record') return run(args, read)
  try {
    return await runRecord(rest, reach, read)
  } catch (thrown) {
    return { code: 2, text: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

const REACH: Reach = {
  fetch: (...asked) => fetch(...asked),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
}

async function runRecord(
  args: readonly string[],
  reach: Reach,
  read: (path: string) => string,
): Promise<Outcome> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      keys: { type: 'string' },
      receipt: { type: 'string' },
      full: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const [day, ...more] = positionals
  if (day === undefined || dayOfName(day) === null || more.length > 0 || values.url === undefined)
    return { code: 2, text: USAGE }
  const keys = values.keys === undefined ? null : readKeys(valueOf(read(values.keys)))
  if (values.keys !== undefined && !keys)
    return { code: 2, text: 'Unreadable: the keys file is not what it should be.' }
  const receipt = values.receipt === undefined ? null : read(values.receipt)
  const question = { day, keys, full: values.full, receipt }
  const report = await checkRecordOf(houseAt(values.url, reach), question, nodeCrypto)
  const text = values.json ? JSON.stringify(report, null, 2) : recordText(report, keys !== null)
  return { code: report.problem === null ? 0 : 1, text }
}

/** Runs a command that needs no house; reads files and prints nothing. */
export function run(args: readonly string[], read: (path: string) => string = readText): Outcome {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        keys: { type: 'string' },
        log: { type: 'string', multiple: true },
        owner: { type: 'string' },
        site: { type: 'string' },
        receipt: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) return { code: 0, text: USAGE }
    const log = values.log ?? []
    const [first, second, ...more] = positionals
    if (first === undefined || more.length > 0) return { code: 2, text: USAGE }
    if (first === 'day' && second !== undefined) return runDay([second, ...log].map(read), values.json)
    if (second !== undefined || log.length > 1) return { code: 2, text: USAGE }
    const [text, keys] = [read(first), values.keys === undefined ? undefined : read(values.keys)]
    const { owner, site } = values
    const known = { ...(owner !== undefined && { owner }), ...(site !== undefined && { site }) }
    if (isPromiseFile(text) && log.length === 0) {
      const receipt = values.receipt === undefined ? undefined : read(values.receipt)
      return runPromise({ promise: text, keys, receipt, known }, values.json)
    }
    if (isAnswerFile(text) && log.length === 0) {
      const receipt = values.receipt === undefined ? undefined : read(values.receipt)
      return runAnswer({ answer: text, keys, receipt, known }, values.json)
    }
    if (values.receipt !== undefined) return { code: 2, text: USAGE }
    if (isLoanFile(text)) {
      return keys !== undefined || log.length > 0
        ? { code: 2, text: USAGE }
        : runLoan(text, known, values.json)
    }
    if (!isForkFile(text)) {
      const [extract] = log.map(read)
      const files = {
        receipt: text,
        ...(keys !== undefined && { keys }),
        ...(extract !== undefined && { log: extract }),
      }
      return runReceipt({ ...files, known }, values.json)
    }
    return log.length > 0 ? { code: 2, text: USAGE } : runFork(text, keys, values.json)
  } catch (thrown) {
    return { code: 2, text: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

function runReceipt(files: Files, json: boolean): Outcome {
  const report = checkFiles(files, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : reportText(report, files.keys !== undefined)
  return { code: report.readable ? CODES[report.verdict] : 2, text }
}

const CODES = { holds: 0, broken: 1, not_proven: 3 } as const

function runDay(texts: string[], json: boolean): Outcome {
  const report = checkDayFiles(texts, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : dayText(report)
  if (!report.readable) return { code: 2, text }
  return { code: report.problem === null && report.committed !== false ? 0 : 1, text }
}

function runFork(evidence: string, keys: string | undefined, json: boolean): Outcome {
  const report = checkForkFiles(evidence, keys, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : forkText(report)
  if (!report.readable) return { code: 2, text }
  return { code: report.problem === null && report.published !== false ? 0 : 1, text }
}

function runPromise(files: Parameters<typeof checkPromiseFiles>[0], json: boolean): Outcome {
  const report = checkPromiseFiles(files, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : promiseText(report, files.keys !== undefined)
  if (!report.readable) return { code: 2, text }
  return { code: report.receipt === 'contradiction' ? 1 : CODES[report.verdict], text }
}

function runLoan(file: string, known: KnownOwner, json: boolean): Outcome {
  const report = checkLoanFile(file, known, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : loanText(report)
  return { code: report.readable ? CODES[report.verdict] : 2, text }
}

function runAnswer(files: Parameters<typeof checkAnswerFiles>[0], json: boolean): Outcome {
  const report = checkAnswerFiles(files, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : answerReport(report, files.keys !== undefined)
  if (!report.readable) return { code: 2, text }
  return { code: report.beside === 'contradiction' ? 1 : CODES[report.verdict], text }
}

function readText(path: string): string {
  return readFileSync(path === '-' ? 0 : path, 'utf8')
}
