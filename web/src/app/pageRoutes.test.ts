import { expect, test } from 'vitest'
import { pageRoutes } from '../../pageRoutes.ts'

const tables = import.meta.glob<string>(
  ['../../../wire/src/routes/*.ts', '!../../../wire/src/routes/{all,*.test}.ts'],
  { query: '?raw', import: 'default', eager: true },
)

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

test('the page’s route tables have all calls with their replies, and no property of the server', () => {
  expect(Object.keys(tables).length).toBeGreaterThan(10)
  for (const [path, source] of Object.entries(tables)) {
    const bare = pageRoutes(source)
    for (const part of [/\broute\(\{/g, /^ {4}reply:/gm, /^ {4}path:/gm, /^ {4}refreshes:/gm])
      expect(count(bare, part), `${path} ${part}`).toBe(count(source, part))
    expect(count(bare, /^ {4}reply: z\.lazy\(\(\) =>/gm), path).toBe(count(source, /^ {4}reply:/gm))
    for (const part of [/^ {4}(summary|input|rate|picture|refusals):/gm, /'key_missing'/g])
      expect(count(bare, part), `${path} ${part}`).toBe(0)
  }
})

test('a property is removed with all its lines, and the next one stays; a reply’s schema is made late', () => {
  const source = `export const routes = {
  one: route({
    path: '/api/one',
    summary:
      'A sentence.',
    input: z.object({
      id: z.string(),
    }),
    reply: z.object({
      input: z.string(),
    }),
    refusals: [
      'no',
    ],
  }),
  two: route({
    path: '/api/two',
    reply: one,
  }),
}`
  expect(pageRoutes(source)).toBe(`export const routes = {
  one: route({
    path: '/api/one',
    reply: z.lazy(() => z.object({
      input: z.string(),
    })),
  }),
  two: route({
    path: '/api/two',
    reply: z.lazy(() => one),
  }),
}`)
})
