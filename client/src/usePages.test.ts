import { expect, test } from 'vitest'
import { pageState, startsOver } from './usePages.ts'

const RESTING = {
  isPending: false,
  isError: false,
  isFetching: false,
  isFetchingNextPage: false,
  hasNextPage: false,
  isKept: false,
}

test.each([
  ['before the first answer', { isPending: true, isFetching: true }, 'loading'],
  ['with a page to come', { hasNextPage: true }, 'more'],
  ['while that comes', { hasNextPage: true, isFetching: true, isFetchingNextPage: true }, 'loading'],
  ['while what is on screen is fetched again', { hasNextPage: true, isFetching: true }, 'more'],
  ['with the last page', {}, 'end'],
  ['after a failure', { isError: true, hasNextPage: true }, 'failed'],
  ['after a failure at its end', { isError: true }, 'failed'],
  ['offline, as it was loaded to its end', { isError: true, isKept: true }, 'end'],
  ['offline, with a page that was not loaded', { isError: true, isKept: true, hasNextPage: true }, 'failed'],
  ['while a failed one is tried again', { isError: true, isFetching: true }, 'loading'],
])('%s, a list is in the state %j', (_, cursor, state) => {
  expect(pageState({ ...RESTING, ...cursor })).toBe(state)
})

test.each([
  [undefined, false, true],
  [{ pages: [] }, false, false],
  [{ pages: [] }, true, true],
])('with data of %j, after a failed refetch %s, all pages are fetched: %s', (data, isRefetchError, all) => {
  expect(startsOver({ data, isRefetchError })).toBe(all)
})
