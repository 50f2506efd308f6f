// Prepares a fresh machine (a recent Node, the packages, a browser for the tests), then starts, tests or checks.
// Plain JavaScript without dependencies, for Node 20 and later: it runs before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  browserOnce,
  ensurePackages,
  ensureWeb,
  isRecent,
  listFiles,
  onRecentNode,
} from './run/prerequisites.mjs'
import { binary, endWithParent, root, run, say, stop } from './run/processes.mjs'

const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const verbs = { start, test, 'test:more': testMore, 'test:long': testLong, dev, check, audit, verifier }

async function main(verb, rest) {
  if (!Object.hasOwn(verbs, verb ?? '')) stop(`Usage: npm ${Object.keys(verbs).join(' | npm run ')}`)
  process.chdir(root)
  if (!isRecent()) process.exit(await onRecentNode(verb, rest))
  endWithParent()
  // Looks for a browser, or installs one, while the packages are installed.
  if (verb.startsWith('test') && filesOf(rest).some(needsBrowser)) void browserOnce()
  await ensurePackages()
  await verbs[verb](rest)
}

// ---- verbs

/**
 * Builds page and console when their sources changed, then runs the server in this process, so that it receives the signals. `engine`
 * runs the arbitrage programme's engine alone.
 */
async function start([role]) {
  if (role) process.env.ROLE = role
  if (process.env.ROLE !== 'engine') await ensureWeb()
  await import('./server/src/main.ts')
}

/** Runs the everyday tests, or all files whose path contains one of the words: `npm test -- orders`. */
async function test(words) {
  await runTests(words, words.every(isFlag) ? { TICKMARK_PART: 'everyday' } : {})
}

/** Runs what `npm test` leaves out: the other journeys through the browser, and what repeats, restarts and kills. */
async function testMore(words) {
  await runTests(words, { TICKMARK_PART: 'more' }, ['rules', 'server', 'safety', 'browser'])
}

/** Runs the long tests: they repeat often what `npm test` repeats a few times. Words select files. */
async function testLong(words) {
  const files = filesOf(words).filter(isLong)
  if (files.length === 0) stop(`No long test file's path contains ${words.join(' or ')}.`)
  await runTests([...words.filter(isFlag), ...files], { TICKMARK_LONG: '1' })
}

/** Runs the static checks: types, lint, format, modules, unused code, our own rules. */
async function check(words) {
  process.exit(await run(process.execPath, [...vitest, '--project', 'checks', ...words]))
}

/** Runs the server, restarted on every change, and page and console with hot replacement on ports of their own. */
async function dev() {
  const server = run(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'])
  const serve = (folder) =>
    run(process.execPath, [binary('vite'), folder, '--config', `${folder}/vite.config.ts`])
  const pages = ['web', 'console'].map(serve)
  process.exit(await Promise.race([server, ...pages]))
}

/** Recomputes books and log, asks the chains for their balances, and writes down what it found: of the given URL, of DATABASE_URL, or the built-in one. */
async function audit([given]) {
  const { silentLog } = await import('./server/src/platform/log.ts')
  const { openDatabase } = await import('./server/src/db/pool.ts')
  const { auditByHand } = await import('./server/src/app/audit/auditByHand.ts')
  const { loadConfig } = await import('./server/src/app/config.ts')
  const named = given ?? process.env.DATABASE_URL
  const builtIn = named ? null : await openBuiltIn(silentLog())
  const database = openDatabase(named ?? builtIn.url, silentLog())
  try {
    const { isRight, report } = await auditByHand(database, loadConfig(process.env))
    process.stdout.write(report)
    process.exitCode = isRight ? 0 : 1
  } finally {
    await database.close()
    await builtIn?.stop()
  }
}

/** Writes this checkout's verifier to a file, and prints its SHA-256 as sha256sum does. */
async function verifier() {
  const { verifierFile } = await import('./web/releaseFiles.ts')
  const text = await verifierFile()
  const path = 'verify/dist/verify.mjs'
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  say(`${createHash('sha256').update(text).digest('hex')}  ${path}`)
}

async function openBuiltIn(log) {
  const folder = process.env.DATA_DIR ?? '.data'
  if (!existsSync(folder)) stop(`There is no database in ${folder} yet: npm start makes one.`)
  const { startOrAdoptEmbedded } = await import('./server/src/db/embedded/embedded.ts')
  return startOrAdoptEmbedded(folder, log)
}

// ---- tests

/** Runs test files in one vitest run, prints the failed and slow ones and the count, and exits with vitest's code. */
async function runTests(words, env = {}, projects = ['checks', 'rules', 'server', 'safety', 'browser']) {
  const tally = { passed: 0, failed: 0, skipped: 0, failures: [], seconds: [] }
  const files = filesOf(words)
  const isBrowsing = files.some(needsBrowser)
  const browser = isBrowsing ? await browserOnce() : null
  if (isBrowsing && browser === null) tally.failed++
  if (files.some((file) => file.startsWith('e2e'))) await ensureWeb()
  const chosen = projects.filter((project) => project !== 'browser' || browser !== null)
  if (chosen.length > 0) await addUp(tally, chosen, words, { ...env, CHROMIUM_PATH: browser ?? '' })
  const { passed, failed, skipped, failures, seconds } = tally
  if (passed + failed + skipped === 0) stop(`No test file's path contains ${words.join(' or ')}.`)
  const slowest = seconds.toSorted(([, one], [, other]) => other - one).slice(0, 10)
  say('slowest files:')
  for (const [file, time] of slowest) say(`  ${time.toFixed(1).padStart(6)} s  ${file}`)
  for (const failure of failures) say(`failed: ${String(failure)}`)
  nameFailedFiles(failures.map((one) => String(one).split(': ')[0]))
  say(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed > 0 ? 1 : 0)
}

async function addUp(tally, projects, words, env) {
  const file = join(tmpdir(), `tickmark-tally-${process.pid}.json`)
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=./checks/tally.ts']
  const parameters = [...vitest, ...chosen, '--passWithNoTests', ...reporters, ...words]
  const code = await run(process.execPath, parameters, { ...env, TICKMARK_TALLY: file })
  const counted = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 1, skipped: 0, failures: ['The tests could not be run'], seconds: [] }
  rmSync(file, { force: true })
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  tally.failures.push(...counted.failures)
  tally.seconds.push(...counted.seconds)
  for (const kind of ['passed', 'failed', 'skipped']) tally[kind] += counted[kind]
}

/** The test files whose path contains one of the words; all files without words. */
function filesOf(words) {
  const { rules, server } = JSON.parse(readFileSync('run/testPlaces.json', 'utf8'))
  const names = words.filter((word) => !isFlag(word))
  const files = listFiles([...rules, ...server, 'e2e']).filter((file) => /\.test\.tsx?$/.test(file))
  return files.filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
}

const isFlag = (word) => word.startsWith('-')
const needsBrowser = (file) => file.startsWith('e2e') && !file.startsWith(join('e2e', 'safety'))

/** Writes the failed files for `.ci/run`, unless something failed that belongs to no file. */
function nameFailedFiles(files) {
  const list = process.env.TICKMARK_FAILED
  if (!list || !files.every((file) => existsSync(file))) return
  writeFileSync(list, [...new Set(files)].map((file) => `${file}\n`).join(''))
}

/** Tests that run longer at night: whole files by their name, parts of files by `runs`. */
function isLong(file) {
  return file.endsWith('.long.test.ts') || /\bruns\(/.test(readFileSync(file, 'utf8'))
}

await main(process.argv[2], process.argv.slice(3))
