import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { caller, type Caller, newUser, setServer, signIn, wallet } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { operatorOf } from '../app/operatorCaller.testing.ts'
import { call, countActions, latest, openedBy, openPage, reply, say, seen } from './support.testing.ts'

const FIRST = wallet(801).address
const SECOND = wallet(802).address
const clock = movableClock()
const server = setServer({
  clock,
  env: { OPERATORS: `${FIRST}:support ${SECOND}:admin` },
})
const url = () => server.url
let operator: Caller
let second: Caller
let user: Caller
let other: Caller
let users = 810

beforeAll(async () => {
  operator = await operatorOf(url, wallet(801))
  second = await operatorOf(url, wallet(802))
})
beforeEach(async () => {
  user = await newUser(url, ++users)
  other = await newUser(url, ++users)
})

describe('the delivery state', () => {
  test('never goes back, and only messages that existed are marked', async () => {
    const threadId = await openedBy(user)
    await say(user, threadId, 'before')
    await call(operator, 'consoleReadChat', { threadId })
    await say(user, threadId, 'after')
    const deliveries = async () => (await latest(user, threadId)).map((one) => one.delivery)
    expect(await deliveries()).toEqual(['read', 'sent'])
    await seen(operator, threadId)
    expect(await deliveries()).toEqual(['read', 'delivered'])
    await seen(operator, threadId)
    await call(operator, 'consoleInbox', { pageSize: '50' })
    expect(await deliveries()).toEqual(['read', 'delivered'])
  })

  test('goes as far as each side has read, and never crosses conversations', async () => {
    const threadId = await openedBy(user)
    const [one, two] = [await say(user, threadId, 'a'), await say(user, threadId, 'b')]
    const [three, four] = [await reply(operator, threadId, 'c'), await reply(operator, threadId, 'd')]
    const other = await say(user, await openedBy(user), 'x')
    expect(await call(operator, 'consoleReadChat', { threadId, upTo: other.id })).toEqual({ read: 0 })
    expect(await call(operator, 'consoleReadChat', { threadId, upTo: one.id })).toEqual({ read: 1 })
    expect(await call(operator, 'consoleReadChat', { threadId, upTo: three.id })).toEqual({ read: 1 })
    expect((await latest(user, threadId)).map((said) => said.delivery).slice(0, 2)).toEqual(['read', 'read'])
    expect(await call(user, 'readChat', { threadId, upTo: two.id })).toEqual({ unread: 2 })
    expect(await call(user, 'readChat', { threadId, upTo: three.id })).toEqual({ unread: 1 })
    expect((await seen(operator, threadId)).slice(2).map((said) => said.delivery)).toEqual([
      'read',
      'delivered',
    ])
    expect(await call(user, 'readChat', { threadId, upTo: four.id })).toEqual({ unread: 0 })
  })

  test('counts every reply and reading even when they cross', async () => {
    const threadId = await openedBy(user)
    const rounds = Array.from({ length: 20 }, (_, i) => [
      reply(i % 2 === 0 ? operator : second, threadId, `r${i}`),
      call(user, 'readChat', { threadId }),
      say(user, threadId, `u${i}`),
      call(operator, 'consoleReadChat', { threadId }),
      call(second, 'consoleInbox', { pageSize: '50' }),
      call(user, 'getThread', { threadId }),
    ])
    await Promise.all(rounds.flat())
    await call(user, 'readChat', { threadId })
    await call(operator, 'consoleReadChat', { threadId })
    const { thread, list } = await call(user, 'getThread', { threadId })
    const before = (await call(user, 'getThread', { threadId, before: list[0]?.id ?? '' })).list
    const all = [...before, ...list]
    expect(all).toHaveLength(40)
    expect(new Set(all.map((one) => one.text)).size).toBe(40)
    expect(all.every((one) => one.delivery === 'read')).toBe(true)
    expect(all.map((one) => one.at)).toEqual(all.map((one) => one.at).toSorted((a, b) => a - b))
    expect(thread.unread).toBe(0)
    expect(await call(user, 'readChat', { threadId })).toEqual({ unread: 0 })
  })

  test('shows typing for six seconds, or until the message is sent', async () => {
    const threadId = await openedBy(user)
    const page = await openPage(server.url, user)
    const typing = async () => (await call(operator, 'consoleThread', { threadId })).typing
    expect(await typing()).toBe(false)
    expect(await call(user, 'typeChat', { threadId })).toEqual({ told: true })
    expect(await typing()).toBe(true)
    clock.advance(6_000)
    expect(await typing()).toBe(false)
    await call(user, 'typeChat', { threadId })
    await say(user, threadId, 'said')
    expect(await typing()).toBe(false)
    expect(await call(operator, 'consoleTyping', { threadId })).toEqual({ told: true })
    await expect.poll(() => page.told.at(-1)).toBe('typing')
    await page.leave()
    await expect.poll(() => call(operator, 'consoleTyping', { threadId })).toEqual({ told: false })
  })
})

