import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The script file of a package's program, so that it runs on this Node whatever PATH contains. */
export function binary(name) {
  return relative(root, realpathSync(join(root, 'node_modules', '.bin', name)))
}

/** Runs a long, silent program: prints its title, and every ten seconds that it is still running. Two may run at once. */
export async function step(title, program, parameters, env = {}) {
  say(`${title} …`)
  const startMs = Date.now()
  const seconds = () => Math.round((Date.now() - startMs) / 1000)
  const timer = setInterval(() => say(`  ${title}: still at it (${seconds()} s)`), 10_000)
  const code = await run(program, parameters, env)
  clearInterval(timer)
  return code
}

/** Returns the exit code; forwards termination signals to the child. */
export function run(program, parameters, env = {}, options = { stdio: 'inherit' }) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { ...options, cwd: root, env: { ...process.env, ...env } })
    const pass = (signal) => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
    child.on('error', (error) => {
      say(`${program}: ${error.message}`)
      resolve(127)
    })
    child.on('exit', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, pass)
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
  })
}

/** On our own Node: ends as on SIGTERM when the parent process is gone. */
export function endWithParent() {
  if (process.channel === undefined || process.send === undefined) return
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

export function say(line) {
  process.stdout.write(`${line}\n`)
}

export function stop(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
