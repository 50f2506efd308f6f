import { expect, test, vi } from 'vitest'
import { setPageLanguage } from './pageLanguage.ts'

test.each([
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['en', 'ltr'],
  ['zh-Hans', 'ltr'],
])('a page in %s runs %s', (lang, dir) => {
  const root = { lang: '', dir: '' }
  vi.stubGlobal('document', { documentElement: root })
  setPageLanguage(lang)
  vi.unstubAllGlobals()
  expect([root.lang, root.dir]).toEqual([lang, dir])
})
