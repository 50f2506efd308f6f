import { randomUUID } from 'node:crypto'
import { type Caller, wallet } from '@tickmark/server/app/app.testing'
import { operatorOf } from '@tickmark/server/app/operatorCaller.testing'
import type { ChatMessage, ThreadItem } from '@tickmark/wire/schemas/support'
import type { Locator, Page, WebSocketRoute } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { passOn } from '../../support/stage/calls.ts'
import { beginConversation, bubble, field, messageList } from '../../support/page/chat.ts'
import { axeFindings, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { newPerson, type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { settledOrder } from '../../support/scenes/scenes.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const OPERATOR = wallet(78)
const stage = setStage({ OPERATORS: `${OPERATOR.address}:support` })

let operator: Caller
beforeAll(async () => {
  operator = await operatorOf(() => stage.url, OPERATOR)
})

async function say(page: Page, text: string): Promise<Locator> {
  await field(page).fill(text)
  await page.keyboard.press('Enter')
  return seen(bubble(page, text))
}

/** Support types; waits from before that, because the sign lasts only a few seconds. */
async function expectTyping(page: Page, threadId: string): Promise<void> {
  const typing = { json: { threadId } }
  const sign = page.getByText('Support is typing')
  await Promise.all([seen(sign), operator.post('/api/console/support/typing', typing)])
}

function reply(threadId: string, text: string) {
  return operator.post('/api/console/support/reply', { json: { threadId, key: randomUUID(), text } })
}

async function threadOfOperator(
  threadId: string,
): Promise<{ thread: ThreadItem; list: ChatMessage[]; typing: boolean }> {
  const { body } = await operator.get('/api/console/support/thread', { query: { threadId } })
  return body.data as { thread: ThreadItem; list: ChatMessage[]; typing: boolean }
}

describe('the chat with support', () => {
  test('[HOME-07] delivers messages both ways at once, and shows each one’s delivery state', async () => {
    const { page } = await visitJoined(stage)
    const threadId = await beginConversation(page)
    const mine = await say(page, 'My order shows no entry price')
    await reads(mine, /Sent|Delivered/)
    const { list } = await threadOfOperator(threadId)
    expect(list.map((one) => one.text)).toEqual(['My order shows no entry price'])
    await reads(mine, /Delivered/)
    await operator.post('/api/console/support/read', { json: { threadId } })
    await reads(mine, /Read/)

    await expectTyping(page, threadId)
    await reply(threadId, 'It appears within three seconds, or the order is void.')
    await seen(bubble(page, 'within three seconds'))
    await gone(page.getByText('Support is typing'))
    // The message was read because it was on screen.
    await expect.poll(async () => (await threadOfOperator(threadId)).list.at(-1)?.delivery).toBe('read')

    await field(page).pressSequentially('Thank')
    await expect.poll(async () => (await threadOfOperator(threadId)).typing).toBe(true)
    await waitUntilStill(page)
    await shoot(page, 'chat 390 light')
    expect(await axeFindings(page)).toEqual([])
  })

  test('the typing sign disappears after six seconds', async () => {
    const { page } = await visitJoined(stage)
    await page.clock.install()
    const threadId = await beginConversation(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await expectTyping(page, threadId)
    await page.clock.runFor(5_900)
    await seen(page.getByText('Support is typing'))
    await page.clock.runFor(100)
    await gone(page.getByText('Support is typing'))
  })

  test('Enter sends, Shift and Enter start a new line, and text is never read as HTML', async () => {
    const { page } = await visitJoined(stage)
    const threadId = await beginConversation(page)
    await field(page).fill('One')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('<b>two</b>')
    await page.keyboard.press('Enter')
    await seen(bubble(page, '<b>two</b>'))
    expect((await threadOfOperator(threadId)).list[0]?.text).toBe('One\n<b>two</b>')
    expect(await field(page).inputValue()).toBe('')
    await field(page).fill('   ')
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  })

  test('an Enter that ends an IME composition does not send, also where only its key code shows that', async () => {
    const { page } = await visitJoined(stage)
    const threadId = await beginConversation(page)
    await field(page).fill('日本語')
    for (const given of [{ keyCode: 229 }, { isComposing: true }]) {
      await field(page).evaluate((node, init) => {
        node.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init }))
      }, given)
    }
    expect(await field(page).inputValue()).toBe('日本語')
    await page.keyboard.press('Enter')
    await seen(bubble(page, '日本語'))
    await say(page, 'And on')
    await expect
      .poll(async () => (await threadOfOperator(threadId)).list.map(({ text }) => text))
      .toEqual(['日本語', 'And on'])
  })

  test('a message whose answer is lost is sent again, and appears once', async () => {
    const { page } = await visitJoined(stage)
    const threadId = await beginConversation(page)
    let lost = 0
    await page.route('**/api/sendChat', async (route) => {
      await passOn(route)
      lost += 1
      await route.abort()
    })
    await field(page).fill('Did this arrive?')
    await page.keyboard.press('Enter')
    // The socket may report the message before the answer does; then the page knows that it arrived.
    await seen(bubble(page, 'Did this arrive?'))
    await expect.poll(() => lost, { timeout: 150_000 }).toBeGreaterThan(1)
    await page.unroute('**/api/sendChat')
    await page.reload()
    await seen(bubble(page, 'Did this arrive?'))
    // An unsent message would be sent before this one.
    await say(page, 'And this?')
    expect(await bubble(page, 'Did this arrive?').count()).toBe(1)
    expect((await threadOfOperator(threadId)).list).toHaveLength(2)
    stage.forgive(/sendChat|ERR_FAILED/)
  })

  test('a message that did not arrive is marked, survives a reload, and can be sent again or withdrawn', async () => {
    const { page } = await visitJoined(stage)
    const threadId = await beginConversation(page)
    let loseIt = () => {}
    const mayGetLost = new Promise<void>((done) => (loseIt = done))
    await page.route('**/api/sendChat', async (route) => {
      await mayGetLost
      await route.abort()
    })
    await field(page).fill('First try')
    await page.keyboard.press('Enter')
    await reads(bubble(page, 'First try'), /Sending/)
    loseIt()
    await reads(bubble(page, 'First try'), /Not sent\./)
    await field(page).fill('Half a sen')
    await shoot(page, 'chat not sent')
    await page.reload()
    await reads(bubble(page, 'First try'), /Not sent\./)
    await expect.poll(() => field(page).inputValue()).toBe('Half a sen')
    await bubble(page, 'First try').getByRole('button', { name: 'Take back' }).click()
    await expect.poll(() => field(page).inputValue()).toBe('First try\nHalf a sen')
    await gone(bubble(page, 'First try'))
    await field(page).fill('Second try')
    await page.keyboard.press('Enter')
    await reads(bubble(page, 'Second try'), /Not sent\./)
    await page.unroute('**/api/sendChat')
    await bubble(page, 'Second try').getByRole('button', { name: 'Try again' }).click()
    await reads(bubble(page, 'Second try'), /Sent|Delivered/)
    expect((await threadOfOperator(threadId)).list.map((one) => one.text)).toEqual(['Second try'])
    stage.forgive(/sendChat|ERR_FAILED/)
  })

  test('older messages load on scrolling up: none missing, none twice, and the reading position stays', async () => {
    const person = await newPerson(stage)
    const { body } = await person.user.post('/api/openThread', { json: {} })
    const { id } = (body.data as { thread: ThreadItem }).thread
    for (let number = 1; number <= 75; number++) {
      await person.user.post('/api/sendChat', {
        json: { threadId: id, key: randomUUID(), text: `word ${number}.` },
      })
    }
    const page = await visitAs(stage, person)
    await page.goto(`/chat?thread=${id}`)
    await seen(bubble(page, 'word 75.'))
    expect(await bubble(page, 'word 40.').count()).toBe(0)
    const top = () =>
      bubble(page, 'word 60.').evaluate((node) => Math.round(node.getBoundingClientRect().top))
    await bubble(page, 'word 60.').scrollIntoViewIfNeeded()
    await messageList(page).evaluate((node) => (node.scrollTop = 500))
    const before = await top()
    await messageList(page).evaluate((node) => (node.scrollTop = 390))
    await seen(bubble(page, 'word 40.'))
    await expect.poll(async () => Math.abs((await top()) - (before + 110))).toBeLessThanOrEqual(2)
    // A new message arrives while the user reads further up: the page must not scroll down.
    await reply(id, 'a new word')
    await seen(page.getByRole('button', { name: 'To the latest' }))
    await expect
      .poll(async () => {
        await messageList(page).evaluate((node) => (node.scrollTop = 0))
        return bubble(page, /^word 1\./).count()
      })
      .toBe(1)
    const numbers = await messageList(page)
      .getByRole('article')
      .evaluateAll((nodes) => nodes.map((node) => /word (\d+)\./.exec(node.textContent ?? '')?.[1] ?? 'new'))
    expect(numbers).toEqual([...Array.from({ length: 75 }, (_, at) => String(at + 1)), 'new'])
    await expect.poll(async () => (await threadOfOperator(id)).list.at(-1)?.delivery).toBe('delivered')
    await page.getByRole('button', { name: 'To the latest' }).click()
    await expect.poll(async () => (await threadOfOperator(id)).list.at(-1)?.delivery).toBe('read')
  })

  test('after a gap in the connection the missed messages appear', async () => {
    const { page } = await visitJoined(stage)
    let isDown = false
    const lines: WebSocketRoute[] = []
    await page.routeWebSocket(/\/wss$/, (socket) => {
      if (isDown) return void socket.close()
      lines.push(socket)
      socket.connectToServer()
    })
    const threadId = await beginConversation(page)
    await say(page, 'Are you there?')
    isDown = true
    for (const line of lines) await line.close()
    await reply(threadId, 'Yes, always.')
    expect(await bubble(page, 'Yes, always.').count()).toBe(0)
    isDown = false
    await seen(bubble(page, 'Yes, always.'))
  })
})

