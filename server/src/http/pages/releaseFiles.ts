import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that the house publishes for checking it. */
export interface ReleaseFiles {
  /** SHA-256 of `/verify.mjs`, in hex. */
  verifier: string
  /** SHA-256 of the script of HTML receipts, in hex. */
  script: string
  /** That script. */
  scriptText: string
}

/** Reads the files built with the page; null when they were not built. */
export function readRelease(webDir: string): ReleaseFiles | null {
  const [verifier, script] = [join(webDir, 'verify.mjs'), join(webDir, 'receipt.js')]
  if (!existsSync(verifier) || !existsSync(script)) return null
  const scriptText = readFileSync(script, 'utf8')
  return { verifier: hexHash(readFileSync(verifier)), script: hexHash(scriptText), scriptText }
}

function hexHash(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
