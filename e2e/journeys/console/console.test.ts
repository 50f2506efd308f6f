import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeAt } from '@tickmark/server/platform/oneTimeCode.testing'
import { wallet } from '@tickmark/server/app/app.testing'
import { operatorCaller } from '@tickmark/server/app/operatorCaller.testing'
import { nameOperator } from '@tickmark/server/console/operators/firstOperators'
import { transact } from '@tickmark/server/db/transact'
import { permits } from '@tickmark/wire/permissions'
import { ROLES, type Role } from '@tickmark/wire/roles'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { approveOpen, visitConsole } from '../../support/page/console.ts'
import { axeFindings, cutTexts, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { newPerson } from '../../support/house/people.ts'
import { gone, seen } from '../../support/page/see.ts'
import { changeAnswers } from '../../support/stage/calls.ts'
import { setStage } from '../../support/stage/stage.ts'
import { injectEthereum } from '../../support/stage/wallets.ts'

const stage = setStage()
const desktop = { width: 1280, height: 800 }

/** The console's screens that need no data, and who may open them. */
const SCREENS = [
  ['Overview', '/', 'see'],
  ['Incidents', '/incidents', 'see'],
  ['Users', '/users', 'seeUsers'],
  ['Orders', '/orders', 'seeUsers'],
  ['Proposals', '/proposals', 'see'],
  ['Operators', '/operators', 'see'],
  ['Audit log', '/audit-log', 'see'],
] as const

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const isFocused = (what: Locator) => what.evaluate((node) => node === document.activeElement)

/** A new configured operator without a second factor. */
async function knownOperator(number: number, roles: readonly Role[]) {
  const account = wallet(7_500_000 + number)
  const row = { address: account.address, name: `Known ${number}`, roles }
  await transact(stage.database.database.db, (tx) => nameOperator(tx, row, stage.clock.nowMs()))
  return account
}

async function link(): Promise<string> {
  const given = await stage.app.ownLink()
  if (given === null) throw new Error('the sandbox gave no link')
  return given
}

describe('signing in', () => {
  test('a new operator enters by the sandbox’s link, which works once and disappears from the address', async () => {
    const page = await stage.visit(desktop)
    const given = await link()
    await page.goto(given)
    await seen(heading(page, 'Overview'))
    expect(page.url()).not.toContain('link')
    await page.reload()
    await seen(heading(page, 'Overview'))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await seen(heading(page, 'Operators’ console'))

    const other = await stage.visit({ ...desktop, fresh: true })
    stage.forgive(/session\/link/)
    await other.goto(given)
    await seen(other.getByRole('alert').filter({ hasText: /link/i }))
    expect(await other.getByRole('heading', { name: 'Overview' }).count()).toBe(0)
  })

  test('a wallet and a new passkey open the console, and both are required next time', async () => {
    const account = await knownOperator(1, ['viewer'])
    const page = await stage.visit({
      ...desktop,
      fresh: true,
      prepare: (context) => injectEthereum(context, { accounts: [account] }),
    })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto('/console')
    await (await seen(page.getByRole('button', { name: 'Test Wallet' }))).click()
    await (await seen(page.getByRole('button', { name: 'Make a passkey' }))).click()
    await seen(heading(page, 'Overview'))

    await page.getByRole('button', { name: 'Sign out' }).click()
    await (await seen(page.getByRole('button', { name: 'Test Wallet' }))).click()
    await (await seen(page.getByRole('button', { name: 'Use the passkey' }))).click()
    await seen(heading(page, 'Overview'))
  })

  test('a wallet and an authenticator app open it; a wrong code does not', async () => {
    const account = await knownOperator(2, ['viewer'])
    const page = await stage.visit({
      ...desktop,
      fresh: true,
      prepare: (context) => injectEthereum(context, { accounts: [account] }),
    })
    await page.goto('/console')
    await (await seen(page.getByRole('button', { name: 'Test Wallet' }))).click()
    await (await seen(page.getByRole('button', { name: 'Use an authenticator app instead' }))).click()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const shown = await (await seen(page.getByText(/Or type the secret/))).innerText()
    const secret = /[A-Z2-7]{16,}/.exec(shown)?.[0] ?? ''
    const right = codeAt(secret, stage.clock.nowMs())
    const field = page.getByRole('textbox', { name: 'Code of the app' })
    stage.forgive(/factor\/code/)
    await field.fill(right === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await seen(page.getByRole('alert').filter({ hasText: /code/i }))
    expect(await heading(page, 'Overview').count()).toBe(0)
    await field.fill(codeAt(secret, stage.clock.nowMs()))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await seen(heading(page, 'Overview'))
  })

  test('a wallet that is not an operator’s is refused', async () => {
    const page = await stage.visit({ ...desktop, fresh: true, prepare: (context) => injectEthereum(context) })
    stage.forgive(/\/api\/console\/session/)
    await page.goto('/console/users')
    await (await seen(page.getByRole('button', { name: 'Test Wallet' }))).click()
    await seen(page.getByRole('alert').filter({ hasText: /operator/i }))
    expect(await heading(page, 'Users').count()).toBe(0)
  })
})

describe('roles', () => {
  test.each(ROLES)('%s sees exactly the screens of the role', async (role) => {
    const { page } = await visitConsole(stage, [role], '/')
    const nav = page.getByRole('navigation', { name: 'Main navigation' })
    for (const [name, path, may] of SCREENS) {
      const isMine = permits([role], may)
      expect(await nav.getByRole('link', { name, exact: true }).count(), name).toBe(isMine ? 1 : 0)
      if (isMine) continue
      await page.goto(`/console${path}`)
      await seen(page.getByText('Your roles do not open this screen'))
    }
  })

  test('a revoked operator is signed out within a second, and his page keeps no data', async () => {
    const { page: admin } = await visitConsole(stage, ['admin'], '/operators')
    const { page: viewer, operator } = await visitConsole(stage, ['viewer'], '/users')
    stage.tolerate(/status of 401/)
    await admin.reload()
    const line = admin.getByRole('row').filter({ hasText: operator.address.slice(0, 8) })
    await (await seen(line)).click()
    await (await seen(admin.getByRole('button', { name: 'Revoke', exact: true }))).click()
    await admin.getByRole('textbox', { name: 'Reason' }).fill('Left the house')
    await admin.getByRole('button', { name: 'Revoke now' }).click()
    await gone(heading(viewer, 'Users'))
    await seen(heading(viewer, 'Operators’ console'))
    expect((await operator.get('/api/console/users')).status).toBe(401)
    await seen(line.getByText('Revoked'))
    await admin.goto('/console/audit-log?action=operators')
    await seen(
      admin
        .getByRole('row')
        .filter({ hasText: operator.address.slice(0, 8) })
        .getByText('operators.revoke'),
    )
  })

  test('an idle page notices within one second of its own time that its operator is revoked', async () => {
    const admin = await operatorCaller(stage, { roles: ['admin'] })
    const { page, operator } = await visitConsole(stage, ['viewer'], '/operators')
    stage.tolerate(/status of 401/)
    await page.clock.install()
    await page.reload()
    await seen(heading(page, 'Operators'))
    await page.clock.pauseAt(Date.now() + 60_000)
    const json = { operator: operator.address, reason: 'has left' }
    expect((await admin.post('/api/console/operators/revoke', { json })).status).toBe(200)
    await page.clock.runFor(900)
    // The answer arrives in real time; the page then needs a few of its timers.
    let leftMs = 100
    const isOut = async () => {
      if (leftMs > 0) await page.clock.runFor(1)
      leftMs--
      return (await heading(page, 'Operators’ console').count()) === 1
    }
    await expect.poll(isOut, { interval: 20, timeout: 20_000 }).toBe(true)
    expect(leftMs).toBeGreaterThanOrEqual(0)
    expect(await page.getByText(operator.address.slice(0, 8)).count()).toBe(0)
  })
})

test('an invitation takes two admins: one asks in his browser, the other approves in his own', async () => {
  const { page: first } = await visitConsole(stage, ['admin'], '/operators')
  const { page: second } = await visitConsole(stage, ['admin'], '/proposals')
  const invited = wallet(7_600_001)
  await first.getByRole('button', { name: 'Invite an operator' }).click()
  const sheet = await seen(first.getByRole('dialog', { name: 'Invite an operator' }))
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Nora')
  await sheet.getByRole('textbox', { name: 'Address' }).fill(invited.address)
  await sheet.getByRole('checkbox', { name: /^Support/ }).check()
  const ask = sheet.getByRole('button', { name: 'Ask for approval' })
  expect(await ask.isDisabled()).toBe(true)
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('Answers from Monday on')
  await ask.click()
  await seen(sheet.getByText('It waits for a second operator.', { exact: false }))
  await seen(sheet.getByText('Nora'))

  // The admin who asked cannot approve.
  await first.goto('/console/proposals')
  await (await seen(first.getByRole('row').filter({ hasText: 'Answers from Monday on' }))).click()
  await seen(first.getByText('another operator must approve it', { exact: false }))
  expect(await first.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)

  await approveOpen(second)
  await first.goto('/console/operators')
  await (await seen(first.getByRole('row').filter({ hasText: 'Nora' }))).click()
  await (await seen(first.getByRole('button', { name: 'New link' }))).click()
  await first.getByRole('button', { name: 'Make a one-time link' }).click()
  const shown = await (await seen(first.getByText(/#link=/))).innerText()

  const newcomer = await stage.visit({
    ...desktop,
    fresh: true,
    prepare: (context) => injectEthereum(context, { accounts: [invited] }),
  })
  stage.tolerate(/session\/link/)
  await newcomer.goto(shown)
  await (await seen(newcomer.getByRole('button', { name: 'Test Wallet' }))).click()
  await seen(newcomer.getByText('Signing in as Nora.'))
})

describe('with a keyboard alone', () => {
  test('Ctrl K finds a user by his address and an order opens from a list', async () => {
    const person = await newPerson(stage)
    const { page } = await visitConsole(stage, ['viewer'], '/incidents')
    await page.keyboard.press('Control+KeyK')
    const field = await seen(page.getByRole('combobox', { name: 'Search everywhere' }))
    await expect.poll(() => isFocused(field)).toBe(true)
    await page.keyboard.type(person.address)
    await seen(page.getByRole('option', { selected: true }))
    await page.keyboard.press('Enter')
    await seen(heading(page, /^User \d+/))
    await seen(page.getByText(person.address))
    await seen(page.getByRole('heading', { name: 'Real account' }))
    await page.getByRole('tab', { name: 'Account' }).focus()
    await page.keyboard.press('End')
    await seen(page.getByRole('tab', { name: 'Messages', selected: true }))
    expect(page.url()).toContain('tab=messages')
  })

  test('arrow keys move between rows, Enter opens one, and Alt opens screens', async () => {
    for (let count = 0; count < 3; count++) await newPerson(stage)
    const { page } = await visitConsole(stage, ['viewer'], '/users')
    const rows = page.getByRole('grid', { name: 'Users' }).getByRole('row')
    await (await seen(rows.nth(1))).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => isFocused(rows.nth(2))).toBe(true)
    await page.keyboard.press('Home')
    await expect.poll(() => isFocused(rows.nth(1))).toBe(true)
    await page.keyboard.press('Enter')
    const title = await seen(heading(page, /^User \d+/))
    await expect.poll(() => isFocused(title)).toBe(true)
    await page.keyboard.press('Alt+Digit1')
    await seen(heading(page, 'Overview'))
    await page.keyboard.press('?')
    await seen(page.getByRole('dialog', { name: 'Settings and keys' }))
    await page.keyboard.press('Escape')
    await gone(page.getByRole('dialog'))
  })
})

test('a press opens the result that it hits, also when another is chosen', async () => {
  const person = await newPerson(stage)
  const { page, operator } = await visitConsole(stage, ['viewer'], '/incidents')
  const found = await operator.get('/api/console/users', { query: { search: person.address } })
  const [user] = (found.body.data as { list: { id: number }[] }).list
  const hits = [1, 2].map((nth) => ({ kind: 'user', id: String(9_000 + nth), label: `nobody ${nth}` }))
  const own = { kind: 'user', id: String(user?.id), label: person.address }
  await changeAnswers(page, stage, '/api/console/search', (json) =>
    JSON.stringify({ ...(JSON.parse(json) as object), data: { hits: [...hits, own] } }),
  )
  await page.keyboard.press('Control+KeyK')
  await (await seen(page.getByRole('combobox', { name: 'Search everywhere' }))).fill('somebody')
  const [first, last] = [
    page.getByRole('option', { name: 'nobody 1' }),
    page.getByRole('option', { name: person.address }),
  ]
  await seen(first.and(page.getByRole('option', { selected: true })))
  await last.click()
  await seen(page.getByText(person.address))
  await gone(page.getByRole('dialog'))
})

test('language and theme are chosen in the settings, which then show the choice', async () => {
  const { page } = await visitConsole(stage, ['viewer'], '/incidents')
  const settings = page.getByRole('dialog')
  await page.keyboard.press('?')
  await settings.getByRole('combobox', { name: 'Theme' }).selectOption('ink')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('ink')
  expect(await settings.getByRole('combobox', { name: 'Theme' }).inputValue()).toBe('ink')
  await settings.getByRole('combobox', { name: 'Language' }).selectOption('arab')
  await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  const chosen = settings.getByRole('combobox')
  expect(await chosen.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).toEqual([
    'arab',
    'ink',
  ])
})

test('a filter is in the address: it survives a reload and follows Back', async () => {
  const person = await newPerson(stage)
  await newPerson(stage)
  const { page } = await visitConsole(stage, ['viewer'], '/users')
  await page.getByRole('textbox', { name: 'Address or invite code' }).fill(person.address.slice(0, 12))
  const rows = page.getByRole('grid', { name: 'Users' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(2)
  expect(page.url()).toContain(person.address.slice(0, 12))
  await page.reload()
  await expect.poll(() => rows.count()).toBe(2)
  await (await seen(rows.nth(1))).click()
  await seen(heading(page, /^User/))
  await page.goBack()
  await expect.poll(() => rows.count()).toBe(2)
})

test('the user’s app contains nothing of the console: no call, no text, none of its libraries', () => {
  const ofConsole = [
    '/api/console',
    'Operators’ console',
    'Ask for approval',
    'getRowModel',
    'startRegistration',
  ]
  const held = (folder: string) => {
    const code = scriptsOf(join(import.meta.dirname, '../../..', folder, 'dist'))
    return ofConsole.filter((text) => code.includes(text))
  }
  expect(held('web')).toEqual([])
  expect(held('console')).toEqual(ofConsole)
})

/** All scripts of a built application. */
function scriptsOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const scripts = names.filter((name) => name.endsWith('.js'))
  return scripts.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}

describe.each([
  ['light', { ...desktop, theme: 'light' }],
  ['dark', { ...desktop, theme: 'dark' }],
  ['Arabic', { ...desktop, language: 'arab' }],
  ['phone', { width: 390, height: 844 }],
] as const)('looks: %s', (name, visit) => {
  test('axe finds nothing on any screen, and none scrolls sideways', async () => {
    const person = await newPerson(stage)
    const { page, operator } = await visitConsole(stage, ['admin'], '/', visit)
    const found = await operator.get('/api/console/users', { query: { search: person.address } })
    const [user] = (found.body.data as { list: { id: number }[] }).list
    for (const path of [...SCREENS.map(([, path]) => path), `/users/${user?.id}`]) {
      await page.goto(`/console${path}`)
      await seen(page.locator('h1'))
      await gone(page.getByRole('status').filter({ hasText: /Loading|جارٍ التحميل/ }))
      await waitUntilStill(page)
      await shoot(page, `console ${name} ${path.replaceAll('/', ' ')}`)
      // Names, roles and colours are those of the light theme.
      if (name !== 'Arabic') expect(await axeFindings(page), path).toEqual([])
      const cut = await cutTexts(page)
      // A table scrolls sideways where its columns need more space.
      expect(
        cut.filter((one) => one.startsWith('the page is')),
        path,
      ).toEqual([])
    }
    expect(await page.locator('html').getAttribute('dir')).toBe(name === 'Arabic' ? 'rtl' : 'ltr')
  })
})
