import { type App, startApp } from './app/app.ts'
import { startEngine } from './app/engineApp.ts'
import { banner } from './app/banner.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, ConfigProblem, loadConfig } from './app/config.ts'
import { limitedLog } from './platform/limitedLog.ts'
import { jsonLog, type Log, messageOf } from './platform/log.ts'

/** Time limit for a stop; by then everything that matters is in the database. */
const STOP_WITHIN_MS = 10_000

type Running = Pick<App, 'stop'>

const clock = systemClock()
// The operator compares these lines with those of other programs, so they carry the machine's time.
const log = limitedLog(
  jsonLog((line) => process.stderr.write(line), clock.wallMs),
  clock.monotonicMs,
)
const config = readConfig()
const starting = start(config)
stopOnSignals(starting, log)
await starting

function readConfig(): Config {
  try {
    return loadConfig(process.env)
  } catch (thrown) {
    if (!(thrown instanceof ConfigProblem)) throw thrown
    return giveUp(thrown.lines)
  }
}

async function start(given: Config): Promise<Running> {
  try {
    if (given.role === 'engine') {
      const engine = await startEngine({ config: given, clock, log })
      process.stdout.write('The engine of the arbitrage programme runs. Ctrl-C stops it.\n')
      return engine
    }
    const app = await startApp({ config: given, clock, log })
    process.stdout.write(banner(given, app.url, app.folders, await app.ownLink()))
    return app
  } catch (thrown) {
    return giveUp([reasonOf(thrown, given)])
  }
}

function reasonOf(thrown: unknown, { port, host }: Config): string {
  const code = (thrown as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`
  if (code === 'EACCES')
    return `Port ${port} on ${host} may not be used by this account. Choose another with PORT.`
  return `Tickmark could not start: ${messageOf(thrown)}`
}

function giveUp(lines: readonly string[]): never {
  process.stderr.write(lines.map((line) => `${line}\n`).join(''))
  process.exit(1)
}

/** A signal during the start stops the program as soon as it runs: calls are answered before the start has ended. */
function stopOnSignals(starting: Promise<Running>, to: Log): void {
  let askedAtMs: number | null = null
  const stop = (signal: string) => {
    // npm may deliver a terminal's Ctrl-C twice at once; a later second signal is the person's own and means: stop now.
    if (askedAtMs !== null && clock.nowMs() - askedAtMs < 1_000) return
    if (askedAtMs !== null) process.exit(1)
    askedAtMs = clock.nowMs()
    to.info('stopping', { signal })
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    const stopped = starting.then((running) => running.stop())
    stopped.then(
      () => process.exit(0),
      (thrown: unknown) => giveUp([`Tickmark did not stop cleanly: ${messageOf(thrown)}`]),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('unhandledRejection', (thrown) =>
    to.error('a failure that nobody waited for', { reason: messageOf(thrown) }),
  )
}
