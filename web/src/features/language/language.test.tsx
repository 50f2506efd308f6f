import { expect, onTestFinished, test } from 'vitest'
import { CONFIG } from '../../api/publicConfig.testing.ts'
import { configNow, takeConfig } from '../../api/publicConfig.ts'
import { drawn, inLanguage } from '../../app/drawn.testing.tsx'
import { LanguagePage } from './LanguagePage.tsx'

test('the languages that the house offers are listed by their own names, the present one chosen', async () => {
  const before = configNow() ?? CONFIG
  onTestFinished(() => takeConfig(before))
  takeConfig({ ...CONFIG, languages: ['english', 'korean', 'arab'] })
  expect(await drawn(<LanguagePage />)).toBe(
    [
      'Back | Language | Languages | English | (chosen) | English | 한국어 | 한국어 | العربية | العربية',
      'Confirm',
    ].join(' | '),
  )
  await inLanguage('korean')
  expect((await drawn(<LanguagePage />)).split(' | ').slice(3, 7)).toEqual([
    'English',
    'English',
    '한국어',
    '(chosen)',
  ])
})
