import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { caller, newUser, setServer } from '../app/app.testing.ts'
import { call } from './support.testing.ts'

const server = setServer({ env: { OFFICE_HOURS: '09:00-18:00' } })
const url = () => server.url

test('without anybody to answer, the chat says so and keeps messages', async () => {
  expect(await call(caller(url), 'service')).toMatchObject({ isOpen: false, opensAt: null, hours: '' })
  const user = await newUser(url, 870)
  const { thread } = await call(user, 'openThread')
  await call(user, 'sendChat', { threadId: thread.id, key: randomUUID(), text: 'Is anybody there?' })
  const { list } = await call(user, 'getThread', { threadId: thread.id })
  expect(list).toMatchObject([{ text: 'Is anybody there?', delivery: 'sent' }])
})
