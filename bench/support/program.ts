import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The real server process on a free port with its own database; removes everything it wrote. */
export interface Program {
  readonly url: string
  stop(): Promise<void>
}

/** Starts `server/src/main.ts` as an operator would; resolves when the server has printed its address. */
export async function startProgram(env: Readonly<Record<string, string>> = {}): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickmark-bench-'))
  const main = resolve(import.meta.dirname, '../../server/src/main.ts')
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async () => {
    child.kill()
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  let output = ''
  const url = await new Promise<string>((done, failed) => {
    const read = (text: string) => {
      output += text
      const [, found] = /open at (\S+)/.exec(output) ?? []
      if (found) done(found)
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('exit', () => failed(new Error(`the server ended: ${output.slice(-2_000)}`)))
  }).catch(async (failure: unknown) => {
    await stop()
    throw failure
  })
  return { url, stop }
}
