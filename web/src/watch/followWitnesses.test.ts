import { keyText, namedKey } from '@tickmark/core/log/note'
import { sha256 } from '@noble/hashes/sha2.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LogWatch } from './watchPorts.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A policy that trusts one witness. */
function policyOf(name: string): string {
  const key = namedKey({ name: `witness.example/${name}`, type: 4, publicKey: new Uint8Array(32) }, sha256)
  return `witness ${name} ${keyText(key)}\nquorum ${name}\n`
}

/** A page that follows the witnesses of a policy, at a house that does not answer. */
async function follow(policy: string, answer = () => Promise.resolve(new Response('', { status: 503 }))) {
  vi.resetModules()
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked++
    return answer()
  })
  const { keepPolicy } = await import('./witnessPolicy.ts')
  const { followWitnesses } = await import('./followWitnesses.ts')
  const told: [string, boolean][] = []
  const compared: string[] = []
  keepPolicy(policy)
  followWitnesses({
    async compare(note) {
      compared.push(note)
      return 'unwatched'
    },
    tell: (what, isSo) => void told.push([what, isSo]),
  } as Pick<LogWatch, 'compare' | 'tell'> as LogWatch)
  return {
    keepPolicy,
    compared,
    asked: () => asked,
    now: () => told.at(-1),
    async pass(minutes: number) {
      for (let passed = 0; passed < minutes; passed++) await vi.advanceTimersByTimeAsync(MINUTE)
    },
  }
}

test('a house that does not answer is late ten minutes after the start, or after the last change of the policy', async () => {
  const { keepPolicy, now, pass } = await follow(policyOf('a'))
  await pass(9)
  expect(now()).toEqual(['unwitnessed', false])
  keepPolicy(policyOf('b'))
  await pass(9)
  expect(now()).toEqual(['unwitnessed', false])
  await pass(1)
  expect(now()).toEqual(['unwitnessed', true])
  keepPolicy('')
  expect(now()).toEqual(['unwitnessed', false])
})

test('the house is asked every minute, but not while hidden, offline or without a policy', async () => {
  const { keepPolicy, asked, pass } = await follow(policyOf('a'))
  await pass(2)
  expect(asked()).toBe(3)
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  await pass(2)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('navigator', { onLine: false })
  await pass(2)
  vi.stubGlobal('navigator', { onLine: true })
  keepPolicy('')
  await pass(2)
  expect(asked()).toBe(3)
  keepPolicy(policyOf('b'))
  expect(asked()).toBe(4)
})

test.each([
  ['shows no witnessed head', 404, []],
  ['shows a head that nobody has signed', 200, ['a head']],
] as const)('a house that %s is late at once', async (_, status, heads) => {
  const page = await follow(policyOf('a'), async () => new Response('a head', { status }))
  await vi.waitFor(() => expect(page.now()).toEqual(['unwitnessed', true]), { timeout: 10_000 })
  expect(page.compared).toEqual(heads)
})

test('one question is asked at a time, and its answer counts only while there is a policy', async () => {
  const answer = Promise.withResolvers<Response>()
  const page = await follow(policyOf('a'), () => answer.promise)
  await page.pass(0)
  page.keepPolicy(policyOf('b'))
  expect(page.asked()).toBe(1)
  page.keepPolicy('')
  answer.resolve(new Response('', { status: 404 }))
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve()
  expect(page.now()).toEqual(['unwitnessed', false])
})
