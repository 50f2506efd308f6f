import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { HOUR, intentOf, newFolder, SETTINGS, signedBy } from './fixture.testing.ts'

const entry = resolve(import.meta.dirname, 'main.ts')
const TOKEN = 'the-word-that-opens-the-door-of-the-signer'

/**
 * Avoids a race: the signer closes an idle keep-alive connection after some seconds, and a busy test may send its next request on
 * it before noticing.
 */
export const OWN_CONNECTION = { connection: 'close' }

/** The signer as in production: a separate process, over HTTP. */
export interface Running {
  url: string
  folder: string
  token: string
  child: ChildProcess
  /** Its output so far, standard output and standard error. */
  said: { out: string; err: string }
  ask(path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>
  /** Sends a raw body; returns the status of the answer. */
  post(path: string, body: string | Uint8Array<ArrayBuffer>): Promise<number>
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

const running: ChildProcess[] = []

/** Starts a signer on a folder and waits until it answers. Throws its error output if it exits first. */
export async function startSigner(
  folder = newFolder(),
  settings: Readonly<Record<string, string>> = {},
  command: readonly [string, ...string[]] = [process.execPath, entry],
): Promise<Running> {
  const { child, said } = spawnSigner(folder, settings, command)
  const line = await new Promise<string>((done, fail) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', done)
    child.once('close', (code) => fail(new Error(`the signer ended with ${code}: ${said.err}`)))
  })
  const { url } = JSON.parse(line) as { url: string }
  const headers = { ...OWN_CONNECTION, authorization: `Bearer ${TOKEN}` }
  return {
    url,
    folder,
    token: TOKEN,
    child,
    said,
    async ask(path, body) {
      const post = { method: 'POST', body: JSON.stringify(body) }
      const answer = await fetch(url + path, { headers, ...(body !== undefined && post) })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
    async post(path, body) {
      const answer = await fetch(url + path, { method: 'POST', body, headers })
      await answer.text()
      return answer.status
    },
    kill(signal) {
      child.kill(signal)
      return exitOf(child)
    },
  }
}

function spawnSigner(
  folder: string,
  settings: Readonly<Record<string, string>>,
  [command, ...words]: readonly [string, ...string[]],
) {
  const own = { SIGNER_DATA: folder, SIGNER_TOKEN: TOKEN, SIGNER_WITH_PARENT: '1' }
  const child = spawn(command, words, {
    env: { PATH: process.env['PATH'] ?? '', ...SETTINGS, ...own, ...settings },
  })
  running.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (part) => (said.out += String(part)))
  child.stderr.on('data', (part) => (said.err += String(part)))
  return { child, said }
}

/** Kills the signers that a test has left running. */
export async function endSigners(): Promise<void> {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL')
    await exitOf(child)
  }
}

/** Its exit code; null for a signal. */
export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((done) => child.once('exit', done))
  return child.exitCode
}

/** A signed intent that a running signer accepts now. */
export const freshRequest = (changes: Parameters<typeof intentOf>[0] = {}) =>
  signedBy(
    intentOf({
      nonce: crypto.randomUUID(),
      expires: new Date(Date.now() + HOUR / 20).toISOString(),
      ...changes,
    }),
  )
