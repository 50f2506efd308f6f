import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './tool.ts'

const load = createRequire(import.meta.url)
const server = load('./rules/server.cjs') as {
  mayImport: Record<string, string[]>
  knowWire: string[]
  knowChains: string[]
}
const standalone = load('./rules/standalone.cjs') as { mayImport: Record<string, string[]> }
const { forbidden } = load('../modules.cjs') as { forbidden: { name: string }[] }

/** Rows that describe their imports in words instead of names, and the rule that checks each. */
const inWords: Record<string, string> = {
  'server/src/app': 'app-is-opened-by-main',
  'ui/': 'ui-knows-no-data',
  'client/': 'client-knows-no-page',
  'web/src/flows/x': 'flows-are-apart',
  'web/src/features/x': 'features-are-apart',
  'console/src/screens/x': 'screens-are-apart',
  'e2e/': 'test-support-stays-out',
  'bench/': 'test-support-stays-out',
}

/** The table of modules: for each path, the imports that its row allows. */
function rowsOf(text: string): Map<string, string[]> {
  const lines = text.slice(text.indexOf('\n| module |')).trimStart().split('\n')
  const rows = lines.slice(2, lines.indexOf('')).map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(
    rows.flatMap(([, paths = '', , imports = '']) => {
      const names = paths.replaceAll('`', '').split(', ')
      // In "`server/src/orders`, `wallet`", the second name is a folder beside the first.
      const folder = names[0]?.replace(/[^/]+$/, '') ?? ''
      const list = imports.split(', ').filter((name) => name !== 'itself')
      return names.map((name) => [name.includes('/') ? name : folder + name, list] as const)
    }),
  )
}

const rows = rowsOf(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))

test('the table of ARCHITECTURE.md has the rows of the rules, and no others', () => {
  const ruled = [
    ...Object.keys(standalone.mayImport).map((name) => `${name}/`),
    ...Object.keys(server.mayImport).map((name) => `server/src/${name}`),
    ...Object.keys(inWords),
  ]
  expect([...rows.keys()].toSorted()).toEqual(ruled.toSorted())
})

test.each(Object.entries(standalone.mayImport))('the row of %s says what its rule says', (name, imports) => {
  expect(rows.get(`${name}/`)?.toSorted()).toEqual(imports.toSorted())
})

test.each(Object.entries(server.mayImport))(
  'the row of server/src/%s says what its rule says',
  (name, others) => {
    const imports = [
      'core',
      ...(server.knowWire.includes(name) ? ['wire'] : []),
      ...(server.knowChains.includes(name) ? ['chainkit'] : []),
      ...others,
    ]
    expect(rows.get(`server/src/${name}`)?.toSorted()).toEqual(imports.toSorted())
  },
)

test('a row in words has a rule', () => {
  const names = forbidden.map(({ name }) => name)
  expect(Object.values(inWords).filter((name) => !names.includes(name))).toEqual([])
})
