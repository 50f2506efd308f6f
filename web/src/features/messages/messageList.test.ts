import type { MessageItem } from '@tickmark/wire/routes/messages'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { markRead, type MessageList, PAGE, takeNewest, takeOlder } from './messageList.ts'

function message(at: number): MessageItem {
  const id = `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
  return { id, category: 'money', title: `${at}`, html: '', date: at, isRead: false, link: '' }
}

/** A server with `count` messages, and its answer for a page before one of them. */
function pageOf(written: number, before = written + 1): MessageItem[] {
  const all = Array.from({ length: written }, (_, at) => message(written - at))
  return all.filter((one) => one.date < before).slice(0, PAGE)
}

function runOf(written: number): MessageList {
  const items = pageOf(written)
  return { items, isEnd: items.length < PAGE }
}

const titles = (list: MessageList) => list.items.map((one) => Number(one.title))
const from = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, at) => first - at)

test('a new message is listed first, and no page is lost or duplicated by it [MSG-01]', () => {
  let list = takeNewest(undefined, runOf(25))
  expect(titles(list)).toEqual(from(25, 16))
  list = takeNewest(list, runOf(27))
  expect(titles(list)).toEqual(from(27, 16))
  const before = list.items.at(-1)?.id ?? ''
  list = takeOlder(list, before, pageOf(29, 16))
  expect(titles(list)).toEqual(from(27, 6))
  expect(list.isEnd).toBe(false)
})

test('a page requested before the list restarted is ignored', () => {
  const old = takeNewest(undefined, runOf(25))
  const anew = takeNewest(old, runOf(60))
  expect(titles(anew)).toEqual(from(60, 51))
  expect(takeOlder(anew, old.items.at(-1)?.id ?? '', pageOf(60, 16))).toBe(anew)
})

test('a page with fewer rows is the last one', () => {
  expect(takeNewest(undefined, runOf(0))).toEqual({ items: [], isEnd: true })
  expect(takeNewest(takeNewest(undefined, runOf(0)), runOf(3)).isEnd).toBe(true)
  expect(takeNewest(takeNewest(undefined, runOf(3)), runOf(12)).isEnd).toBe(true)
  const list = takeNewest(undefined, runOf(13))
  expect(takeOlder(list, list.items.at(-1)?.id ?? '', pageOf(13, 4)).isEnd).toBe(true)
})

test('a message read in another window is read here', () => {
  const list = takeNewest(undefined, runOf(12))
  const [first] = list.items
  const read = {
    ...runOf(12),
    items: runOf(12).items.map((one) => (one === first ? one : { ...one, isRead: true })),
  }
  expect(takeNewest(list, read).items.filter((one) => !one.isRead)).toEqual([])
  expect(markRead(list, [first?.id ?? '']).items.map((one) => one.isRead)).toEqual([
    true,
    ...Array.from({ length: 9 }, () => false),
  ])
  expect(markRead(list, null).items.every((one) => one.isRead)).toBe(true)
})

test('in any order of arrivals and pages, the list is a run of messages without gaps, newest first', () => {
  const step = fc.oneof(fc.record({ arrive: fc.nat({ max: 14 }) }), fc.constant('more'), fc.constant('late'))
  fc.assert(
    fc.property(fc.nat({ max: 40 }), fc.array(step, { maxLength: 40 }), (first, steps) => {
      let written = first
      let list = takeNewest(undefined, runOf(written))
      let asked: { before: MessageItem | undefined; page: MessageItem[] } = { before: undefined, page: [] }
      for (const one of steps) {
        if (one === 'more' || one === 'late') {
          // A late answer is merged after messages that arrived since its request.
          if (one === 'more') asked = ask(list, written)
          if (asked.before) list = takeOlder(list, asked.before.id, asked.page)
          asked = ask(list, written)
        } else {
          written += one.arrive
          list = takeNewest(list, runOf(written))
        }
        const seen = titles(list)
        expect(seen).toEqual(from(written, written - seen.length + 1))
        expect(list.isEnd && seen.length < written).toBe(false)
      }
    }),
  )
})

function ask(list: MessageList, written: number) {
  const before = list.items.at(-1)
  return { before, page: before ? pageOf(written, before.date) : [] }
}