describe('the inbox', () => {
  test('lists waiting users first, longest wait on top, then the others by latest message', async () => {
    const ids: string[] = []
    for (const text of ['a', 'b', 'c', 'd']) {
      clock.advance(1_000)
      ids.push(await openedBy(user))
      await say(user, ids.at(-1) ?? '', text)
    }
    const [a = '', b = '', c = '', d = ''] = ids
    await openedBy(user) // nothing is written in it, so nobody sees it
    clock.advance(1_000)
    await reply(operator, c, 'answered first')
    clock.advance(1_000)
    await reply(operator, a, 'answered last')
    clock.advance(1_000)
    await say(user, b, 'still waiting')
    const { list, total, waiting } = await inbox()
    expect(list.map((one) => one.id)).toEqual([b, d, a, c])
    expect(list[0]?.waitingSince).toBeLessThan(list[1]?.waitingSince ?? 0)
    expect(list[2]?.waitingSince).toBeNull()
    expect(list.map((one) => one.unread)).toEqual([2, 1, 1, 1])
    const members = new Set(list.map((one) => one.memberId))
    expect([...members]).toEqual([(await call(user, 'service')).memberId])
    await say(user, c, 'again')
    expect((await inbox()).list.map((one) => one.id)).toEqual([b, d, c, a])
    expect(await inbox()).toMatchObject({ total, waiting: waiting + 1 })
  })

  test('lists a second conversation of a user after the first one of everybody', async () => {
    const opened = async (by: Caller) => {
      clock.advance(1_000)
      const id = await openedBy(by)
      await say(by, id, 'x')
      return id
    }
    const many = [await opened(user), await opened(user), await opened(user)]
    const [first = '', second = '', third = ''] = many
    const one = await opened(other)
    const own = new Set([...many, one])
    const { everybodys } = await inbox()
    expect(everybodys.map(({ id }) => id).filter((id) => own.has(id))).toEqual([first, one, second, third])
  })

  test('marks shown messages as delivered once, and logs that as an operator action', async () => {
    const threadId = await openedBy(user)
    await say(user, threadId, 'one')
    await say(user, threadId, 'two')
    await inbox()
    await inbox(second)
    expect((await latest(user, threadId)).map((one) => one.delivery)).toEqual(['delivered', 'delivered'])
    await call(operator, 'consoleReadChat', { threadId })
    await reply(second, threadId, 'three')
    await reply(operator, threadId, 'four')
    expect(await countActions(server, threadId, 'support.receive')).toBe(1)
    expect(await countActions(server, threadId, 'support.read')).toBe(1)
    expect(await countActions(server, threadId, 'support.reply')).toBe(2)
    const names = (await latest(user, threadId)).slice(2).map((one) => one.name)
    expect(new Set(names).size).toBe(2)
  })

  /** Only this test's user; other users of the file come before or after. */
  async function inbox(by = operator) {
    const { memberId } = await call(user, 'service')
    const got = []
    for (let pageNum = 1; ; pageNum++) {
      const page = await call(by, 'consoleInbox', { pageSize: '3', pageNum: String(pageNum) })
      got.push(...page.list)
      if (page.list.length < 3) {
        expect(got).toHaveLength(page.total)
        const beyond = await call(by, 'consoleInbox', { pageSize: '3', pageNum: String(pageNum + 9) })
        expect(beyond).toMatchObject({ list: [], total: page.total })
        const isWaiting = got.map((one) => one.waitingSince !== null)
        expect(isWaiting.lastIndexOf(true)).toBeLessThan(page.waiting)
        return { ...page, everybodys: got, list: got.filter((one) => one.memberId === memberId) }
      }
    }
  }
})

describe('a reply', () => {
  const written = async (who: Caller) => {
    const { body } = await who.get('/api/getMyMessage', { query: { pageNum: '1', pageSize: '50' } })
    const { list } = body.data as { list: { category: string; isRead: boolean }[] }
    return list.filter((one) => one.category === 'support')
  }
  const notes = async (who: Caller) => (await written(who)).length

  test('writes one message until the user has read it', async () => {
    const threadId = await openedBy(user)
    await say(user, threadId, 'hello?')
    await reply(operator, threadId, 'one')
    await reply(second, threadId, 'two')
    expect(await notes(user)).toBe(1)
    await call(user, 'readChat', { threadId })
    await reply(operator, threadId, 'three')
    expect(await notes(user)).toBe(2)
    expect(await notes(other)).toBe(0)
  })

  test('also writes a message while a page is open; reading the conversation marks it read', async () => {
    const threadId = await openedBy(user)
    await say(user, threadId, 'hello?')
    const elsewhere = await openedBy(user)
    const page = await openPage(server.url, user)
    const first = await reply(operator, threadId, 'here')
    await reply(operator, elsewhere, 'and there')
    await expect.poll(() => page.heard.filter((one) => one === 'message_written')).toHaveLength(2)
    expect((await written(user)).map((one) => one.isRead)).toEqual([false, false])
    await reply(operator, threadId, 'and more')
    expect(await notes(user)).toBe(2)
    await call(user, 'readChat', { threadId, upTo: first.id })
    expect((await written(user)).map((one) => one.isRead)).toEqual([false, false])
    await call(operator, 'consoleReadChat', { threadId })
    expect((await written(user)).map((one) => one.isRead)).toEqual([false, false])
    expect(page.heard).not.toContain('messages_read')
    await call(user, 'readChat', { threadId })
    expect((await written(user)).map((one) => one.isRead)).toEqual([false, true])
    await expect.poll(() => page.heard.filter((one) => one === 'messages_read')).toHaveLength(1)
    await page.leave()
  })
})

describe('the service', () => {
  test('[HOME-07] states where the chat is, and the user’s number for support instead of an address', async () => {
    const nobody = await call(caller(url), 'service')
    expect(nobody).toEqual({
      link: '/chat',
      memberId: '',
      username: '',
      isOpen: true,
      opensAt: null,
      hours: '',
    })
    const visitor = caller(url)
    await signIn(visitor, wallet(++users))
    expect(await call(visitor, 'service')).toMatchObject({ memberId: '', username: '' })
    const mine = await call(user, 'service')
    expect(mine.memberId).toMatch(/^[A-Z0-9]{8}$/)
    expect(mine.username).toMatch(/^0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}$/)
    expect(await call(user, 'service')).toEqual(mine)
    expect((await call(other, 'service')).memberId).not.toBe(mine.memberId)
  })
})
