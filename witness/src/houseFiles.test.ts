import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { houseFiles } from './houseFiles.ts'
import { listening } from './toyHouse.testing.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** A house that gives these answers in turn, repeating the last; and the waits that it caused. */
async function house(...answers: [status: number, body: string, retryAfter?: string][]) {
  let at = 0
  const waits: number[] = []
  server = createServer((_request, response) => {
    const [status, body, retryAfter] = answers[Math.min(at++, answers.length - 1)] ?? [500, '']
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end(body)
  })
  const wait = (ms: number) => Promise.resolve(void waits.push(ms))
  return { files: houseFiles(await listening(server), { fetch, wait }), waits, asked: () => at }
}

test('a house that asks to retry later is retried', async () => {
  const { files, waits } = await house(
    [429, '', '2'],
    [503, ''],
    [429, '', 'soon'],
    [429, '', '9999'],
    [200, 'a note'],
  )
  expect(await files.checkpoint()).toBe('a note')
  expect(waits).toEqual([2_000, 1_000, 1_000, 60_000])
})

test('a house that always asks to retry later counts as not answering', async () => {
  const { files, waits } = await house([429, '', '1'])
  await expect(files.checkpoint()).rejects.toThrow('answers 429')
  expect(waits).toHaveLength(20)
})

test.each<[what: string, status: number, body: string, reason: string]>([
  ['nothing of the kind', 404, '', 'answers 404'],
  ['more than a checkpoint can have', 200, 'x'.repeat(70_000), 'longer than it may be'],
])('a house that gives %s counts as not answering', async (_, status, body, reason) => {
  const { files, waits } = await house([status, body])
  await expect(files.checkpoint()).rejects.toThrow(reason)
  expect(waits).toEqual([])
})

test('a truncated file has no entries, and a tile must have all its hashes', async () => {
  const { files } = await house([200, '\u0000\u0005ab'])
  await expect(files.entries(0, 1)).rejects.toThrow('gives no entries from 0 on')
  await expect(files.nodes(1, [{ level: 0, index: 0 }])).rejects.toThrow('gives no tile 0 of level 0')
})

test('a closed house cannot be reached', async () => {
  const { files } = await house([200, ''])
  server?.close()
  await expect(files.checkpoint()).rejects.toThrow('cannot be reached')
})
