import { existsSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import lighthouse, { Audit, type Result as Report, type TraceEvent } from 'lighthouse'
import { startBrowser } from './support/browser.ts'
import { leaveLastCore } from './support/cores.ts'
import { median } from './support/load.ts'
import { startProgram } from './support/program.ts'
import { argument } from './support/size.ts'

// Measures the first screen for a new visitor: Lighthouse with its default settings (a mid-range phone on slow 4G,
// simulated), the real server and the built page. Each visit starts with an empty browser. With two cores, the page has one
// of its own, as the phone that Lighthouse simulates has; the server, Lighthouse and the rest of the browser share the others.
// usage: node bench/firstScreen.ts [visits]

const VISITS = argument(1, 3, 1)
/** The processor of Lighthouse's phone is this many times slower. */
const SLOWER = 4
const BLOCKED = 'total-blocking-time'
/** A task of the main thread blocks for what it takes beyond this. */
const LONG_MS = 50
/** Visits again when the recording has a gap, which happens on a busy machine. */
const TRIES = 3

/** A report, and what the main thread's own CPU time blocks: a busy machine lengthens tasks, and not their CPU time. */
type Result = Report & { busyMs: number }

interface Line {
  name: string
  demand: string
  of: (result: Result) => number
}

const HOME: readonly Line[] = [
  { name: 'performance', demand: '100', of: score('performance') },
  { name: 'the same by its own CPU', demand: '', of: ownPerformance },
  { name: 'accessibility', demand: '100', of: score('accessibility') },
  { name: 'best practices', demand: '100', of: score('best-practices') },
  { name: 'search engines', demand: '100', of: score('seo') },
  { name: 'first paint (ms)', demand: '', of: figure('first-contentful-paint') },
  { name: 'largest paint (ms)', demand: '<= 2500', of: figure('largest-contentful-paint') },
  { name: 'speed index (ms)', demand: '', of: figure('speed-index') },
  { name: 'main thread blocked (ms)', demand: '<= 200', of: figure(BLOCKED) },
  { name: 'blocked by its own CPU (ms)', demand: '', of: (result) => result.busyMs },
  {
    name: 'layout shift (thousandths)',
    demand: '<= 10',
    of: (result) => figure('cumulative-layout-shift')(result) * 1_000,
  },
]
const PAGES: Readonly<Record<string, readonly Line[]>> = {
  '/': HOME,
  '/business?pid=1': HOME.map(ofCoin),
}

/** What a coin's page is to reach: nothing is demanded of its single times. */
function ofCoin(line: Line): Line {
  if (line.name === 'performance') return { ...line, demand: '>= 97' }
  return /^(100|<= 10)$/.test(line.demand) ? line : { ...line, demand: '' }
}

const webDir = process.env['WEB_DIR'] ?? resolve(import.meta.dirname, '../web/dist')
if (!existsSync(join(webDir, 'index.html'))) {
  console.error('The page is not built yet; npm start builds it.')
  process.exit(1)
}

const ownCore = leaveLastCore()
if (ownCore === null)
  console.log('The page has no core of its own here: what it waits for one counts as its own time.')
const program = await startProgram({ WEB_DIR: webDir })
try {
  for (const [path, lines] of Object.entries(PAGES)) {
    const results: Result[] = []
    for (let visit = 0; visit < VISITS; visit++) results.push(await measure(new URL(path, program.url).href))
    print(path, lines, results)
  }
} finally {
  await program.stop()
}

async function measure(url: string): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const result = await visit(url)
    if (!result.runtimeError) return result
    if (tries === TRIES) throw new Error(result.runtimeError.message)
  }
}

async function visit(url: string): Promise<Result> {
  const browser = await startBrowser(ownCore)
  try {
    const run = await lighthouse(url, { port: browser.port, output: 'json', logLevel: 'silent' })
    if (!run) throw new Error('Lighthouse replied with nothing')
    return { ...run.lhr, busyMs: busyMsIn(run.artifacts.Trace.traceEvents) }
  } finally {
    await browser.stop()
  }
}

/** What tasks after the first paint block by their CPU time, on the slower processor. */
function busyMsIn(events: readonly (TraceEvent & { tdur?: number })[]): number {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint')
  const tasks = events.filter(
    ({ name, pid, tid, ts }) =>
      name.endsWith('RunTask') && pid === paint?.pid && tid === paint.tid && ts > paint.ts,
  )
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (SLOWER * tdur) / 1_000 - LONG_MS), 0)
}

/**
 * The load average and Lighthouse's benchmark index show whether the machine was busy; an index of 1500 or more is
 * quiet.
 */
function print(path: string, lines: readonly Line[], results: readonly Result[]): void {
  const speeds = results.map((result) => Math.round(result.environment.benchmarkIndex))
  const load = loadavg().map((one) => one.toFixed(1))
  console.log(
    `\n${path}: medians of ${VISITS} visits (${cpus().length} cores, load ${load.join(' ')}, speed ${speeds.join(' ')})`,
  )
  for (const { name, demand, of } of lines) {
    const values = results.map((result) => Math.round(of(result)))
    const all = `[${values.join(' ')}]`
    console.log(
      `  ${name.padEnd(28)} ${String(median(values)).padStart(6)}  ${all.padEnd(VISITS * 5 + 2)} ${demand}`,
    )
  }
  for (const fault of new Set(results.flatMap(faultsOf))) console.log(`  ! ${fault}`)
}

/** The audits that keep a category other than performance below 100. */
function faultsOf(result: Result): string[] {
  return ['accessibility', 'best-practices', 'seo'].flatMap((id) =>
    (result.categories[id]?.auditRefs ?? [])
      .filter((ref) => ref.weight > 0 && (result.audits[ref.id]?.score ?? 1) < 1)
      .map((ref) => `${id}: ${result.audits[ref.id]?.title ?? ref.id}`),
  )
}

function score(category: string): Line['of'] {
  return (result) => (result.categories[category]?.score ?? 0) * 100
}

/** The performance that Lighthouse would find if each task lasted as long as its own CPU time. */
function ownPerformance(result: Result): number {
  const blocked = result.audits[BLOCKED]
  const weight = result.categories['performance']?.auditRefs.find(({ id }) => id === BLOCKED)?.weight ?? 0
  if (!blocked?.scoringOptions) return Number.NaN
  const gain = Audit.computeLogNormalScore(blocked.scoringOptions, result.busyMs) - (blocked.score ?? 0)
  return score('performance')(result) + weight * gain
}

function figure(audit: string): Line['of'] {
  return (result) => result.audits[audit]?.numericValue ?? Number.NaN
}
