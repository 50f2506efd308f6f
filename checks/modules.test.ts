import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, runTool } from './tool.ts'

interface Cruise {
  modules: { source: string; dependencies: { module: string; resolved: string }[] }[]
  summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] }
}

const rules = createRequire(import.meta.url)('../modules.cjs') as { forbidden: { name: string }[] }

async function cruise(cwd: string, places: string[], config = 'modules.cjs'): Promise<Cruise> {
  const { said } = await runTool(
    'depcruise',
    ['--config', join(root, config), '--output-type', 'json', ...places],
    cwd,
  )
  if (!said.startsWith('{')) throw new Error(said)
  return JSON.parse(said.slice(0, said.lastIndexOf('}') + 1)) as Cruise
}

const broken = ({ summary }: Cruise) => summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)

/** Each step of a circle of folders: a folder, and the next one that it imports. */
const circles = ({ summary }: Cruise) => summary.violations.map(({ from, to }) => `${from} imports ${to}`)

const shipped = [
  'core',
  'texts',
  'chainkit',
  'wire',
  'server',
  'ui/src',
  'client/src',
  'web/src',
  'console/src',
  'verify',
  'witness',
  'signer',
]

test('no file imports what its module must not', async () => {
  const found = await cruise(root, [...shipped, 'e2e', 'bench'])
  // Without a TypeScript parser dependency-cruiser would see no file and report no violation.
  expect(found.summary.totalCruised).toBeGreaterThan(100)
  const links = found.modules.flatMap((module) => module.dependencies)
  expect(
    links.some((link) => link.module.startsWith('@tickmark/core/') && link.resolved.startsWith('core/src/')),
  ).toBe(true)
  expect(broken(found)).toEqual([])
})

test('no two folders import each other', async () => {
  const found = await cruise(root, shipped, 'checks/rules/folders.cjs')
  expect(found.summary.totalCruised).toBeGreaterThan(100)
  expect(circles(found)).toEqual([])
})

test('every folder of the server is a module of the table', () => {
  const folders = readdirSync(join(root, 'server', 'src'), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'app',
  )
  const modules = new Set(rules.forbidden.map(({ name }) => name))
  expect(folders.map((entry) => entry.name).filter((name) => !modules.has(`module-${name}`))).toEqual([])
})

