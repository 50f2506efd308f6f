import { checkContradictionFile, contradictionReport, isContradictionFile } from './contradiction.ts'
import { nodeCrypto } from './crypto/nodeCrypto.ts'
import { checkExitsFile, exitsText, isExitsFile } from './exits.ts'
import { checkForkFiles, forkText, isForkFile } from './fork.ts'
import { CODES, type Outcome } from './outcome.ts'

/** Whether a file claims to be evidence against the house. */
export function isEvidence(text: string): boolean {
  return isForkFile(text) || isContradictionFile(text) || isExitsFile(text)
}

/** Decides whether evidence convicts the owner of the keys. */
export function runEvidence(text: string, keys: string | undefined, json: boolean): Outcome {
  if (isContradictionFile(text)) return runContradiction({ file: text, keys }, json)
  return isExitsFile(text) ? runExits({ file: text, keys }, json) : runFork(text, keys, json)
}

function runFork(evidence: string, keys: string | undefined, json: boolean): Outcome {
  const report = checkForkFiles(evidence, keys, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : forkText(report)
  if (!report.readable) return { code: 2, text }
  return { code: report.problem === null && report.published !== false ? 0 : 1, text }
}

function runContradiction(files: Parameters<typeof checkContradictionFile>[0], json: boolean): Outcome {
  const report = checkContradictionFile(files, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : contradictionReport(report, files.keys !== undefined)
  return { code: report.readable ? CODES[report.verdict] : 2, text }
}

function runExits(files: Parameters<typeof checkExitsFile>[0], json: boolean): Outcome {
  const report = checkExitsFile(files, nodeCrypto)
  const text = json ? JSON.stringify(report, null, 2) : exitsText(report, files.keys !== undefined)
  return { code: report.readable ? CODES[report.verdict] : 2, text }
}
