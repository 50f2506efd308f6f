import { expect, onTestFinished, test } from 'vitest'
import { asUser, asVisitor, drawn } from '../../app/drawn.testing.tsx'
import { forgetAddress, setAddressHint } from '../../session/session.ts'
import { whileSigningIn } from '../../session/signingIn.ts'
import { HomeBar } from './HomeBar.tsx'

const ADDRESS = '0x12a4c3e5f6071829304152637485960718293a4b'
const bar = () => drawn(<HomeBar />)

test('a visitor may join, and a user sees his account', async () => {
  asVisitor()
  expect(await bar()).toBe('Open menu | Join')
  asUser()
  expect(await bar()).toContain('Account 0x12a4…3a4b')
})

test('from the wallet’s signature until the session stands, the bar says that a sign-in is under way', async () => {
  asVisitor()
  setAddressHint(ADDRESS, 1)
  onTestFinished(forgetAddress)
  await whileSigningIn(async () => {
    expect(await bar()).toBe('Open menu | Signing in')
  })
  expect(await bar()).toBe('Open menu | Join')
  await expect(whileSigningIn(() => Promise.reject(new Error('cancelled')))).rejects.toThrow('cancelled')
  expect(await bar()).toBe('Open menu | Join')
})
