import { expect, test } from 'vitest'
import { chatFrame } from './chatFrame.ts'

const ours = 'https://tickmark.example'
const chat = 'https://chat.example'
const about = { subject: 'order', subjectId: '01234567-89ab-7def-8123-456789abcdef' } as const

test('our own page gets the conversation’s subject', () => {
  expect(chatFrame('/chat', null, { ours, chat: null })).toEqual({ src: '/chat', own: true })
  expect(chatFrame('/chat', about, { ours, chat: null })).toEqual({
    src: `/chat?subject=order&id=${about.subjectId}`,
    own: true,
  })
  expect(chatFrame(`${ours}/chat?a=1`, null, { ours, chat })).toEqual({ src: '/chat?a=1', own: true })
})

test('another system learns nothing from us', () => {
  expect(chatFrame(`${chat}/room?site=7`, about, { ours, chat })).toEqual({
    src: `${chat}/room?site=7`,
    own: false,
  })
})

test.each([
  'https://evil.example/',
  'https://chat.example.evil.example/',
  '//evil.example/chat',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
])('%s is shown in no frame', (link) => {
  expect(chatFrame(link, about, { ours, chat })).toBeNull()
  expect(chatFrame(link, about, { ours, chat: null })).toBeNull()
})

test('an address without an origin is not that of a chat without one', () => {
  expect(chatFrame('data:text/html,x', null, { ours, chat: 'null' })).toBeNull()
  expect(chatFrame('http://chat.test:81/', null, { ours, chat: 'http://chat.test:81' })?.own).toBe(false)
})
