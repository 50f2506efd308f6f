import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QUIET_BROWSER } from '../../e2e/support/stage/flags.ts'

/** A headless browser without an account or network access, controlled through its debugging port. */
export interface BrowserProcess {
  readonly port: number
  stop(): Promise<void>
}

const FLAGS = [...QUIET_BROWSER, '--headless', '--remote-debugging-port=0']

/** Starts a Chromium with an empty profile; CHROMIUM_PATH names another program. A command given starts its renderers. */
export async function startBrowser(forRenderers: string | null): Promise<BrowserProcess> {
  const program = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const profile = await mkdtemp(join(tmpdir(), 'tickmark-browser-'))
  const renderers = forRenderers === null ? [] : [`--renderer-cmd-prefix=${forRenderers}`]
  const flags = [...FLAGS, ...renderers, `--user-data-dir=${profile}`]
  const child = spawn(program, [...flags, 'about:blank'], { stdio: 'ignore' })
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  const stop = async () => {
    child.kill()
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  for (let waitedMs = 0; waitedMs < 20_000 && child.exitCode === null; waitedMs += 20) {
    const port = portOf(profile)
    if (port > 0) return { port, stop }
    await new Promise((next) => setTimeout(next, 20))
  }
  await stop()
  throw new Error(`${program} does not start; CHROMIUM_PATH may name another Chromium or Chrome.`)
}

/** Reads the port that the browser writes into its profile; 0 until it is there. */
function portOf(profile: string): number {
  const file = join(profile, 'DevToolsActivePort')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0
}
