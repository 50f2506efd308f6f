import { expect, test } from 'vitest'
import { type BuiltChunk, scriptsOf } from './screenFiles.ts'

const chunk = (
  fileName: string,
  source: string | null,
  imports: string[] = [],
  isEntry = false,
): BuiltChunk => ({
  fileName,
  facadeModuleId: source && `/web/src/${source}`,
  imports,
  isEntry,
})

const chunks = [
  chunk('first.js', 'main.tsx', ['react.js'], true),
  chunk('react.js', null),
  chunk('parts.js', null, ['react.js', 'deep.js']),
  chunk('deep.js', null, ['parts.js']),
  chunk('texts.js', 'i18n/englishRest.ts', ['first.js']),
  chunk('coin.js', 'features/coin/CoinPage.tsx', ['parts.js', 'first.js']),
  chunk('help.js', 'features/help/HelpPage.tsx'),
]

test.each([
  [
    'its own, those that it imports, and its texts',
    'coin/CoinPage',
    ['/coin.js', '/parts.js', '/deep.js', '/texts.js'],
  ],
  ['its own and its texts', 'help/HelpPage', ['/help.js', '/texts.js']],
])('a screen waits for %s, but not for what every page names', (_, file, scripts) => {
  expect(scriptsOf(chunks, [{ path: '/business', file }])).toEqual({ '/business': scripts })
})

test('a screen in the first script waits for no other file', () => {
  expect(scriptsOf(chunks, [{ path: '/', file: 'home/HomePage' }])).toEqual({})
})
