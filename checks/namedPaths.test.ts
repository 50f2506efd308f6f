import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'
import { root } from './tool.ts'

// A comment that names a file sends its reader there, so it must be updated when the file moves.

const files = listFiles()

/** Comments of TypeScript and JavaScript, which begin a line or follow a space, comments of SQL, and what Markdown quotes. */
const comments = {
  code: /(?<=^|\s)\/\/.*$|(?<=^|\s)\/\*[\s\S]*?\*\//gm,
  sql: /--.*$/gm,
  md: /`[^`\n]+`/g,
}

/** Files that the build writes, and a name that STYLE.md forbids. */
const absent = ['verify.mjs', 'verify/dist/verify.mjs', 'index.ts']

/**
 * A file's name, optionally with folders before it. The lookbehinds exclude globs, endings, addresses and C2SP
 * specifications.
 */
const named =
  /(?<![\w./*…-]|C2SP )(?:\.{1,2}\/)*((?:[\w-]+\/)*[\w.-]*\w\.(?:tsx?|[cm]?js|sql|md))\b(?![\w/(])/g

/** Names in the comments of a file that no file's path ends with. */
function missingIn(path: string, text: string): string[] {
  const found = text.matchAll(comments[path.endsWith('.sql') ? 'sql' : path.endsWith('.md') ? 'md' : 'code'])
  const names = [...found].flatMap(([comment]) => [...comment.matchAll(named)].map(([, name = '']) => name))
  return names.filter(
    (name) => !absent.includes(name) && !files.some((file) => file === name || file.endsWith(`/${name}`)),
  )
}

test('a file named in a comment or a document exists', () => {
  const commented = files.filter(
    (name) => /\.(tsx?|[cm]?js|sql|md)$/.test(name) && name !== 'checks/namedPaths.test.ts',
  )
  const missing = commented.flatMap((path) =>
    missingIn(path, readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
  )
  expect(commented.length).toBeGreaterThan(500)
  expect(missing).toEqual([])
})

test.each([
  ['a.ts', '// see core/src/nowhere.ts.', ['core/src/nowhere.ts']],
  ['a.ts', 'const x = 1 // nowhere.ts', ['nowhere.ts']],
  ['a.tsx', '/**\n * As `src/ledger.ts` (nowhere.sql)\n * says.\n */', ['src/ledger.ts', 'nowhere.sql']],
  ['a.js', '// Its keys: ui/nowhere.ts (as nowhere.js has them)', ['ui/nowhere.ts', 'nowhere.js']],
  ['a.sql', 'select 1; -- core/src/ledger.ts', ['core/src/ledger.ts']],
  [
    'a.md',
    'See `core/src/nowhere.ts`, `nowhere.ts` and `core/src/log/log.ts`.',
    ['core/src/nowhere.ts', 'nowhere.ts'],
  ],
  ['a.md', 'An unquoted nowhere.ts, `verify.mjs` and `*.test.ts`', []],
  ['a.ts', '// README.md, core/src/log/log.ts, log/log.ts; `app/health.ts`', []],
  ['a.ts', '// As in C2SP tlog-tiles.md', []],
  ['a.ts', "const path = 'core/src/nowhere.ts'", []],
  ['a.sql', "select 'nowhere.ts'", []],
  ['a.ts', '// all SQL is in `…Store.ts`, tests in *.test.ts, and https://example.org/nowhere.js', []],
])('of %s with %j it would report %j', (path, text, missing) => {
  expect(missingIn(path, text)).toEqual(missing)
})
