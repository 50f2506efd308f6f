import { expect, test } from 'vitest'
import { alternativesOf } from './alternatives.ts'

test.each([
  ['a', ['a']],
  ['a|b', ['a', 'b']],
  ['^a/(b|c)$', ['^a/b$', '^a/c$']],
  ['^(a|b)/(c|d(e|f))', ['^a/c', '^a/de', '^a/df', '^b/c', '^b/de', '^b/df']],
  [String.raw`\.(test|testing)\.tsx?$`, [String.raw`\.test\.tsx?$`, String.raw`\.testing\.tsx?$`]],
  ['[(|)]+/(a|b)?', ['[(|)]+/(?:a)?', '[(|)]+/(?:b)?']],
  ['^ui/(?!form/|list/)', ['^ui/form/', '^ui/list/']],
  ['^features/$1/', ['^features/[^/]+/']],
])('%s', (pattern, alternatives) => {
  expect(alternativesOf(pattern)).toEqual(alternatives)
})

test('an unmatched closing bracket is an error', () => {
  expect(() => alternativesOf('a)|b')).toThrow('one bracket too many')
})
