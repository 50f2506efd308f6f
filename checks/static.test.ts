import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { complaintsOf, root, runTool } from './tool.ts'

test.each(['.', 'core', 'chainkit', 'texts', 'wire', 'ui', 'client', 'web', 'console', 'e2e'])(
  'the types of %s hold',
  async (project) => {
    // One checker does half of the work of the default four: each checker infers the types of the queries again.
    const parameters = ['--noEmit', '--pretty', 'false', '--checkers', '1', '-p', project]
    expect(await complaintsOf('tsc', parameters)).toBe('')
  },
)

test('the linter finds nothing', async () => {
  expect(await complaintsOf('oxlint', ['--type-aware', '--format=unix'])).toBe('')
})

test('every file is formatted', async () => {
  expect(await complaintsOf('oxfmt', ['--check'])).toBe('')
})

test('no code is unused, and every used package is in a package.json', async () => {
  expect(await complaintsOf('knip', ['--no-progress'])).toBe('')
})

/** Each breaks the rule that it names. */
const PLANTED: readonly (readonly [rule: string, source: string])[] = [
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

// The files lie within the web sources, so that the linter sees their types. The folder's name is unique, and the test deletes it at
// once. One run reads them all, because each run builds the types anew.
test('the linter would notice what breaks a rule', async () => {
  const folder = mkdtempSync(join(root, 'web', 'src', '.planted-'))
  try {
    for (const [at, [, source]] of PLANTED.entries())
      writeFileSync(join(folder, `planted${at}.tsx`), `${source}\n`)
    const { said } = await runTool('oxlint', ['--type-aware', '--format=unix', folder])
    const complaints = said.split('\n')
    const unnoticed = PLANTED.filter(
      ([rule], at) => !complaints.some((line) => line.includes(`planted${at}.tsx:`) && line.includes(rule)),
    )
    expect(unnoticed, said).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the compiler would notice a platform name in core', async () => {
  const folder = mkdtempSync(join(root, 'core', 'src', '.planted-'))
  try {
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src', 'planted.ts'), 'export const now = () => process.uptime()\n')
    writeFileSync(join(folder, 'tsconfig.json'), '{ "extends": "../../tsconfig.json", "include": ["src"] }\n')
    const { said } = await runTool('tsc', ['--noEmit', '--pretty', 'false', '-p', folder])
    expect(said).toContain("Cannot find name 'process'")
  } finally {
    rmSync(folder, { recursive: true })
  }
})
