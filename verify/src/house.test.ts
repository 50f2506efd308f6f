import { bundleOf } from '@tickmark/core/log/tree/tiles'
import { expect, test } from 'vitest'
import { houseAt } from './house.ts'

const URL_OF = 'https://house.example/tm'

/** A house that gives these answers in turn, the last one forever, and what was asked of it. */
function houseGiving(...answers: (() => Response)[]) {
  const asked: { url: string; redirect: RequestInit['redirect'] }[] = []
  const waits: number[] = []
  const house = houseAt(URL_OF, {
    fetch: (input, init) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)]
      asked.push({ url: String(input instanceof Request ? input.url : input), redirect: init?.redirect })
      return answer ? Promise.resolve(answer()) : Promise.reject(new Error('no answer'))
    },
    wait: (ms) => Promise.resolve(void waits.push(ms)),
  })
  return { house, asked, waits }
}

const fine = () => new Response('{"a":1}')
const busy = (status: number, retryAfter?: string) => () =>
  new Response('', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })

test.each([
  ['a whole number of seconds', busy(503, '7'), 7_000],
  ['no time', busy(429), 1_000],
  ['a time of no seconds', busy(429, '0'), 1_000],
  ['more than a minute', busy(503, '3600'), 60_000],
  ['a date', busy(503, 'Thu, 26 Nov 2026 08:00:00 GMT'), 1_000],
])('a busy house that names %s is asked again', async (_, answer, waitMs) => {
  const { house, asked, waits } = houseGiving(answer, fine)
  expect(await house.json('api/getLogHead')).toEqual({ a: 1 })
  expect(waits).toEqual([waitMs])
  expect(asked.map(({ url }) => url)).toEqual([`${URL_OF}/api/getLogHead`, `${URL_OF}/api/getLogHead`])
})

test('a house that stays busy is asked 61 times for a file', async () => {
  const { house, asked, waits } = houseGiving(busy(503, '1'))
  await expect(house.json('config.json')).rejects.toThrow(`${URL_OF}/config.json answers 503`)
  expect([asked.length, waits.length]).toEqual([61, 60])
})

test.each([400, 403, 404, 500, 502])('an answer of %i is final', async (status) => {
  const { house, asked, waits } = houseGiving(busy(status))
  await expect(house.json('x')).rejects.toThrow(`answers ${status}`)
  expect([asked.length, waits]).toEqual([1, []])
})

test('only a text that the house does not have is no error', async () => {
  expect(await houseGiving(busy(404)).house.text('x')).toBeNull()
  for (const status of [400, 403, 410, 500])
    await expect(houseGiving(busy(status)).house.text('x')).rejects.toThrow(`answers ${status}`)
})

test('a house cannot send the reader on to another one', async () => {
  const { house, asked } = houseGiving(fine)
  await house.text('log/record')
  expect(asked).toEqual([{ url: `${URL_OF}/log/record`, redirect: 'error' }])
})

const bodies = Array.from({ length: 300 }, (_, i) => `entry ${i}`)

test.each([
  [256, 44, 'tile/entries/001.p/44', bodies.slice(256)],
  [290, 44, 'tile/entries/001.p/44', bodies.slice(290)],
])('entries from number %i on are those of their bundle', async (from, width, path, given) => {
  const { house, asked } = houseGiving(() => new Response(bundleOf(bodies.slice(256, 256 + width))))
  expect(await house.entries(from, 300)).toEqual(given)
  expect(asked.map(({ url }) => url)).toEqual([`${URL_OF}/log/${path}`])
})

test.each([
  ['too few entries', bundleOf(bodies.slice(256, 299))],
  ['too many entries', bundleOf([...bodies.slice(256), 'one more'])],
  ['a cut entry', bundleOf(bodies.slice(256)).subarray(0, -1)],
])('a bundle with %s is refused', async (_, file) => {
  const { house } = houseGiving(() => new Response(file))
  await expect(house.entries(256, 300)).rejects.toThrow('gives no entries from 256 on')
})
