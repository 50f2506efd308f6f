import { expect, test } from 'vitest'
import type { Wanted } from './feeds.ts'
import { ask, subscriptions } from './wantedFeeds.ts'

const coin = (timeId: number, pid = 1): Wanted => ({ kind: 'detail', pid, period: '15min', timeId })

test('a subscription lasts until the last of its parts has left the screen', () => {
  const [list, again] = [ask({ kind: 'top' }), ask({ kind: 'top' })]
  const other = ask({ kind: 'all' })
  expect(subscriptions()).toEqual([{ kind: 'top' }, { kind: 'all' }])
  list()
  expect(subscriptions()).toEqual([{ kind: 'top' }, { kind: 'all' }])
  again()
  expect(subscriptions()).toEqual([{ kind: 'all' }])
  const back = ask({ kind: 'top' })
  expect(subscriptions()).toEqual([{ kind: 'all' }, { kind: 'top' }])
  back()
  other()
  expect(subscriptions()).toEqual([])
})

test('one coin is one subscription, with the duration that was wanted last', () => {
  const [chart, sheet, far] = [ask(coin(110)), ask(coin(111)), ask(coin(110, 2))]
  expect(subscriptions()).toEqual([coin(111), coin(110, 2)])
  sheet()
  expect(subscriptions()).toEqual([coin(111), coin(110, 2)])
  chart()
  far()
  expect(subscriptions()).toEqual([])
})
