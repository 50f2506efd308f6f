import { CHAIN_MS, offered, OUTSIDE, typeIdOf, withdraw } from '@tickmark/server/app/custody.testing'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { beginConversation, bubble, field, png } from '../../support/page/chat.ts'
import { approveOpen, openFirst, press, visitConsole } from '../../support/page/console.ts'
import { hostMoney, hostingOrders } from '../../support/house/hosting.ts'
import { waitForConnection } from '../../support/house/inbox.ts'
import { applyForLoan } from '../../support/house/loans.ts'
import { axeFindings, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { newPerson, type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { reads, seen } from '../../support/page/see.ts'
import { SEND } from '../../support/page/sending.ts'
import { newPersonWithEther } from '../../support/house/ether.ts'
import { setOffice } from '../../support/house/office.ts'
import { waitForToast } from '../../support/page/toasts.ts'

const stage = setOffice()

describe('a security hold', () => {
  const ETH = typeIdOf(3)
  let person: Person
  beforeAll(async () => {
    person = await newPersonWithEther(stage)
  }, CHAIN_MS)

  test(
    'is put in force by two operators, reported to its user, and ends automatically',
    async () => {
      await withdraw(person.user, person.account, { typeId: ETH, to: OUTSIDE, amount: '3.5' })
      const { page: first, operator: asker } = await visitConsole(stage, ['treasurer'], '/withdrawals')
      await openFirst(first)
      await press(first.getByRole('button', { name: 'Hold withdrawals' }))
      const sheet = first.getByRole('dialog')
      await sheet.getByRole('textbox', { name: 'Case' }).fill('C-2041')
      await sheet.getByRole('textbox', { name: 'Hours, at most 72' }).fill('1')
      await press(sheet.getByRole('button', { name: 'Propose the hold' }))
      await seen(first.getByText('Proposed. A second operator must propose the same.'))
      // One operator alone cannot hold a withdrawal.
      const wish = { typeId: ETH, to: OUTSIDE, amount: '0.1' }
      expect((await offered(person.user, wish)).status).toBe(200)
      await first.goto('/console/withdrawals/holds')
      const own = first.getByRole('row').filter({ hasText: 'C-2041' })
      await seen(own.getByText('Proposed by one'))
      expect(await own.getByRole('button', { name: 'Propose the same' }).count()).toBe(0)

      const { page: second } = await visitConsole(stage, ['treasurer'], '/withdrawals/holds')
      const line = second.getByRole('row').filter({ hasText: 'C-2041' })
      const { db } = stage.database.database
      const named = db.selectFrom('operator').select('name').where('address', '=', asker.address)
      await seen(line.getByRole('cell', { name: (await named.executeTakeFirstOrThrow()).name }))
      await press(line.getByRole('button', { name: 'Propose the same' }))
      await seen(line.getByText('In force'))
      await waitUntilStill(second)
      expect(await axeFindings(second)).toEqual([])
      await shoot(second, 'console hold')
      await second.goto('/console/users?mark=held')
      await seen(
        second
          .getByRole('grid')
          .getByRole('row')
          .filter({ hasText: person.address.slice(0, 8) }),
      )
      const page = await visitAs(stage, person, { book: 0 })
      stage.forgive(/checkApply/)
      await page.goto(SEND)
      await seen(page.getByText('Withdrawals are on hold'))
      const refused = await offered(person.user, wish)
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('C-2041')])

      // After an hour the sessions of both operators have ended.
      stage.tolerate(/status of 401 .*\/api\/console\//)
      await stage.jump(61 * 60_000)
      const { page: later } = await visitConsole(stage, ['treasurer'], '/withdrawals/holds')
      await seen(later.getByRole('row').filter({ hasText: 'C-2041' }).getByText('Ended'))
      await vi.waitUntil(async () => (await offered(person.user, wish)).status === 200, { timeout: CHAIN_MS })
    },
    CHAIN_MS,
  )
})

test('an application for a loan is returned to its owner with the changes to make, and is sent again', async () => {
  const { page: borrower, ...person } = await visitJoined(stage, { book: 0 })
  await applyForLoan(person, { amount: '703' })
  await borrower.goto('/detail')
  await waitForConnection(stage, person)
  const { page } = await visitConsole(stage, ['reviewer'], '/loans')
  await openFirst(page)
  await page.getByRole('textbox', { name: 'Reason' }).fill('First in the queue')
  await press(page.getByRole('button', { name: 'Open the application' }))
  await press(page.getByRole('button', { name: 'Ask for a change' }))
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Ask for a change' })
  expect(await send.isDisabled()).toBe(true)
  await dialog.getByRole('textbox', { name: 'Reason, which the owner reads' }).fill('The back is blurred.')
  await press(send)
  await seen(page.getByText('Sent back to its owner'))
  await seen(borrower.getByText('The back is blurred.', { exact: false }))
  await page.goto('/console/loans')
  await seen(page.getByText('No application waits'))

  await press(borrower.getByRole('button', { name: 'Change it and send it again' }))
  await seen(borrower.getByText('The reviewer asks for a change: The back is blurred.'))
  await applyForLoan(person, { amount: '704' })
  await seen(page.getByRole('grid').getByRole('row').filter({ hasText: '704' }))
})

describe('content', () => {
  test('appears on the user’s home at the time set by an editor', async () => {
    const { page } = await visitConsole(stage, ['editor'], '/content/new?kind=notice')
    await page.getByRole('textbox', { name: 'Title' }).fill('Longer opening hours')
    await page.getByRole('textbox', { name: 'Text in HTML' }).fill('<p>Support answers until nine.</p>')
    await press(page.getByRole('button', { name: 'Save the draft' }))
    await reads(page.getByRole('heading', { level: 1 }), 'Longer opening hours')
    await page.getByLabel('Or from').fill(inBerlin(stage.clock.nowMs() + 10 * 60_000))
    await press(page.getByRole('button', { name: 'Schedule' }))
    await seen(page.locator('h1 + *').getByText('Scheduled'))
    const visit = { notices: true, firstOrder: true }
    const home = await visitAs(stage, await newPerson(stage), visit)
    await home.goto('/')
    await seen(home.getByRole('navigation').first())
    expect(await home.getByText('Longer opening hours').count()).toBe(0)

    await stage.jump(11 * 60_000)
    await home.reload()
    await seen(home.getByText('Longer opening hours').first())
    await seen(page.locator('h1 + *').getByText('Published'))
  })
})

/** A time in the format of an input field, in Berlin: "2026-11-23T17:05". */
function inBerlin(atMs: number): string {
  return new Date(atMs).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 16).replace(' ', 'T')
}

