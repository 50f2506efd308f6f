import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'
import { root } from './tool.ts'

/** A link of Markdown to a file of the project, or to a heading. */
const link = /(?:\]\(|src=")(?!\w+:)([^)"\s#]*)(?:#([^)"\s]+))?[)"]/g

/** The name by which a link finds a heading: as most viewers of Markdown make it. */
function nameOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}

function headingsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => nameOf(heading))
}

/** Links of a document that lead nowhere. */
function brokenIn(path: string, text: string): string[] {
  return [...text.matchAll(link)].flatMap(([whole, file = '', heading]) => {
    const target = join(root, dirname(path), file)
    if (!existsSync(target)) return [whole]
    if (heading === undefined) return []
    return headingsIn(file === '' ? text : readFileSync(target, 'utf8')).includes(heading) ? [] : [whole]
  })
}

test('every link between documents leads somewhere', () => {
  const documents = listFiles().filter((path) => path.endsWith('.md'))
  expect(documents.length).toBeGreaterThan(10)
  const broken = documents.flatMap((path) =>
    brokenIn(path, readFileSync(join(root, path), 'utf8')).map((found) => `${path}: ${found}`),
  )
  expect(broken).toEqual([])
})

test('ARCHITECTURE.md leads to every page about its parts', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const pages = listFiles().filter((path) => path.startsWith('docs/architecture/'))
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.filter((path) => !text.includes(`](${path})`))).toEqual([])
})

test.each([
  ['[a](README.md), [b](docs/operating.md), [c](https://example.org/x.md), ![d](docs/app.png)', []],
  ['[a](nowhere.md)', ['](nowhere.md)']],
  ['<img src="docs/nowhere.png" alt="">', ['src="docs/nowhere.png"']],
  ['# The one\n[a](#the-one) [b](#another)', ['](#another)']],
  ["## The house's own, and more\n[a](#the-houses-own-and-more)", []],
  ['[a](README.md#start) [b](README.md#nowhere)', ['](README.md#nowhere)']],
])('of %j it would report %j', (text, broken) => {
  expect(brokenIn('a.md', text)).toEqual(broken)
})