/** Each row names the rule that the file breaks by its import; null when it breaks none. */
const plants: [rule: string | null, file: string, imported: string][] = [
  ['core-is-alone', 'core/src/a.ts', 'node:fs'],
  ['core-is-alone', 'core/src/b.ts', 'zod'],
  ['core-is-alone', 'core/src/c.ts', '../../wire/src/leaf.ts'],
  ['core-is-alone', 'core/src/j.ts', 'kysely'],
  [null, 'core/src/d.ts', './leaf.ts'],
  [null, 'core/src/e.test.ts', 'kysely'],
  ['wire-knows-core-texts-and-zod', 'wire/src/a.ts', '@tickmark/server/db/leaf'],
  ['wire-knows-core-texts-and-zod', 'wire/src/b.ts', 'node:crypto'],
  ['wire-knows-core-texts-and-zod', 'wire/src/e.ts', 'pg'],
  ['texts-know-core', 'texts/src/server/a.ts', '@tickmark/wire/leaf'],
  ['texts-know-core', 'texts/src/server/b.ts', 'zod'],
  ['texts-for-the-page', 'texts/src/a.ts', './server/leaf.ts'],
  ['texts-for-the-page', 'texts/src/b.ts', 'node:fs'],
  [null, 'texts/src/server/c.ts', 'node:fs'],
  [null, 'texts/src/c.ts', './leaf.ts'],
  ['wire-knows-core-texts-and-zod', 'wire/src/g.ts', '@tickmark/texts/server/leaf'],
  [null, 'wire/src/f.ts', '@tickmark/texts/leaf'],
  ['module-ledger', 'server/src/ledger/c.ts', '@tickmark/texts/server/leaf'],
  [null, 'server/src/http/b.ts', '@tickmark/texts/server/leaf'],
  ['page-without-server', 'web/src/d.ts', '@tickmark/texts/server/leaf'],
  [null, 'web/src/e.ts', '@tickmark/texts/leaf'],
  ['console-without-server', 'console/src/a.ts', '@tickmark/server/db/leaf'],
  ['console-without-server', 'console/src/b.ts', '../../web/src/leaf.ts'],
  [null, 'console/src/c.ts', '@tickmark/texts/leaf'],
  ...['api', 'format', 'gate', 'i18n', 'kit', 'navigation', 'session'].map(
    (folder): [string, string, string] => [
      `console-${folder}`,
      `console/src/${folder}/a.ts`,
      '../app/leaf.ts',
    ],
  ),
  ['screens-are-apart', 'console/src/screens/one/a.ts', '../two/leaf.ts'],
  [null, 'console/src/screens/one/b.ts', '../../kit/leaf.ts'],
  ['page-without-console', 'web/src/f.ts', '../../console/src/kit/leaf.ts'],
  ['page-without-console', 'client/src/d.ts', '@tickmark/wire/routes/operators/leaf'],
  [null, 'wire/src/c.ts', 'zod'],
  [null, 'wire/src/d.ts', '@tickmark/core/leaf'],
  ['chainkit-is-pure', 'chainkit/src/a.ts', 'node:fs'],
  ['chainkit-is-pure', 'chainkit/src/b.ts', '@tickmark/wire/leaf'],
  ['chainkit-is-pure', 'chainkit/src/c.ts', 'zod'],
  [null, 'chainkit/src/d.ts', '@tickmark/core/leaf'],
  ['verify-knows-core', 'verify/src/a.ts', '@tickmark/wire/leaf'],
  ['verify-knows-core', 'verify/src/b.ts', 'zod'],
  [null, 'verify/src/c.ts', 'node:fs'],
  ['witness-knows-core', 'witness/src/a.ts', '@tickmark/wire/leaf'],
  ['witness-knows-core', 'witness/src/b.ts', '@tickmark/server/db/leaf'],
  [null, 'witness/src/c.ts', 'node:fs'],
  [null, 'signer/src/d.ts', '@tickmark/chainkit/leaf'],
  [null, 'server/src/accounts/b.ts', '@tickmark/chainkit/leaf'],
  ['module-orders', 'server/src/orders/j.ts', '@tickmark/chainkit/leaf'],
  ['server-without-page', 'server/src/a.ts', '../../web/src/leaf.ts'],
  ['module-db', 'server/src/db/a.ts', '../orders/leaf.ts'],
  ['module-db', 'server/src/db/b.ts', '@tickmark/wire/leaf'],
  ['module-http', 'server/src/http/a.ts', '../orders/leaf.ts'],
  ['module-ledger', 'server/src/ledger/a.ts', '../market/leaf.ts'],
  ['module-ledger', 'server/src/ledger/b.ts', '@tickmark/wire/leaf'],
  ['module-market', 'server/src/market/a.ts', '../accounts/leaf.ts'],
  ['module-accounts', 'server/src/accounts/a.ts', '../market/leaf.ts'],
  ['module-pricing', 'server/src/pricing/a.ts', '../accounts/leaf.ts'],
  ['module-orders', 'server/src/orders/a.ts', '../wallet/leaf.ts'],
  ['app-is-opened-by-main', 'server/src/orders/b.ts', '../app/app.ts'],
  [null, 'server/src/main.ts', './app/app.ts'],
  ['module-module', 'server/src/module/a.ts', '../ledger/leaf.ts'],
  [null, 'server/src/module/b.ts', '../http/leaf.ts'],
  [null, 'server/src/orders/k.ts', '../module/module.ts'],
  [null, 'server/src/withdrawals/c.ts', '../signing/leaf.ts'],
  ['modules-are-opened-by-compose', 'server/src/app/a.ts', '../orders/module.ts'],
  [null, 'server/src/app/compose.ts', '../orders/module.ts'],
  ['module-wallet', 'server/src/wallet/a.ts', '../orders/leaf.ts'],
  ['module-chains', 'server/src/chains/a.ts', '../withdrawals/leaf.ts'],
  ['module-withdrawals', 'server/src/withdrawals/a.ts', '../wallet/leaf.ts'],
  [null, 'server/src/withdrawals/b.ts', '../chains/leaf.ts'],
  ['module-operators', 'server/src/operators/a.ts', '@tickmark/wire/leaf'],
  ['module-media', 'server/src/media/a.ts', '../content/leaf.ts'],
  ['module-content', 'server/src/content/a.ts', '../accounts/leaf.ts'],
  ['module-messages', 'server/src/messages/a.ts', '../orders/leaf.ts'],
  ['module-alerts', 'server/src/alerts/a.ts', '../orders/leaf.ts'],
  ['module-support', 'server/src/support/a.ts', '../orders/leaf.ts'],
  [null, 'server/src/support/b.ts', '@tickmark/wire/leaf'],
  ['module-limits', 'server/src/limits/a.ts', '../orders/leaf.ts'],
  ['module-platform', 'server/src/platform/a.ts', '../db/leaf.ts'],
  ['module-signing', 'server/src/signing/a.ts', '../db/leaf.ts'],
  ['module-swaps', 'server/src/swaps/a.ts', '../orders/leaf.ts'],
  ['module-loans', 'server/src/loans/a.ts', '../limits/leaf.ts'],
  ['module-record', 'server/src/record/a.ts', '../accounts/leaf.ts'],
  ['module-console', 'server/src/console/a.ts', '../orders/leaf.ts'],
  ['module-treasury', 'server/src/treasury/a.ts', '../accounts/leaf.ts'],
  ['module-overview', 'server/src/overview/a.ts', '../orders/leaf.ts'],
  ['module-arbitrage', 'server/src/arbitrage/a.ts', '../orders/leaf.ts'],
  ['module-hosting', 'server/src/hosting/a.ts', '../orders/leaf.ts'],
  ['signer-is-apart', 'signer/src/a.ts', '@tickmark/server/db/leaf'],
  ['signer-is-apart', 'signer/src/c.ts', 'kysely'],
  [null, 'signer/src/d.ts', 'zod'],
  [null, 'signer/src/b.ts', '@tickmark/wire/leaf'],
  [null, 'server/src/orders/c.ts', '../ledger/leaf.ts'],
  [null, 'server/src/orders/d.ts', '../platform/clock.ts'],
  ['sql-has-one-door', 'server/src/orders/e.ts', 'kysely'],
  ['sql-has-one-door', 'server/src/market/b.ts', 'pg'],
  ['sql-has-one-door', 'server/src/orders/g.ts', 'kysely'],
  ['sql-has-one-door', 'server/src/h.ts', 'pg'],
  ['sql-has-one-door', 'server/src/orders/i.ts', 'kysely/helpers/postgres'],
  [null, 'server/src/db/e.ts', 'pg'],
  [null, 'server/src/orders/tables.ts', 'kysely'],
  [null, 'server/src/orders/store.ts', 'kysely'],
  [null, 'server/src/accounts/sessionStore.ts', 'kysely'],
  ['routes-are-opened-by-their-module', 'server/src/orders/f.ts', './routes.ts'],
  [null, 'server/src/support/module.ts', './routes.ts'],
  ['no-operator-decides-an-outcome', 'server/src/orders/operatorRoutes.ts', './between.ts'],
  ['no-operator-touches-limits', 'server/src/support/operatorRoutes.ts', './between.ts'],
  [null, 'server/src/content/operatorRoutes.ts', './leaf.ts'],
  ['page-without-server', 'web/src/a.ts', '@tickmark/server/db/leaf'],
  ['page-without-server', 'web/src/b.ts', 'node:fs'],
  ['ui-knows-no-data', 'ui/src/a.tsx', '../../web/src/leaf.ts'],
  ['ui-knows-no-data', 'ui/src/b.tsx', '@tickmark/wire/leaf'],
  [null, 'ui/src/c.tsx', '@tickmark/core/leaf'],
  ['client-knows-no-page', 'client/src/a.ts', '../../web/src/leaf.ts'],
  ['client-knows-no-page', 'client/src/b.ts', '@tickmark/server/db/leaf'],
  [null, 'client/src/c.ts', '@tickmark/wire/leaf'],
  ['features-are-apart', 'web/src/features/two/a.ts', '../one/leaf.ts'],
  ['features-are-apart', 'web/src/features/two/b.ts', '../../app/leaf.ts'],
  [null, 'web/src/features/one/a.ts', './leaf.ts'],
  ['flows-are-apart', 'web/src/flows/two/a.ts', '../one/leaf.ts'],
  ['flows-are-apart', 'web/src/flows/two/b.ts', '../../features/one/leaf.ts'],
  [null, 'web/src/features/one/b.ts', '../../flows/one/leaf.ts'],
  ...[
    'state',
    'navigation',
    'session',
    'format',
    'i18n',
    'api',
    'live',
    'browser',
    'watch',
    'wallets',
    'entities',
    'receipts',
    'components',
  ].map((folder): [string, string, string] => [`page-${folder}`, `web/src/${folder}/a.ts`, '../app/leaf.ts']),
  [null, 'web/src/api/b.ts', '../session/leaf.ts'],
  ['tests-are-leaves', 'core/src/f.ts', './e.test.ts'],
  ['test-support-stays-out', 'server/src/db/c.ts', './support.testing.ts'],
  ['test-support-stays-out', 'web/src/c.ts', '../../e2e/leaf.ts'],
  [null, 'server/src/db/d.test.ts', './support.testing.ts'],
  ['no-circle', 'core/src/g.ts', './h.ts'],
  ['resolves', 'core/src/i.ts', './nowhere.ts'],
]