test('a new version of a hosting product does not change running orders', async () => {
  const person = await newPerson(stage)
  await hostMoney(person, { amount: '500' })
  const [before] = (await hostingOrders(person)).list
  const exit = () => exitOf(person, before?.orderNumber ?? '')
  const leaving = await exit()
  const { page } = await visitConsole(stage, ['treasurer'], '/programme')
  const products = page.getByRole('table', { name: 'Products' })
  await press(products.getByRole('button', { name: 'Change 7 days' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Fee of an early exit' }).fill('2')
  await dialog.getByRole('textbox', { name: 'Most to host' }).fill('4000')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Dearer exits from December on')
  await press(dialog.getByRole('button', { name: 'Ask for approval' }))
  await seen(dialog.getByText('It waits for a second operator', { exact: false }))
  // Only changed values are struck out.
  expect(await dialog.locator('s').allInnerTexts()).toEqual(['5000', '0.5 %'])
  await page.keyboard.press('Escape')
  const second = await visitConsole(stage, ['treasurer'], '/proposals')
  await approveOpen(second.page)
  await seen(products.getByRole('row').filter({ hasText: '7 days · 2' }).getByText('Open'))
  await seen(products.getByRole('row').filter({ hasText: '7 days · 1' }).getByText('Earlier version'))

  const [after] = (await hostingOrders(person)).list
  expect(after).toEqual(before)
  expect(await exit()).toEqual(leaving)
  // A version takes effect once it is in the log.
  await stage.jump(2_000)
  const other = await newPerson(stage)
  await expect(hostMoney(other, { amount: '4500' })).rejects.toThrow(/not hosted/)
  await hostMoney(other, { amount: '4000' })
})

/** The current payout of an early exit. */
async function exitOf({ user }: Person, orderNumber: string): Promise<unknown> {
  const { status, body } = await user.get('/api/getExitEstimate', { query: { orderNumber, book: '1' } })
  expect(status).toBe(200)
  return body.data
}

test('pictures can be sent both ways in a conversation, and only its two sides see them', async () => {
  const { page: user } = await visitJoined(stage)
  const threadId = await beginConversation(user)
  await user
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png(240) })
  await seen(user.getByRole('img', { name: 'Picture 1' }))
  await expect.poll(() => user.getByRole('progressbar').count()).toBe(0)
  await field(user).fill('This is my screen')
  await user.getByRole('button', { name: 'Send' }).click()
  const { page } = await visitConsole(stage, ['support'], `/support/${threadId}`)
  const asked = page
    .getByRole('log', { name: 'Messages' })
    .getByRole('article')
    .filter({ hasText: 'This is my screen' })
  await widthIs(asked, 240)

  stage.forgive(/status of 4\d\d .*\/api\/console\/.*upload/i)
  const chooser = page.getByLabel('Choose a picture file')
  await chooser.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await waitForToast(page, 'Please choose a JPG or PNG picture.')
  await chooser.setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer: png(180) })
  await seen(page.getByText('Picture 1'))
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Press here')
  await press(page.getByRole('button', { name: 'Send' }))
  await widthIs(bubble(user, 'Press here'), 180)
  await shoot(page, 'console support picture')
})

/** Waits until a message's picture is drawn at its own width. */
async function widthIs(message: Locator, width: number): Promise<void> {
  const shown = await seen(message.getByRole('img', { name: 'Picture 1' }))
  await expect.poll(() => shown.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(width)
}
