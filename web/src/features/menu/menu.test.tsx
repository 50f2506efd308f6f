import { preloadPanels } from '@tickmark/ui/layer/panels.testing.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { CONFIG } from '../../api/publicConfig.testing.ts'
import { configNow, takeConfig } from '../../api/publicConfig.ts'
import { asUser, asVisitor, drawn, drawnLinks } from '../../app/drawn.testing.tsx'
import { forgetAddress, setAddressHint } from '../../session/session.ts'
import { BookSwitch } from './BookSwitch.tsx'
import { SetupSheet } from './SetupSheet.tsx'
import { SideMenu } from './SideMenu.tsx'

beforeAll(preloadPanels)

/** For the rest of the test, the house has these features. */
function withFlags(flags: Partial<typeof CONFIG.flags>): void {
  const before = configNow() ?? CONFIG
  takeConfig({ ...CONFIG, flags: { ...CONFIG.flags, ...flags } })
  onTestFinished(() => takeConfig(before))
}

const menu = <SideMenu open onClose={() => {}} />

test('the menu lists what is not in the main navigation, and no closed feature', async () => {
  asUser()
  withFlags({ wallet: true, share: true })
  expect(await drawn(menu)).toBe(
    [
      'Menu | 0x12a4c3…18293a4b | Copy | Close | Account | Real or simulated account | Real | (chosen)',
      'Simulated | Menu | Wallet | Order records | Share | Support chat | Q&A help | Setup',
    ].join(' | '),
  )
  expect(await drawnLinks(menu)).toEqual(['/account', '/order', '/help'])
  withFlags({ wallet: false, share: false })
  expect(await drawn(menu)).toBe(
    [
      'Menu | 0x12a4c3…18293a4b | Copy | Close | Account | Real or simulated account | Real | (chosen)',
      'Simulated | Menu | Order records | Support chat | Q&A help | Setup',
    ].join(' | '),
  )
})

test('the menu tells who the user is, and offers to join or to sign in again', async () => {
  withFlags({})
  asVisitor()
  expect((await drawn(menu)).split(' | Account')[0]).toBe('Menu | Join | Close')
  asUser(1, { practice: true, books: [1] })
  expect((await drawn(menu)).split(' | Account')[0]).toBe(
    'Menu | 0x12a4c3…18293a4b | Copy | Close | Practice wallet',
  )
  asUser(1, { registered: false })
  expect((await drawn(menu)).split(' | Account')[0]).toBe('Menu | 0x12a4c3…18293a4b | Copy | Close | Sign in')
  forgetAddress()
  setAddressHint('0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 1)
  expect((await drawn(menu)).split(' | Account')[0]).toBe('Menu | 0x71C765…f6d8976F | Copy | Close | Sign in')
  forgetAddress()
})

test.each([
  [0, 'Real'],
  [1, 'Simulated'],
] as const)('in the account %i the switch stands at %s', async (book, name) => {
  asUser(book)
  const [, chosen] = (await drawn(<BookSwitch />)).split('(chosen) | ')
  expect(chosen?.split(' | ')[0]).toBe(name)
})

test('setup leads to messages, alerts, language, limits and settings', async () => {
  const setup = <SetupSheet open onClose={() => {}} />
  expect(await drawn(setup)).toBe('Setup | Close | Messages | Price alerts | Language | Limits | Settings')
  expect(await drawnLinks(setup)).toEqual(['/notification', '/alerts', '/language', '/limits', '/settings'])
})
