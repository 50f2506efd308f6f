import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'
import { root } from './tool.ts'

// Vitest's own waits end after one second, which a busy machine exceeds: each wait must state its timeout.

const WAIT = /\bvi\.wait(?:For|Until)\(/g

/** The text of each wait's arguments, up to its closing bracket. */
function waitsIn(source: string): string[] {
  return [...source.matchAll(WAIT)].map(({ 0: call, index }) => {
    const start = index + call.length
    let depth = 1
    let end = start
    for (; end < source.length && depth > 0; end++) {
      if (source[end] === '(') depth++
      else if (source[end] === ')') depth--
    }
    return source.slice(start, end)
  })
}

const isHasty = (wait: string) => !/timeout:|PATIENCE/.test(wait)

test('every wait in a test states its timeout', () => {
  const tests = listFiles().filter((file) => /\.(test|testing)\.tsx?$|^e2e\/support\//.test(file))
  const waits = tests.flatMap((file) =>
    waitsIn(readFileSync(join(root, file), 'utf8')).map((wait) => ({ file, wait })),
  )
  expect(waits.length).toBeGreaterThan(20)
  expect(waits.filter(({ wait }) => isHasty(wait))).toEqual([])
})

test.each([
  ['waitUntil(async () => (await list()).length > 0)', true],
  ['waitFor(() => expect(f(1)).toBe(2), { timeout: 20_000 })', false],
  ['waitUntil(() => f(), PATIENCE)\nlater()', false],
  ['waitUntil(() => f())\nconst later = { timeout: 1 }', true],
])('%j is too hasty: %s', (source, hasty) => {
  expect(waitsIn(`vi.${source}`).map(isHasty)).toEqual([hasty])
})
