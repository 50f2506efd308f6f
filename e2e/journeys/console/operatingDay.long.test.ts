import { CHAIN_MS, OUTSIDE, typeIdOf, withdraw } from '@tickmark/server/app/custody.testing'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { bubble } from '../../support/page/chat.ts'
import { approveOpen, openFirst, type ConsoleVisit, visitConsole } from '../../support/page/console.ts'
import { applyForLoan, viewApplication } from '../../support/house/loans.ts'
import { placeOrder, ordersOf } from '../../support/house/orders.ts'
import { newPerson, type Person, visitAs } from '../../support/house/people.ts'
import { picture } from '../../support/page/pictures.ts'
import { settledOrder } from '../../support/scenes/scenes.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { newPersonWithEther } from '../../support/house/ether.ts'
import { setOffice } from '../../support/house/office.ts'

// The day of docs/operating.md. Its pictures are made by
// PICTURES=docs/operating npm run test:long -- operatingDay

const stage = setOffice()
const ETH = typeIdOf(3)

let owner: Person
let trader: Person
let applyId: string
let ann: ConsoleVisit
let ben: ConsoleVisit

beforeAll(async () => {
  owner = await newPersonWithEther(stage)
  trader = await newPerson(stage)
  await settledOrder(stage, trader)
  for (const wish of [
    { pid: 1, type: 0, timeId: 117, money: '0.04' },
    { pid: 2, type: 1, timeId: 117, range: 1, money: '0.02' },
    { pid: 3, type: 0, timeId: 113, money: '0.03' },
  ] as const) {
    await placeOrder(owner.user, { ...wish, currencyId: 3, book: 0 })
  }
  await withdraw(owner.user, owner.account, { typeId: ETH, to: OUTSIDE, amount: '3.5' })
  const borrower = await newPerson(stage)
  applyId = await applyForLoan(borrower, { amount: '702', isBlank: true })
}, CHAIN_MS)

/** Presses a button of the screen, and the same one in the dialog that follows. */
async function pressTwice(page: Page, name: string): Promise<void> {
  await (await seen(page.getByRole('button', { name, exact: true }))).click()
  await (await seen(page.getByRole('alertdialog').getByRole('button', { name }))).click()
}

test('the day opens with the overview, which lists the queues', async () => {
  ann = await visitConsole(stage, ['admin'], '/', { fresh: true })
  await reads(
    ann.page.getByRole('region', { name: 'Waiting' }),
    /Withdrawals to review 1.*Loan applications 1/,
  )
  await seen(ann.page.getByRole('rowheader', { name: 'BTC/USDT' }))
  await picture(ann.page, 'opening')
})

test(
  'a withdrawal above the limit takes two votes',
  async () => {
    ann = await visitConsole(stage, ['treasurer'], '/withdrawals')
    ben = await visitConsole(stage, ['treasurer'], '/withdrawals')
    for (const { page } of [ann, ben]) await openFirst(page)
    await pressTwice(ann.page, 'Approve')
    await seen(ben.page.getByRole('list').getByText('For', { exact: true }))
    await picture(ben.page, 'withdrawal')
    await pressTwice(ben.page, 'Approve')
    await reads(ben.page.locator('h1 + *'), /Paid/, CHAIN_MS)
  },
  CHAIN_MS,
)

test('a loan is viewed with a reason, and approved', async () => {
  const { page } = await visitConsole(stage, ['reviewer'], '/loans', { height: 1000 })
  await openFirst(page)
  await page.getByRole('textbox', { name: 'Reason' }).fill('First in the queue')
  await page.getByRole('button', { name: 'Open the application' }).click()
  for (const name of ['Front of the card', 'Back of the card']) {
    await (await seen(page.getByRole('button', { name: `Show: ${name}` }))).click()
    await seen(page.getByRole('img', { name }))
  }
  await picture(page, 'loan')
  await page.getByRole('button', { name: 'Propose to approve' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('All of it fits')
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await (await seen(dialog.getByRole('button', { name: 'Done' }))).click()
  const { page: other, operator } = await visitConsole(stage, ['reviewer'], '/proposals')
  await viewApplication(operator, { applyId })
  await approveOpen(other)
  await seen(page.getByText('Approved', { exact: true }))
})

test('an answer is written beside its receipt', async () => {
  const { user, threadId } = await askingTrader()
  const { page } = await visitConsole(stage, ['support'], `/support/${threadId}`, { height: 900 })
  const log = page.getByRole('log', { name: 'Messages' })
  await seen(log.getByText('Where does my result come from?'))
  await page.getByRole('textbox', { name: 'Your answer' }).fill('From two prices of the public log.')
  await page.keyboard.press('Enter')
  await seen(bubble(user, 'From two prices of the public log.'))
  await seen(log.getByText('From two prices of the public log.'))
  await picture(page, 'answer')
})

/** The trader asks about his order, in his browser. */
async function askingTrader() {
  const [settled] = await ordersOf(trader.user, 1)
  const { body } = await trader.user.post('/api/openThread', {
    json: { subject: 'order', subjectId: settled?.orderId },
  })
  const threadId = (body.data as { thread: { id: string } }).thread.id
  const user = await visitAs(stage, trader, { book: 1 })
  await user.goto(`/chat?thread=${threadId}`)
  await (await seen(user.getByRole('textbox').first())).fill('Where does my result come from?')
  await user.keyboard.press('Enter')
  await seen(bubble(user, 'Where does my result come from?'))
  return { user, threadId }
}

test(
  'a halted network resumes when a second operator approves what he sees',
  async () => {
    const haltedAt = BigInt(stage.clock.nowMs())
    const { db } = stage.database.database
    await sql`update chain_state set halted_because = 'reorganised', halted_at_ms = ${haltedAt}`.execute(db)
    ann = await visitConsole(stage, ['treasurer'], '/chains')
    await seen(ann.page.getByText('Halted: blocks were replaced'))
    await picture(ann.page, 'halt')
    await ann.page.getByRole('button', { name: /^Propose to resume/ }).click()
    const dialog = ann.page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Both nodes agree on the new blocks')
    await dialog.getByRole('button', { name: 'Ask for approval' }).click()
    await seen(dialog.getByText('It waits for a second operator', { exact: false }))
    await ann.page.keyboard.press('Escape')
    ben = await visitConsole(stage, ['treasurer'], '/proposals')
    await openFirst(ben.page)
    await seen(ben.page.getByRole('button', { name: 'Approve' }))
    await picture(ben.page, 'approval')
    await pressTwice(ben.page, 'Approve')
    await gone(ann.page.getByText('Halted: blocks were replaced'), CHAIN_MS)
  },
  CHAIN_MS,
)

test('the day closes with empty queues, and its actions form a hash chain', async () => {
  const { page } = await visitConsole(stage, ['viewer'], '/')
  await reads(page.getByRole('region', { name: 'Waiting' }), /Nothing waits for an operator/)
  await page.goto('/console/audit-log')
  for (const action of ['withdrawal.approve', 'loans.approve', 'proposals.approve'])
    await seen(page.getByRole('row').filter({ hasText: action }))
  await picture(page, 'close')
})