describe('a conversation about an order', () => {
  let person: Person
  let orderId = ''
  beforeAll(async () => {
    person = await newPerson(stage)
    orderId = (await settledOrder(stage, person)).orderId
  })

  test('[HOME-07] opens from its receipt in a frame over the page, with the receipt on top, and only once', async () => {
    const page = await visitAs(stage, person)
    await page.goto(`/receipt/${orderId}`)
    await (await seen(page.getByRole('button', { name: 'Ask support about this' }))).click()
    const popup = await seen(page.getByRole('dialog', { name: 'Support' }))
    const frame = popup.frameLocator('iframe')
    await seen(frame.getByText('BTC/USDT', { exact: false }))
    await seen(frame.getByText('What this is about'))
    await frame.getByRole('textbox', { name: 'Message to support' }).fill('Why did this lose?')
    await frame.getByRole('button', { name: 'Send' }).click()
    await seen(frame.getByRole('log').getByText('Why did this lose?'))
    await waitUntilStill(page)
    await shoot(page, 'chat popup over receipt')
    // The frame shows no navigation, no banner and no second warning.
    expect(await frame.getByRole('navigation').count()).toBe(0)
    expect(await frame.getByText('Sandbox: simulated market').count()).toBe(0)
    await popup.getByRole('button', { name: 'Close' }).click()
    await gone(popup)

    await page.goto(`/chat?subject=order&id=${orderId}`)
    await seen(bubble(page, 'Why did this lose?'))
    await page.getByRole('button', { name: 'All conversations' }).click()
    const rows = page.getByRole('list', { name: 'All conversations' }).getByRole('link')
    await seen(rows)
    expect(await rows.count()).toBe(1)
    await shoot(page, 'chat list')
    const threadId = /thread=(.*)/.exec((await rows.first().getAttribute('href')) ?? '')?.[1] ?? ''
    const { thread } = await threadOfOperator(threadId)
    expect(thread.subject).toBe('order')
    expect(thread.receipt.length).toBeGreaterThan(2)

    await reply(threadId, 'It ended below its entry price.')
    await reads(rows, /It ended below its entry price\..*1/)
    await rows.first().click()
    await seen(bubble(page, 'It ended below'))
    await page.getByRole('button', { name: 'All conversations' }).click()
    await gone(page.getByText('1 unread'))
  })

  test('nobody else can read it', async () => {
    const { body } = await person.user.get('/api/getThreads')
    const [thread] = (body.data as { list: ThreadItem[] }).list
    const other = await visitJoined(stage)
    await other.page.goto(`/chat?subject=order&id=${orderId}`)
    await seen(other.page.getByText('There is no such order or transfer of yours.'))
    await other.page.goto(`/chat?thread=${thread?.id}`)
    await seen(other.page.getByText('There is no such conversation.'))
    await other.page.getByRole('button', { name: 'All conversations' }).first().click()
    await seen(other.page.getByText('No conversations yet'))
    expect(await other.page.getByText('Why did this lose?').count()).toBe(0)
    stage.forgive(/status of 404/)
  })
})

test('a visitor is told to join first, in the window and in the frame', async () => {
  const page = await stage.visit()
  await page.goto('/chat')
  await seen(page.getByText('Join first to write to support'))
  await seen(page.getByText('Support never asks for your keys, your seed phrase or a payment.'))
  await page.getByRole('button', { name: 'Join' }).click()
  await seen(page.getByRole('dialog', { name: 'Join' }))
  await page.goto('/help')
  await page.getByRole('button', { name: /^Ask support/ }).click()
  const frame = page.getByRole('dialog', { name: 'Support' }).frameLocator('iframe')
  await seen(frame.getByText('Close this window, join, and open it again.', { exact: false }))
})
