import { CHAIN_MS, OUTSIDE, typeIdOf, withdraw } from '@tickmark/server/app/custody.testing'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { beginConversation, bubble, field } from '../../support/page/chat.ts'
import { approveOpen, openFirst, press, visitConsole } from '../../support/page/console.ts'
import { waitForConnection } from '../../support/house/inbox.ts'
import { applyForLoan, viewApplication } from '../../support/house/loans.ts'
import { axeFindings, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { settledOrder } from '../../support/scenes/scenes.ts'
import { choose, gone, reads, seen } from '../../support/page/see.ts'
import { newPersonWithEther } from '../../support/house/ether.ts'
import { setOffice } from '../../support/house/office.ts'

const stage = setOffice()

describe('a withdrawal above the limit', () => {
  const ETH = typeIdOf(3)
  let person: Person
  beforeAll(async () => {
    person = await newPersonWithEther(stage)
  }, CHAIN_MS)

  test(
    'gets two operators’ votes in their consoles, and its owner sees it paid',
    async () => {
      const ownerPage = await visitAs(stage, person, { book: 0 })
      await withdraw(person.user, person.account, { typeId: ETH, to: OUTSIDE, amount: '3.5' })
      const ann = await visitConsole(stage, ['treasurer'], '/withdrawals')
      const ben = await visitConsole(stage, ['treasurer'], '/withdrawals')
      await waitUntilStill(ann.page)
      expect(await axeFindings(ann.page)).toEqual([])
      await shoot(ann.page, 'console withdrawals')
      for (const { page } of [ann, ben]) {
        await openFirst(page, 'Withdrawals')
        await seen(page.getByText('Signature is the owner’s'))
        await seen(page.getByText('The owner’s withdrawals of 24 hours pass his limit.'))
      }
      await beginRejection(ann.page)
      await failToApprove(ann.page)
      await press(ann.page.getByRole('button', { name: 'Approve' }))
      await press(ann.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }))
      await seen(ann.page.getByText('Your vote counts'))
      await gone(ann.page.getByRole('button', { name: 'Approve' }))
      // The other console shows the vote without a reload.
      await seen(ben.page.getByRole('list').getByText('For', { exact: true }))
      await waitUntilStill(ben.page)
      expect(await axeFindings(ben.page)).toEqual([])
      await shoot(ben.page, 'console withdrawal')
      await press(ben.page.getByRole('button', { name: 'Approve' }))
      await press(ben.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }))
      await reads(ben.page.locator('h1 + *'), /Paid/, CHAIN_MS)
      await ownerPage.goto('/record?type=1')
      await seen(ownerPage.getByText('−3.50'))
      await seen(ownerPage.getByText('Success'))
    },
    CHAIN_MS,
  )
})

