import { randomBytes } from 'node:crypto'
import { type Caller, wallet } from '@tickmark/server/app/app.testing'
import { operatorOf } from '@tickmark/server/app/operatorCaller.testing'
import type { ChatMessage } from '@tickmark/wire/schemas/support'
import { beforeAll, describe, expect, test } from 'vitest'
import { beginConversation, bubble, field, png, messageList } from '../../support/page/chat.ts'
import { shoot } from '../../support/page/looks.ts'
import { newPerson, visitJoined } from '../../support/house/people.ts'
import { reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const OPERATOR = wallet(78)
const stage = setStage({ OPERATORS: `${OPERATOR.address}:support` })

let operator: Caller
beforeAll(async () => {
  operator = await operatorOf(() => stage.url, OPERATOR)
})

async function threadOfOperator(threadId: string): Promise<{ list: ChatMessage[] }> {
  const { body } = await operator.get('/api/console/support/thread', { query: { threadId } })
  return body.data as { list: ChatMessage[] }
}

describe('a picture', () => {
  test('is checked, uploaded, shown as a thumbnail, and readable by support alone', async () => {
    const { page } = await visitJoined(stage)
    const threadId = await beginConversation(page)
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await seen(page.getByText('Please choose a JPG or PNG picture.'))
    const large = Buffer.concat([png(8), Buffer.alloc(6_291_456)])
    await chooser.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: large })
    await seen(page.getByText('A picture can be at most 6 MB.'))
    await chooser.setInputFiles([
      { name: 'c.png', mimeType: 'image/png', buffer: png(300) },
      { name: 'd.png', mimeType: 'image/png', buffer: png(200) },
    ])
    await seen(page.getByRole('img', { name: 'Picture 2' }))
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    await page.getByRole('button', { name: 'Leave out picture 2' }).click()
    await page.reload()
    await seen(page.getByRole('img', { name: 'Picture 1' }))
    await field(page).fill('See here')
    await page.getByRole('button', { name: 'Send' }).click()
    const shown = await seen(bubble(page, 'See here').getByRole('img', { name: 'Picture 1' }))
    await expect.poll(() => shown.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(300)
    await shoot(page, 'chat picture')
    const [message] = (await threadOfOperator(threadId)).list
    const url = message?.files[0]?.url ?? ''
    expect((await operator.get(url)).status).toBe(200)
    const other = await newPerson(stage)
    expect((await other.user.get(url)).status).toBe(404)
  })

  test('of a camera is sent as a JPEG of the stored size, so that a slow line suffices', async () => {
    const { page } = await visitJoined(stage)
    await beginConversation(page)
    const sent = page.waitForRequest('**/api/upload*')
    const chosen = png(1_200, randomBytes)
    const picture = { name: 'c.png', mimeType: 'image/png', buffer: chosen }
    await page.locator('input[type=file]').setInputFiles(picture)
    const request = await sent
    const headers = await request.allHeaders()
    expect(headers['content-type']).toBe('image/jpeg')
    expect(Number(headers['content-length'])).toBeLessThan(chosen.length / 2)
    const answer = await request.response()
    expect(await answer?.json()).toMatchObject({ data: { width: 1_024, height: 1_024 } })
  })

  test('that failed to upload can be sent again, and is a message even without text', async () => {
    const { page } = await visitJoined(stage)
    const threadId = await beginConversation(page)
    await page.route('**/api/upload*', (route) => route.abort())
    const picture = { name: 'c.png', mimeType: 'image/png', buffer: png(64) }
    await page.locator('input[type=file]').setInputFiles(picture)
    await seen(page.getByText('Network failure, please try again later'))
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await page.unroute('**/api/upload*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(false)
    await page.getByRole('button', { name: 'Send' }).click()
    await seen(messageList(page).getByRole('img', { name: 'Picture 1' }))
    await expect.poll(async () => (await threadOfOperator(threadId)).list[0]?.files.length).toBe(1)
    stage.forgive(/upload|ERR_FAILED/)
  })

  const some = (count: number, side: number) =>
    Array.from({ length: count }, (_, at) => ({
      name: `${side}-${at}.png`,
      mimeType: 'image/png',
      buffer: png(side + at),
    }))

  test('is one of at most four, however chosen, and no surplus one is uploaded', async () => {
    const { page } = await visitJoined(stage)
    await page.clock.install()
    await beginConversation(page)
    let uploads = 0
    page.on('request', (request) => void (uploads += Number(request.url().includes('/api/upload'))))
    // Three pictures and three more, chosen before the first was read.
    await page.evaluate(() => {
      const read = Blob.prototype.arrayBuffer
      Blob.prototype.arrayBuffer = async function (this: Blob) {
        await new Promise((next) => setTimeout(next, 300))
        return read.call(this)
      }
    })
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles(some(3, 20))
    await chooser.setInputFiles(some(3, 40))
    await seen(page.getByText('A message takes 4 pictures at most.').first())
    await seen(page.getByRole('img', { name: 'Picture 4' }))
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    await page.clock.runFor(1_000)
    expect(await page.getByRole('list', { name: 'Pictures that go along' }).getByRole('img').count()).toBe(4)
    expect(uploads).toBe(4)
  })

  test('that is uploading, and the draft, stay when a message is withdrawn', async () => {
    const { page } = await visitJoined(stage)
    await beginConversation(page)
    const chooser = page.locator('input[type=file]')
    const list = page.getByRole('list', { name: 'Pictures that go along' }).getByRole('img')
    await page.route('**/api/sendChat', (route) => route.abort())
    await chooser.setInputFiles(some(2, 20))
    await expect.poll(() => list.count()).toBe(2)
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    await field(page).fill('First try')
    await page.getByRole('button', { name: 'Send' }).click()
    await reads(bubble(page, 'First try'), /Not sent\./)

    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/api/upload*', async (route) => {
      await held
      await route.continue()
    })
    await chooser.setInputFiles(some(1, 40))
    await expect.poll(() => list.count()).toBe(1)
    await field(page).fill('x'.repeat(3_995))
    await bubble(page, 'First try').getByRole('button', { name: 'Take back' }).click()
    await expect.poll(() => field(page).inputValue()).toBe(`First try\n${'x'.repeat(3_995)}`)
    await expect.poll(() => list.count()).toBe(3)
    release()
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    expect(await list.count()).toBe(3)
    // The two texts together exceed the length of one message.
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await field(page).fill('Second try')
    await page.getByRole('button', { name: 'Send' }).click()
    await reads(bubble(page, 'Second try'), /Not sent\./)

    await chooser.setInputFiles(some(2, 60))
    await expect.poll(() => list.count()).toBe(2)
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    await bubble(page, 'Second try').getByRole('button', { name: 'Take back' }).click()
    await seen(page.getByText('A message takes 4 pictures at most.'))
    await expect.poll(() => list.count()).toBe(4)
    await expect.poll(() => field(page).inputValue()).toBe('Second try')
    stage.forgive(/sendChat|ERR_FAILED/)
  })
})
