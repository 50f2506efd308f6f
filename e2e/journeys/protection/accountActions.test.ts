import { operatorCaller } from '@tickmark/server/app/operatorCaller.testing'
import { expect, test } from 'vitest'
import { beginConversation, bubble, field } from '../../support/page/chat.ts'
import { visitConsole } from '../../support/page/console.ts'
import { axeFindings, cutTexts, shoot } from '../../support/page/looks.ts'
import { visitAs, visitJoined } from '../../support/house/people.ts'
import { seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage({ CONTENT: 'none' })
const TITLE = 'What operators did with your account'

test('a user reads in the settings what operators did with the account, and when', async () => {
  const person = await visitJoined(stage)
  const { page } = person
  await page.goto('/settings')
  await seen(page.getByRole('heading', { name: TITLE }))
  await seen(page.getByText(/^Nothing so far\./))

  const threadId = await beginConversation(page)
  await field(page).fill('Where is my deposit?')
  await page.keyboard.press('Enter')
  await seen(bubble(page, 'Where is my deposit?'))
  const support = await operatorCaller(stage, { roles: ['support'] })
  await support.get('/api/console/support/thread', { query: { threadId } })
  const read = await support.post('/api/console/support/read', { json: { threadId } })
  expect(read.status, read.text).toBe(200)

  await page.goto('/settings')
  const list = page.getByRole('list', { name: TITLE })
  await seen(list.getByText('Read your conversation'))
  await seen(list.getByText('Received your message'))
  expect(await list.getByRole('listitem').count()).toBe(2)
  expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])
  await list.scrollIntoViewIfNeeded()
  await shoot(page, 'account actions')
  for (const looks of [{ theme: 'dark' }, { language: 'arab' }, { width: 1280 }] as const) {
    const other = await visitAs(stage, person, looks)
    await other.goto('/settings')
    const rows = other.getByRole('list').filter({ has: other.getByRole('listitem').nth(1) })
    await (await seen(rows.last())).scrollIntoViewIfNeeded()
    expect(await cutTexts(other)).toEqual([])
    await shoot(other, `account actions ${Object.values(looks).join('')}`)
  }
})

test('listing a user’s orders by his number leaves him a record, and half of a number matches nobody', async () => {
  const { page } = await visitJoined(stage)
  const { db } = stage.database.database
  const newest = db.selectFrom('users').select('id').orderBy('id', 'desc').limit(1)
  const id = String((await newest.executeTakeFirstOrThrow()).id)
  const opened = await visitConsole(stage, ['viewer'], '/orders')
  const number = opened.page.getByRole('textbox', { name: 'User number' })
  await number.pressSequentially(`${id}0`, { delay: 400 })
  await number.press('Backspace')
  await number.press('Enter')
  await opened.page.waitForURL(`**/console/orders?user=${id}`)
  const { address } = opened.operator
  const read = db.selectFrom('operator_action').select('subject').where('action', '=', 'people.read')
  const looks = () => read.where('operator', '=', address).execute()
  await expect.poll(looks, { timeout: 30_000 }).toEqual([{ subject: `user ${id}` }])
  await page.goto('/settings')
  await seen(page.getByRole('list', { name: TITLE }).getByText('Looked at your account'))
})
