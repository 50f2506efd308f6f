import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, runTool } from './tool.ts'

interface Cruise {
  modules: { source: string; dependencies: { module: string; resolved: string }[] }[]
  summary: { totalCruised: number; violations: { from: string; rule: { name: string } }[] }
}

const rules = createRequire(import.meta.url)('../rooms.cjs') as { forbidden: { name: string }[] }

async function cruise(cwd: string, places: string[]): Promise<Cruise> {
  const { said } = await runTool(
    'depcruise',
    ['--config', join(root, 'rooms.cjs'), '--output-type', 'json', ...places],
    cwd,
  )
  if (!said.startsWith('{')) throw new Error(said)
  return JSON.parse(said.slice(0, said.lastIndexOf('}') + 1)) as Cruise
}

const broken = ({ summary }: Cruise) => summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)

test('no file imports what its room must not', async () => {
  const found = await cruise(root, [
    'core',
    'wire',
    'server',
    'ui/src',
    'web/src',
    'verify',
    'signer',
    'e2e',
    'bench',
  ])
  // Without a parser for TypeScript the tool would look at nothing and be content.
  expect(found.summary.totalCruised).toBeGreaterThan(100)
  const links = found.modules.flatMap((module) => module.dependencies)
  expect(
    links.some((link) => link.module.startsWith('@tickmark/core/') && link.resolved.startsWith('core/src/')),
  ).toBe(true)
  expect(broken(found)).toEqual([])
})

test('every folder of the server is a room of the table', () => {
  const folders = readdirSync(join(root, 'server', 'src'), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'app',
  )
  const rooms = new Set(rules.forbidden.map(({ name }) => name))
  expect(folders.map((entry) => entry.name).filter((name) => !rooms.has(`room-${name}`))).toEqual([])
})

/** Each names the rule that the file breaks by its import, or null when it breaks none. */
const plants: [rule: string | null, file: string, imported: string][] = [
  ['core-is-alone', 'core/src/a.ts', 'node:fs'],
  ['core-is-alone', 'core/src/b.ts', 'zod'],
  ['core-is-alone', 'core/src/c.ts', '../../wire/src/leaf.ts'],
  [null, 'core/src/d.ts', './leaf.ts'],
  [null, 'core/src/e.test.ts', 'kysely'],
  ['wire-knows-core-and-zod', 'wire/src/a.ts', '@tickmark/server/db/leaf'],
  ['wire-knows-core-and-zod', 'wire/src/b.ts', 'node:crypto'],
  [null, 'wire/src/c.ts', 'zod'],
  [null, 'wire/src/d.ts', '@tickmark/core/leaf'],
  ['verify-knows-core', 'verify/src/a.ts', '@tickmark/wire/leaf'],
  ['verify-knows-core', 'verify/src/b.ts', 'zod'],
  [null, 'verify/src/c.ts', 'node:fs'],
  ['server-without-page', 'server/src/a.ts', '../../web/src/leaf.ts'],
  ['room-db', 'server/src/db/a.ts', '../orders/leaf.ts'],
  ['room-db', 'server/src/db/b.ts', '@tickmark/wire/leaf'],
  ['room-http', 'server/src/http/a.ts', '../orders/leaf.ts'],
  ['room-ledger', 'server/src/ledger/a.ts', '../market/leaf.ts'],
  ['room-ledger', 'server/src/ledger/b.ts', '@tickmark/wire/leaf'],
  ['room-market', 'server/src/market/a.ts', '../accounts/leaf.ts'],
  ['room-accounts', 'server/src/accounts/a.ts', '../market/leaf.ts'],
  ['room-pricing', 'server/src/pricing/a.ts', '../accounts/leaf.ts'],
  ['room-orders', 'server/src/orders/a.ts', '../wallet/leaf.ts'],
  ['room-orders', 'server/src/orders/b.ts', '../app/app.ts'],
  ['room-wallet', 'server/src/wallet/a.ts', '../orders/leaf.ts'],
  ['room-chains', 'server/src/chains/a.ts', '../withdrawals/leaf.ts'],
  ['room-withdrawals', 'server/src/withdrawals/a.ts', '../wallet/leaf.ts'],
  [null, 'server/src/withdrawals/b.ts', '../chains/leaf.ts'],
  ['room-operators', 'server/src/operators/a.ts', '@tickmark/wire/leaf'],
  ['room-media', 'server/src/media/a.ts', '../content/leaf.ts'],
  ['room-content', 'server/src/content/a.ts', '../accounts/leaf.ts'],
  ['room-messages', 'server/src/messages/a.ts', '../orders/leaf.ts'],
  ['room-alerts', 'server/src/alerts/a.ts', '../orders/leaf.ts'],
  ['room-support', 'server/src/support/a.ts', '../orders/leaf.ts'],
  [null, 'server/src/support/b.ts', '@tickmark/wire/leaf'],
  ['room-limits', 'server/src/limits/a.ts', '../orders/leaf.ts'],
  ['room-platform', 'server/src/platform/a.ts', '../db/leaf.ts'],
  ['room-signing', 'server/src/signing/a.ts', '../db/leaf.ts'],
  ['room-swaps', 'server/src/swaps/a.ts', '../orders/leaf.ts'],
  ['signer-is-apart', 'signer/src/a.ts', '@tickmark/server/db/leaf'],
  [null, 'signer/src/b.ts', '@tickmark/wire/leaf'],
  [null, 'server/src/orders/c.ts', '../ledger/leaf.ts'],
  [null, 'server/src/orders/d.ts', '../platform/clock.ts'],
  ['sql-has-one-door', 'server/src/orders/e.ts', 'kysely'],
  ['sql-has-one-door', 'server/src/market/b.ts', 'pg'],
  [null, 'server/src/orders/store.ts', 'kysely'],
  [null, 'server/src/accounts/sessionStore.ts', 'kysely'],
  ['doors-are-opened-by-app', 'server/src/orders/f.ts', './routes.ts'],
  ['no-desk-decides-an-outcome', 'server/src/orders/operatorRoutes.ts', './between.ts'],
  ['no-desk-touches-limits', 'server/src/support/operatorRoutes.ts', './between.ts'],
  [null, 'server/src/content/operatorRoutes.ts', './leaf.ts'],
  ['page-without-server', 'web/src/a.ts', '@tickmark/server/db/leaf'],
  ['page-without-server', 'web/src/b.ts', 'node:fs'],
  ['ui-knows-no-data', 'ui/src/a.tsx', '../../web/src/leaf.ts'],
  ['ui-knows-no-data', 'ui/src/b.tsx', '@tickmark/wire/leaf'],
  [null, 'ui/src/c.tsx', '@tickmark/core/leaf'],
  ['features-are-apart', 'web/src/features/two/a.ts', '../one/leaf.ts'],
  [null, 'web/src/features/one/a.ts', './leaf.ts'],
  ['tests-are-leaves', 'core/src/f.ts', './e.test.ts'],
  ['test-support-stays-out', 'server/src/db/c.ts', './support.testing.ts'],
  ['test-support-stays-out', 'web/src/c.ts', '../../e2e/leaf.ts'],
  [null, 'server/src/db/d.test.ts', './support.testing.ts'],
  ['no-circle', 'core/src/g.ts', './h.ts'],
  ['resolves', 'core/src/i.ts', './nowhere.ts'],
]

