import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The repository's root. */
export const root = join(import.meta.dirname, '..')

export interface Outcome {
  code: number
  /** Standard output, then standard error. */
  said: string
}

/**
 * Compiler and linter are written in Go. On one thread they do a third less work, and leave the other cores to other
 * tests.
 */
const QUIET = { NO_COLOR: '1', FORCE_COLOR: '0', GOMAXPROCS: '1' }

/** Runs a package's program on the current Node, without colours. */
export function runTool(name: string, parameters: string[], cwd: string = root): Promise<Outcome> {
  const options = { cwd, maxBuffer: 2 ** 28, env: { ...process.env, ...QUIET } }
  const script = realpathSync(join(root, 'node_modules', '.bin', name))
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...parameters], options, (error, stdout, stderr) => {
      resolve({ code: codeOf(error), said: `${stdout}${stderr}`.trim() })
    })
  })
}

/** The exit code; 1 for a tool that was killed or did not start, so that it never counts as content. */
export function codeOf(error: { code?: unknown } | null): number {
  if (error === null) return 0
  return typeof error.code === 'number' ? error.code : 1
}

/** A tool's output when it failed; '' when it succeeded. For `expect(…).toBe('')`, which then prints the output. */
export async function complaintsOf(name: string, parameters: string[]): Promise<string> {
  const { code, said } = await runTool(name, parameters)
  return code === 0 ? '' : said || `it ended with ${code}`
}
