import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { complaintsOf, root, runTool } from './tool.ts'

const LINT = ['--type-aware', '--type-check', '--format=unix']

// One run checks types and lints: each file once, in the program of the nearest tsconfig.json that includes it. A run of the compiler
// for each workspace would check again what it imports from others.
test('the types hold, and the linter finds nothing', async () => {
  expect(await complaintsOf('oxlint', LINT)).toBe('')
})

test('every file is formatted', async () => {
  expect(await complaintsOf('oxfmt', ['--check'])).toBe('')
})

test('no code is unused, and every used package is in a package.json', async () => {
  expect(await complaintsOf('knip', ['--no-progress'])).toBe('')
})

/** Each breaks the rule that it names. */
const PLANTED: readonly (readonly [rule: string, source: string])[] = [
  ['typescript(TS2322)', "export const x: number = '1'"],
  ['typescript(TS2532)', 'export const x = [1].at(5).toFixed()'],
  ['typescript(TS6133)', 'export function f() {\n  const x = 1\n}'],
  ["Cannot find name 'process'", 'export const now = () => process.uptime()'],
  ['typescript(no-floating-promises)', 'export function f() {\n  Promise.resolve(1)\n}'],
  ['typescript(no-explicit-any)', 'export const x: any = 1'],
  ['typescript(no-unsafe-assignment)', "export const x: string = JSON.parse('1')"],
  ['typescript(no-misused-promises)', 'export const done = [1].some(async (n) => n > 0)'],
  ['import(no-default-export)', 'export default 1'],
  ['react(no-danger)', 'export const x = <p dangerouslySetInnerHTML={{ __html: "" }} />'],
  [
    'react-hooks(rules-of-hooks)',
    "import { useState } from 'react'\nexport function F(p: { on: boolean }) {\n  if (p.on) useState(1)\n  return null\n}",
  ],
  ['jsx-a11y(alt-text)', 'export const x = <img src="a.png" />'],
]

// The files lie within the web sources, with its settings. The folder's name is unique, and the test deletes it at once. One run reads
// them all, because each run builds the types anew.
test('the compiler and the linter would notice what breaks a rule', async () => {
  const said = await saidOf(
    'web',
    Object.fromEntries(PLANTED.map(([, source], at) => [`planted${at}.tsx`, source])),
  )
  const complaints = said.split('\n')
  const unnoticed = PLANTED.filter(
    ([rule], at) => !complaints.some((line) => line.includes(`planted${at}.tsx:`) && line.includes(rule)),
  )
  expect(unnoticed, said).toEqual([])
})

test.each(['core', 'chainkit', 'wire'])(
  'the compiler would notice a platform name in %s',
  async (workspace) => {
    const said = await saidOf(workspace, { 'planted.ts': 'export const now = () => process.uptime()' })
    expect(said).toContain("Cannot find name 'process'")
  },
)

/** What is said of planted files in a workspace's sources, with its settings. */
async function saidOf(workspace: string, files: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(root, workspace, 'src', '.planted-'))
  try {
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'tsconfig.json'), '{ "extends": "../../tsconfig.json", "include": ["src"] }\n')
    for (const [name, source] of Object.entries(files))
      writeFileSync(join(folder, 'src', name), `${source}\n`)
    return (await runTool('oxlint', [...LINT, folder])).said
  } finally {
    rmSync(folder, { recursive: true })
  }
}