/** A reason chosen for a rejection that the operator gives up is not chosen the next time. */
async function beginRejection(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Why reject it?' })
  const reject = sheet.getByRole('button', { name: 'Reject' })
  await press(page.getByRole('button', { name: 'Reject' }))
  await choose(await seen(sheet), 'Sanctioned address')
  await expect.poll(() => reject.isEnabled()).toBe(true)
  await page.keyboard.press('Escape')
  await gone(sheet)
  await press(page.getByRole('button', { name: 'Reject' }))
  await seen(sheet)
  expect(await sheet.getByRole('radio', { checked: true }).count()).toBe(0)
  expect(await reject.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await gone(sheet)
}

/** A vote that did not arrive closes its dialog, and the panel tells why. */
async function failToApprove(page: Page): Promise<void> {
  stage.forgive(/withdrawal\/vote|ERR_FAILED/)
  const vote = '**/api/console/withdrawal/vote'
  await page.route(vote, (route) => route.abort())
  await press(page.getByRole('button', { name: 'Approve' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }))
  await gone(page.getByRole('alertdialog'))
  await seen(page.getByRole('alert').filter({ hasText: /./ }))
  await page.unroute(vote)
}

describe('an application for a loan', () => {
  test('[LOAN-08] opens with a reason, shows marked photos, and is paid into the borrower’s wallet after approval', async () => {
    stage.forgive(/status of 409 .*console\/proposals\/ask/)
    const { page: borrower, ...person } = await visitJoined(stage, { book: 0 })
    const applyId = await applyForLoan(person, { amount: '702' })
    await borrower.goto('/detail')
    await waitForConnection(stage, person)
    const { page } = await visitConsole(stage, ['reviewer'], '/loans')
    await openFirst(page, 'Under review')
    const look = page.getByRole('button', { name: 'Open the application' })
    expect(await look.isDisabled()).toBe(true)
    await seen(page.getByRole('textbox', { name: 'Reason' }))
    await page.getByRole('textbox', { name: 'Reason' }).fill('First in the queue')
    await press(look)
    await seen(page.getByText('Ada Example'))
    await press(page.getByRole('button', { name: 'Propose to approve' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('All of it fits')
    await press(dialog.getByRole('button', { name: 'Ask for approval' }))
    // An operator cannot approve photos that he has not viewed.
    await reads(dialog.getByRole('alert').filter({ hasText: /./ }), /photo|seen|look/i)
    await page.keyboard.press('Escape')
    await gone(dialog)
    for (const name of ['Front of the card', 'Back of the card']) {
      await press(page.getByRole('button', { name: `Show: ${name}` }))
      await seen(page.getByRole('img', { name }))
    }
    await waitUntilStill(page)
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'console loan')
    await press(page.getByRole('button', { name: 'Propose to approve' }))
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('All of it fits')
    await press(dialog.getByRole('button', { name: 'Ask for approval' }))
    await seen(dialog.getByText('Lending pool afterwards'))
    await press(dialog.getByRole('button', { name: 'Done' }))
    await seen(page.getByText('You asked for this, so another operator must approve it.'))

    const { page: other, operator } = await visitConsole(stage, ['reviewer'], '/proposals')
    await viewApplication(operator, { applyId })
    await approveOpen(other)
    await seen(page.getByText('Approved', { exact: true }))
    const link = borrower.getByRole('link').filter({ hasText: '702.00' })
    await reads(link, /^702\.00 USDT Active/)
    await page.goto('/console/loans?view=lent')
    await seen(page.getByRole('row').filter({ hasText: '702' }))
  })
})

describe('a conversation with support', () => {
  test('is answered beside its receipt, and both sides see the other’s typing and read marks', async () => {
    const { page: user, ...person } = await visitJoined(stage)
    const threadId = await beginConversation(user)
    await field(user).fill('My order shows no entry price')
    await user.keyboard.press('Enter')
    await seen(bubble(user, 'My order shows no entry price'))
    const { page } = await visitConsole(stage, ['support'], '/support')
    await press(page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first())
    expect(page.url()).toContain(threadId)
    const log = page.getByRole('log', { name: 'Messages' })
    await seen(log.getByText('My order shows no entry price'))
    await reads(bubble(user, 'My order shows no entry price'), /Read/)

    const answer = page.getByRole('textbox', { name: 'Your answer' })
    await answer.focus()
    await page.keyboard.type('It appears within three seconds.')
    await seen(user.getByText('Support is typing'))
    await page.keyboard.press('Enter')
    await seen(bubble(user, 'It appears within three seconds.'))
    await reads(log.getByRole('article').filter({ hasText: 'within three seconds' }), /Read/)
    await field(user).pressSequentially('Thank')
    await seen(page.getByText('The user is typing'))
    await waitUntilStill(page)
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'console support')
    expect(person.address).not.toBe('')
  })

  test('about an order shows its receipt, and a canned reply in the user’s language', async () => {
    const { page: user, ...person } = await visitJoined(stage, { language: 'japanese', book: 1 })
    const { orderId: subjectId } = await settledOrder(stage, person)
    const { body } = await person.user.post('/api/openThread', { json: { subject: 'order', subjectId } })
    const threadId = (body.data as { thread: { id: string } }).thread.id
    await user.goto(`/chat?thread=${threadId}`)
    const message = await seen(user.getByRole('textbox').first())
    await message.fill('レシートの見方を教えてください')
    await user.keyboard.press('Enter')
    const { page } = await visitConsole(stage, ['support'], `/support/${threadId}`)
    const about = page.getByRole('region', { name: 'What it is about' })
    await reads(about, /Order · .+/)
    await seen(about.getByRole('link', { name: 'Open the receipt' }))
    await page.getByRole('combobox', { name: 'Language of the user' }).selectOption('日本語')
    await page.getByRole('combobox', { name: 'Frequent answer' }).selectOption('レシートの確かめ方')
    await press(page.getByRole('button', { name: 'Send' }))
    await seen(user.getByText('公開ログと照合します', { exact: false }))
    await shoot(page, 'console support order')
  })
})