/** What the plants import. */
const leaves = [
  ...['core/src', 'wire/src', 'web/src', 'web/src/features/one', 'e2e'].map((folder) => `${folder}/leaf.ts`),
  ...['db', 'orders', 'wallet', 'chains', 'withdrawals', 'ledger', 'market', 'accounts'].map(
    (room) => `server/src/${room}/leaf.ts`,
  ),
  ...['content', 'limits'].map((room) => `server/src/${room}/leaf.ts`),
  ...[
    'app/app.ts',
    'platform/clock.ts',
    'orders/routes.ts',
    'orders/settling/settleDue.ts',
    'db/support.testing.ts',
  ].map((file) => `server/src/${file}`),
]

let folder: string
let noticed: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-rooms-'))
  for (const leaf of leaves) plant(leaf, 'export type Leaf = 1')
  for (const name of ['kysely', 'pg', 'zod']) {
    plant(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'main.js' }))
    plant(`node_modules/${name}/main.js`, '')
  }
  for (const name of ['core', 'wire', 'server', 'signer', 'ui', 'web', 'verify', 'e2e']) {
    plant(
      `${name}/package.json`,
      JSON.stringify({ name: `@tickmark/${name}`, exports: { './*': './src/*.ts' } }),
    )
    mkdirSync(join(folder, 'node_modules', '@tickmark'), { recursive: true })
    symlinkSync(join('..', '..', name), join(folder, 'node_modules', '@tickmark', name))
  }
  // A type is as much an import as a value, and half of the plants are that.
  for (const [index, [, file, imported]] of plants.entries()) {
    plant(
      file,
      index % 2 === 0
        ? `import type { Leaf } from '${imported}'\nexport type Kept = Leaf`
        : `import * as leaf from '${imported}'\nexport const kept = leaf`,
    )
  }
  // The circle has to be one of values, and a desk's way to settlement or to limits leads through another file.
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
  noticed = broken(await cruise(folder, ['core', 'wire', 'server', 'signer', 'ui', 'web', 'verify']))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${text}\n`)
}

test.each(plants.filter(([rule]) => rule !== null))('%s notices %s importing %s', (rule, file) => {
  expect(noticed).toContain(`${rule}: ${file}`)
})

const innocent = plants.filter(([rule]) => rule === null).map(([, file, imported]) => [file, imported])

test.each(innocent)('%s may import %s', (file) => {
  expect(noticed.filter((line) => line.endsWith(`: ${file}`))).toEqual([])
})

test('every rule has a plant', () => {
  const planted = new Set(plants.map(([rule]) => rule))
  expect(rules.forbidden.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([])
})
