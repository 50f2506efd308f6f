import { expect, test, vi } from 'vitest'
import { openBrowser } from '../../../navigation/browser.testing.ts'
import { goInChat, showOpened } from './goInChat.ts'

const ID = '01234567-89ab-7def-8123-456789abcdef'

function chatAt(href: string, parent: object | null = null) {
  const browser = openBrowser(href)
  const page: object = {}
  vi.stubGlobal('window', Object.assign(page, { parent: parent ?? page }))
  return browser
}

test('a conversation stands above the list, and Back leads to the list', () => {
  const browser = chatAt('/chat')
  goInChat(ID)
  expect(browser.path()).toEqual(['/chat', `/chat?thread=${ID}`])
  goInChat(null)
  expect(browser.path()).toEqual(['/chat', `/chat?thread=${ID}`, '/chat'])
})

test('the conversation about an order takes the place of the address that asked for it', () => {
  const browser = chatAt('/chat')
  goInChat(ID)
  const about = chatAt(`/chat?subject=order&id=${ID}`)
  showOpened(ID)
  expect(about.path()).toEqual([`/chat?thread=${ID}`])
  expect(browser.path()).toHaveLength(2)
})

test('in a frame the chat leaves the history of the outer page as it is', () => {
  const browser = chatAt('/chat', {})
  goInChat(ID)
  expect(browser.path()).toEqual([`/chat?thread=${ID}`])
})
