import { CURRENCIES } from '@tickmark/core/money/currencies'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sessionNow } from '../session/session.ts'
import { changeLanguage, loadRestOfEnglish, shownLanguage, t, translate } from './i18n.ts'

test('a text of the first screen is available at once, with its facts filled in', () => {
  expect(t('home:tabs.top')).toBe('Top')
  expect(t('home:account', { address: '0x71C7' })).toBe('Account 0x71C7')
})

test('a text missing in a language falls back to English', () => {
  expect(translate('home:tabs.top', {}, 'arab')).toBe('Top')
})

test('the other texts come with the rest of English', async () => {
  // Another test may have loaded them already.
  vi.resetModules()
  const fresh = await import('./i18n.ts')
  expect(() => fresh.t('wallet:protection.codesLeft', { count: 1 })).toThrow(
    'There is no text wallet:protection.codesLeft',
  )
  await fresh.loadRestOfEnglish()
  expect(fresh.t('wallet:protection.codesLeft', { count: 1 })).toBe('1 recovery code left')
})

test('the welcome of a practice account names every currency of its opening balance', async () => {
  await loadRestOfEnglish()
  const codes = CURRENCIES.filter(({ opening }) => opening > 0n).map(({ code }) => code)
  const text = t('join:ready', Object.fromEntries(codes.map((code) => [code.toLowerCase(), '7'])))
  expect(text.match(/7 [A-Z]+/g)).toEqual(codes.map((code) => `7 ${code}`))
})

test('an unknown key throws', () => {
  expect(() => translate('home:nowhere', {}, 'english')).toThrow('There is no text home:nowhere')
})

test('a choice of language that a later one has overtaken is not shown', async () => {
  vi.stubGlobal('document', { documentElement: {} })
  onTestFinished(() => void vi.unstubAllGlobals())
  await Promise.all([changeLanguage('korean'), changeLanguage('english')])
  expect(shownLanguage.get()).toBe('english')
  expect(sessionNow().language).toBe('english')
  await Promise.all([changeLanguage('english'), changeLanguage('korean')])
  expect(shownLanguage.get()).toBe('korean')
  expect(sessionNow().language).toBe('korean')
  await changeLanguage('english')
})
