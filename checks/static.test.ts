import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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

// One run reads all planted files, because each run builds the types anew.
test('the compiler and the linter would notice what breaks a rule, in each workspace', async () => {
  const planted = {
    web: Object.fromEntries(PLANTED.map(([, source], at) => [`planted${at}.tsx`, source])),
    ...Object.fromEntries(
      WORKSPACES.filter((one) => one !== 'web').map((one) => [
        one,
        { 'planted.ts': `${WRONG}\n${PLATFORM}` },
      ]),
    ),
  }
  const complaints = await complaintsAbout(planted)
  const isNoticed = (place: string, rule: string) =>
    complaints.some((line) => line.startsWith(`${place}:`) && line.includes(rule))
  const expected = [
    ...PLANTED.map(([rule], at) => [`web/planted${at}.tsx`, rule] as const),
    ...WORKSPACES.filter((one) => one !== 'web').map((one) => [`${one}/planted.ts`, 'TS2322'] as const),
    ...PURE.map((one) => [`${one}/planted.ts`, "Cannot find name 'process'"] as const),
  ]
  const unnoticed = expected.filter(([place, rule]) => !isNoticed(place, rule))
  expect(unnoticed, complaints.join('\n')).toEqual([])
})

const WRONG = "export const x: number = '1'"
const PLATFORM = 'export const now = () => process.uptime()'

/** Workspaces whose code knows no platform. */
const PURE = ['core', 'chainkit', 'wire'] as const

const WORKSPACES = readWorkspaces()

function readWorkspaces(): readonly string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  return workspaces
}

/**
 * The lines about files planted in workspaces, each beginning with the workspace and the file's name. The files lie among the
 * sources, with the settings of the workspace, in folders of unique names, which are deleted at once.
 */
async function complaintsAbout(planted: Record<string, Record<string, string>>): Promise<string[]> {
  const folders = new Map<string, string>()
  try {
    for (const [workspace, files] of Object.entries(planted)) {
      const home = join(root, workspace)
      const sources = existsSync(join(home, 'src')) ? join(home, 'src') : home
      const folder = mkdtempSync(join(sources, '.planted-'))
      folders.set(workspace, folder)
      const own = join(home, 'tsconfig.json')
      const settings = existsSync(own) ? own : join(root, 'tsconfig.json')
      mkdirSync(join(folder, 'src'))
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: settings, include: ['src'] }))
      for (const [name, source] of Object.entries(files))
        writeFileSync(join(folder, 'src', name), `${source}\n`)
    }
    const { said } = await runTool('oxlint', [...LINT, ...folders.values()])
    return [...folders].flatMap(([workspace, folder]) => {
      const within = `${relative(root, folder)}/src/`
      return said.split('\n').flatMap((line) => {
        const at = line.indexOf(within)
        return at < 0 ? [] : [`${workspace}/${line.slice(at + within.length)}`]
      })
    })
  } finally {
    for (const folder of folders.values()) rmSync(folder, { recursive: true })
  }
}
