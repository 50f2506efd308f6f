import { expect, test } from 'vitest'
import { createStore } from './observable.ts'

test('followers hear of another value, once each, until they leave', () => {
  const store = createStore(1)
  const heard: string[] = []
  const leave = store.follow(() => heard.push(`first ${store.get()}`))
  store.follow(() => heard.push(`second ${store.get()}`))
  store.set(1)
  store.set(2)
  leave()
  store.set(3)
  expect(heard).toEqual(['first 2', 'second 2', 'second 3'])
})

test('a follower that leaves while it is told does not keep the others from hearing', () => {
  const store = createStore('a')
  const heard: string[] = []
  const leave = store.follow(() => {
    leave()
    heard.push('first')
  })
  store.follow(() => heard.push('second'))
  store.set('b')
  store.set('c')
  expect(heard).toEqual(['first', 'second', 'second'])
})
