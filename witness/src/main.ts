import { keyText } from '@tickmark/core/log/note'
import { setTimeout as after } from 'node:timers/promises'
import { openProgram, type Program } from './run.ts'
import type { Say } from './say.ts'
import { readSettings, type Settings } from './settings.ts'
import { witnessServer } from './witnessServer.ts'

const say: Say = (line) => void process.stderr.write(`${new Date().toISOString()} ${line}\n`)

const read = readSettings(process.argv.slice(2))
if (read.ok) await start(read.settings).catch(giveUp)
else {
  const stream = read.code === 0 ? process.stdout : process.stderr
  stream.write(`${read.text}\n`)
  process.exitCode = read.code
}

async function start(settings: Settings): Promise<void> {
  const program = openProgram(settings, {
    fetch,
    nowMs: Date.now,
    say,
    wait: (ms) => after(ms),
  })
  process.stdout.write(`witness ${keyText(program.cosigner.key)}\n`)
  if (settings.isOnce) {
    process.exitCode = await program.look()
    return
  }
  if (settings.listen) await listen(program, settings.listen)
  if (settings.houses.length > 0) await watch(program, settings.everyMs)
}

async function listen(
  { cosigner, folders }: Program,
  { host, port }: { host: string; port: number },
): Promise<void> {
  const server = witnessServer({ cosigner, folders, nowMs: Date.now, say })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done))
  const address = server.address()
  process.stdout.write(`listening on ${typeof address === 'object' ? address?.port : address}\n`)
}

/** Runs until the process ends. A signal may come at any moment, as every file is written atomically. */
async function watch(program: Program, everyMs: number): Promise<never> {
  for (;;) {
    await program.look()
    await after(everyMs)
  }
}

function giveUp(thrown: unknown): void {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 2
}
