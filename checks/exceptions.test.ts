import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { alternativesOf } from './alternatives.ts'
import { listFiles } from './files.ts'
import { root } from './tool.ts'

// A rule or exception for a missing file hides nothing today, but could hide something later.

const files = listFiles()

const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8')) as unknown

/** The globs that match no file. A trailing `!` is knip's mark for production code. */
const idle = (globs: readonly string[], below = '') =>
  globs.filter((glob) => !files.some((file) => matchesGlob(file, join(below, glob.replace(/!$/, '')))))

test('the linter’s exceptions name existing files', () => {
  const { overrides, ignorePatterns } = read('.oxlintrc.json') as {
    overrides: { files: string[] }[]
    ignorePatterns: string[]
  }
  expect(idle(overrides.flatMap((one) => one.files))).toEqual([])
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
  const folders = ignorePatterns.map((pattern) => pattern.replace(/^\*\*\//, '').replace(/\*\*$/, ''))
  expect(folders.filter((folder) => !ignored.includes(folder))).toEqual([])
})

test('knip’s exceptions name existing files', () => {
  const { ignoreIssues, workspaces } = read('knip.json') as {
    ignoreIssues: Record<string, string[]>
    workspaces: Record<string, { entry?: string[]; project: string[] }>
  }
  expect(idle(Object.keys(ignoreIssues))).toEqual([])
  const ofWorkspaces = Object.entries(workspaces).flatMap(([name, { entry = [], project }]) =>
    idle([...entry, ...project], name),
  )
  expect(ofWorkspaces).toEqual([])
})

interface Side {
  path?: string | string[]
  pathNot?: string | string[]
}

test('the import rules name existing paths', () => {
  const { forbidden } = createRequire(import.meta.url)('../modules.cjs') as {
    forbidden: { name: string; from: Side; to: Side }[]
  }
  const patterns = forbidden.flatMap(({ from, to }) => [from.path, from.pathNot, to.path, to.pathNot].flat())
  const named = new Set(patterns.flatMap((pattern) => (pattern === undefined ? [] : alternativesOf(pattern))))
  expect(named.size).toBeGreaterThan(50)
  expect([...named].filter((pattern) => !isThere(pattern))).toEqual([])
})

/** Whether the pattern of a rule matches one of our files or names an installed package. */
function isThere(pattern: string): boolean {
  if (pattern.startsWith('node_modules/')) return existsSync(join(root, pattern))
  return files.some((file) => new RegExp(pattern).test(file))
}

test('a name that matches nothing would be noticed', () => {
  expect(idle(['web/src/ui/Nowhere.tsx'])).toEqual(['web/src/ui/Nowhere.tsx'])
  expect(idle(['src/nowhere.ts!', 'src/main.ts!'], 'signer')).toEqual(['src/nowhere.ts!'])
  expect(isThere(String.raw`^server/src/nowhere\.ts$`)).toBe(false)
  expect(isThere('node_modules/nowhere/')).toBe(false)
})