/** The files that the planted imports point to. */
const leaves = [
  ...[
    'core/src',
    'texts/src',
    'texts/src/server',
    'chainkit/src',
    'wire/src',
    'wire/src/routes/operators',
    'web/src',
    'console/src/app',
    'console/src/kit',
    'console/src/screens/one',
    'console/src/screens/two',
    'web/src/app',
    'web/src/session',
    'web/src/flows/one',
    'web/src/features/one',
    'e2e',
  ].map((folder) => `${folder}/leaf.ts`),
  ...['db', 'orders', 'wallet', 'chains', 'withdrawals', 'ledger', 'market', 'accounts'].map(
    (name) => `server/src/${name}/leaf.ts`,
  ),
  ...['content', 'http', 'limits', 'signing'].map((name) => `server/src/${name}/leaf.ts`),
  ...[
    'app/app.ts',
    'module/module.ts',
    'orders/module.ts',
    'support/routes.ts',
    'platform/clock.ts',
    'orders/routes.ts',
    'orders/settling/settleDue.ts',
    'db/support.testing.ts',
  ].map((file) => `server/src/${file}`),
]

let folder: string
let noticed: string[]
let noticedOfFolders: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-modules-'))
  for (const leaf of leaves) plant(leaf, 'export type Leaf = 1')
  // Links the installed packages, so that their files have their real paths.
  mkdirSync(join(folder, 'node_modules', '@tickmark'), { recursive: true })
  for (const name of ['kysely', 'pg', 'zod'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of [
    'core',
    'texts',
    'chainkit',
    'wire',
    'server',
    'signer',
    'ui',
    'client',
    'web',
    'console',
    'verify',
    'witness',
    'e2e',
  ]) {
    plant(
      `${name}/package.json`,
      JSON.stringify({ name: `@tickmark/${name}`, exports: { './*': './src/*.ts' } }),
    )
    symlinkSync(join('..', '..', name), join(folder, 'node_modules', '@tickmark', name))
  }
  // A type import and a dynamic import count as imports too: each kind is used for a third of the plants.
  for (const [index, [, file, imported]] of plants.entries()) {
    const ways = [
      `import type { Leaf } from '${imported}'\nexport type Kept = Leaf`,
      `import * as leaf from '${imported}'\nexport const kept = leaf`,
      `export const kept = import('${imported}')`,
    ]
    plant(file, ways[index % ways.length] as string)
  }
  // A cycle counts only between values. The operator routes reach settlement and limits through another file.
  for (const [one, other] of ['gh', 'hg'])
    plant(
      `core/src/${one}.ts`,
      `import { ${other} } from './${other}.ts'\nexport const ${one} = () => ${other}`,
    )
  plant(
    'server/src/orders/between.ts',
    "import { settle } from './settling/settleDue.ts'\nexport const between = settle",
  )
  plant(
    'server/src/support/between.ts',
    "import type { Leaf } from '../limits/leaf.ts'\nexport type Between = Leaf",
  )
  // The files of these folders form no cycle; the folders do.
  for (const [one, other] of [
    ['one', 'two'],
    ['two', 'one'],
  ]) {
    plant(`core/src/${one}/leaf.ts`, 'export type Leaf = 1')
    plant(
      `core/src/${one}/user.ts`,
      `import type { Leaf } from '../${other}/leaf.ts'\nexport type Kept = Leaf`,
    )
  }
  noticed = broken(
    await cruise(folder, [
      'core',
      'texts',
      'chainkit',
      'wire',
      'server',
      'signer',
      'ui',
      'client',
      'web',
      'console',
      'verify',
      'witness',
    ]),
  )
  noticedOfFolders = circles(await cruise(folder, ['core'], 'checks/rules/folders.cjs'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${text}\n`)
}

test.each(plants.filter(([rule]) => rule !== null))('%s notices %s importing %s', (rule, file) => {
  expect(noticed).toContain(`${rule}: ${file}`)
})

test('a cycle of folders is noticed', () => {
  expect(noticedOfFolders).toEqual(['core/src/one imports core/src/two', 'core/src/two imports core/src/one'])
})

const innocent = plants.filter(([rule]) => rule === null).map(([, file, imported]) => [file, imported])

test.each(innocent)('%s may import %s', (file) => {
  expect(noticed.filter((line) => line.endsWith(`: ${file}`))).toEqual([])
})

test('every rule has a plant', () => {
  const planted = new Set(plants.map(([rule]) => rule))
  expect(rules.forbidden.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([])
})
