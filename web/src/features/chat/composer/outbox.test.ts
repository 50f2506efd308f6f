import { CallFailed } from '@tickmark/client/callFailed.ts'
import type { ChatMessage } from '@tickmark/wire/schemas/support'
import { describe, expect, test } from 'vitest'
import { createOutbox, mayArriveLater, type PendingMessage, type OutboxDeps } from './outbox.ts'

/** A server with scripted answers, and a tab with storage. */
function stand(fates: ('ok' | 'lost' | 'refused')[], kept: unknown = null) {
  const arrived: string[] = []
  const sent: PendingMessage[] = []
  let tab = kept
  let keys = 0
  const world: OutboxDeps = {
    newKey: () => `key ${++keys}`,
    nowMs: () => 1_000 + keys,
    keep: (attempts) => (tab = attempts && (JSON.parse(JSON.stringify(attempts)) as unknown)),
    kept: () => tab,
    async send(one) {
      sent.push(one)
      const fate = fates.shift() ?? 'ok'
      await Promise.resolve()
      if (fate === 'refused') throw new Error('no')
      // The same key means the same message.
      if (!arrived.includes(one.text)) arrived.push(one.text)
      if (fate === 'lost') throw new Error('lost')
      return { id: one.key } as ChatMessage
    },
    onSent() {},
    explain: (failure) => ({
      problem: (failure as Error).message,
      isOpen: (failure as Error).message === 'lost',
    }),
  }
  const outbox = createOutbox(world)
  const states = () => outbox.all.get().map((one) => `${one.text} ${one.state}`)
  return { outbox, arrived, sent, states, tab: () => tab, world }
}

const words = (text: string, threadId = 't') => ({ threadId, text, files: [] })
const settled = () => new Promise((done) => setTimeout(done, 1))

describe('a pending message', () => {
  test('arrives in the order of sending, one after the other', async () => {
    const { outbox, arrived, states, tab } = stand([])
    for (const text of ['one', 'two', 'three']) outbox.say(words(text))
    await settled()
    expect(arrived).toEqual(['one', 'two', 'three'])
    expect(states()).toEqual(['one sent', 'two sent', 'three sent'])
    expect(tab()).toBeNull()
  })

  test('is dropped, once sent, when the next one is said', async () => {
    const { outbox, states } = stand(['ok', 'refused'])
    for (const text of ['one', 'two']) outbox.say(words(text))
    await settled()
    outbox.say(words('three', 'other'))
    expect(states()).toEqual(['two failed', 'three sending'])
    await settled()
  })

  test('is sent again with its own key when the answer was lost', async () => {
    const { outbox, arrived, sent, states } = stand(['lost'])
    outbox.say(words('one'))
    await settled()
    expect(states()).toEqual(['one failed'])
    outbox.again('key 1')
    await settled()
    expect(sent.map((one) => one.key)).toEqual(['key 1', 'key 1'])
    expect(arrived).toEqual(['one'])
  })

  test('is not overtaken by a later one', async () => {
    const { outbox, arrived, states } = stand(['lost', 'lost'])
    outbox.say(words('one'))
    outbox.say(words('two'))
    await settled()
    expect(states()).toEqual(['one failed', 'two failed'])
    outbox.say(words('three'))
    await settled()
    expect(states()).toEqual(['one failed', 'two failed', 'three failed'])
    outbox.wake()
    await settled()
    expect(arrived).toEqual(['one', 'two', 'three'])
  })

  test('waits only for earlier messages of its own conversation', async () => {
    const { outbox, states } = stand(['lost'])
    outbox.say(words('one', 's'))
    await settled()
    outbox.say(words('two'))
    await settled()
    expect(states()).toEqual(['one failed', 'two sent'])
  })

  test('that is refused for good can be taken back and blocks no other', async () => {
    const { outbox, arrived, states } = stand(['refused'])
    outbox.say(words('one'))
    await settled()
    outbox.say(words('two'))
    await settled()
    expect(states()).toEqual(['one failed', 'two sent'])
    outbox.wake()
    await settled()
    expect(arrived).toEqual(['two'])
    expect(outbox.takeBack('key 1')?.text).toBe('one')
    expect(states()).toEqual(['two sent'])
  })

  test('outlives a reload, and is sent again with the same key', async () => {
    const first = stand(['lost'])
    first.outbox.say(words('one'))
    await settled()
    const next = stand([], first.tab())
    expect(next.states()).toEqual(['one failed'])
    next.outbox.wake()
    await settled()
    expect(next.sent.map((one) => one.key)).toEqual(['key 1'])
    expect(next.tab()).toBeNull()
  })

  test('is sent again with what may still arrive in its conversation, and nothing else', async () => {
    const { outbox, states } = stand(['refused', 'refused', 'lost', 'lost'])
    outbox.say(words('one'))
    await settled()
    outbox.say(words('two'))
    await settled()
    outbox.say(words('three'))
    await settled()
    outbox.say(words('four', 'other'))
    await settled()
    expect(states()).toEqual(['one failed', 'two failed', 'three failed', 'four failed'])
    outbox.again('key 2')
    expect(states()).toEqual(['one failed', 'two sending', 'three sending', 'four failed'])
    await settled()
    expect(states()).toEqual(['one failed', 'two sent', 'three sent', 'four failed'])
  })

  test('that arrived is never sent again', async () => {
    const { outbox, sent } = stand([])
    outbox.say(words('one'))
    await settled()
    outbox.wake()
    outbox.again('key 1')
    await settled()
    expect(sent).toHaveLength(1)
  })

  test('that is refused holds up none of another conversation behind it', async () => {
    const { outbox, states } = stand(['lost'])
    outbox.say(words('one'))
    outbox.say(words('two', 'other'))
    await settled()
    expect(states()).toEqual(['one failed', 'two sent'])
  })

  test('is taken back only once it has failed, and alone', async () => {
    const { outbox, states } = stand(['refused', 'refused'])
    outbox.say(words('one'))
    expect(outbox.takeBack('key 1')).toBeNull()
    await settled()
    outbox.say(words('two'))
    await settled()
    expect(outbox.takeBack('key 3')).toBeNull()
    expect(outbox.takeBack('key 2')?.text).toBe('two')
    expect(states()).toEqual(['one failed'])
  })

  test.each([null, 'x', [1], [{ key: 1 }], {}])('is not read from invalid storage: %j', (kept) => {
    expect(stand([], kept).states()).toEqual([])
  })
})

test.each([
  [0, true],
  [400, false],
  [401, true],
  [403, true],
  [404, false],
  [409, false],
  [429, true],
  [500, true],
  [503, true],
])('a message that failed with %i may arrive later: %s', (status, may) => {
  const failure = new CallFailed(status === 0 ? 'network' : 'code', status, '')
  expect(mayArriveLater(failure)).toBe(may)
})

test.each([
  ['a bug of the page', new TypeError('no'), true],
  ['another error with a status', { status: 404 }, true],
])('%s says nothing of the outcome', (_, failure, may) => {
  expect(mayArriveLater(failure)).toBe(may)
})
