import { preloadPanels } from '@tickmark/ui/layer/panels.testing.ts'
import { beforeAll, expect, test } from 'vitest'
import { answered, asUser, asVisitor, drawn } from '../../app/drawn.testing.tsx'
import { Authenticator } from './Authenticator.tsx'
import { CodeField } from './CodeField.tsx'
import { EndAuthenticator } from './EndAuthenticator.tsx'
import { ProtectionPage } from './ProtectionPage.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { StartAuthenticator } from './StartAuthenticator.tsx'

beforeAll(preloadPanels)

const AT = new Date(2026, 10, 8, 21, 4, 9).getTime()
const shown = (isOn: boolean, codesLeft = 0, until: number | null = null) =>
  drawn(<Authenticator isOn={isOn} until={until} codesLeft={codesLeft} />)

test('the authenticator is off, or on with its recovery codes, and tells when a reset ends it', async () => {
  expect(await shown(false)).toBe(
    [
      'Authenticator | Off',
      'While it is on, a withdrawal also asks for the 6-digit code of an authenticator app, such as Google Authenticator.',
      'Turn the authenticator on',
    ].join(' | '),
  )
  expect(await shown(true, 10)).toBe(
    [
      'Authenticator | On',
      'While it is on, a withdrawal also asks for the 6-digit code of an authenticator app, such as Google Authenticator.',
      '10 recovery codes left | Turn the authenticator off',
    ].join(' | '),
  )
  expect(await shown(true, 1, AT)).toBe(
    [
      'Authenticator | On',
      'While it is on, a withdrawal also asks for the 6-digit code of an authenticator app, such as Google Authenticator.',
      '1 recovery code left',
      'A reset is under way: the authenticator turns off by itself on Nov 8, 2026, 21:04. If you did not ask for that, keep it on.',
      'Keep it on | Turn the authenticator off',
    ].join(' | '),
  )
})

test('it is turned on with its secret and a code, and off with a code, a recovery code, or a reset', async () => {
  const close = () => {}
  expect(await drawn(<StartAuthenticator open onClose={close} />)).toBe(
    'Turn the authenticator on | Close | Loading | Google code | Turn on',
  )
  expect(await drawn(<EndAuthenticator open isResetting={false} onClose={close} />)).toBe(
    [
      'Turn the authenticator off | Close',
      'Withdrawals then ask for your wallet’s signature alone. The recovery codes stop working.',
      'Google code or recovery code | I have neither phone nor recovery codes',
      'Turn the authenticator off',
    ].join(' | '),
  )
  expect(await drawn(<EndAuthenticator open isResetting onClose={close} />)).not.toContain('lost')
})

test('a code has a field of its own', async () => {
  const field = (takesRecovery: boolean) =>
    drawn(<CodeField value="123" onChange={() => {}} error="Wrong" takesRecovery={takesRecovery} />)
  expect([await field(false), await field(true)]).toEqual([
    'Google code | 123 | Wrong',
    'Google code or recovery code | 123 | Wrong',
  ])
})

test('the recovery codes are shown in their order', async () => {
  expect(await drawn(<RecoveryCodes codes={['AAAA-1', 'BBBB-2']} />)).toBe(
    [
      'Each one works once in place of a code, if you lose the authenticator. They are shown now and never again: keep them where the authenticator is not.',
      'Recovery codes | AAAA-1 | BBBB-2 | Copy | Save as file',
    ].join(' | '),
  )
})

test('the page has the authenticator and the address book of a user', async () => {
  asVisitor()
  expect(await drawn(<ProtectionPage />)).toBe(
    [
      'Back | Withdrawal protection | Your wallet',
      'Join with a wallet, or with a practice wallet, to see what you hold here. | Join',
    ].join(' | '),
  )
  asUser(0)
  answered(
    'getProtection',
    {},
    {
      authenticator: true,
      authenticatorUntil: null,
      recoveryCodesLeft: 2,
      addressBook: false,
      addressBookUntil: null,
      addresses: [],
    },
  )
  expect(await drawn(<ProtectionPage />)).toBe(
    [
      'Back | Withdrawal protection',
      'Every withdrawal is signed by your own wallet. Here you can ask for more. | Authenticator | On',
      'While it is on, a withdrawal also asks for the 6-digit code of an authenticator app, such as Google Authenticator.',
      '2 recovery codes left | Turn the authenticator off | Address book',
      'Addresses that you send to. An address can be paid without a wait 24 hours after it was added.',
      'New addresses wait 24 hours',
      'A payment to an address that is not ready here waits, and you can call it back meanwhile. The wallet you joined with never waits.',
      'No addresses yet | Add an address',
    ].join(' | '),
  )
})
