import { expect, test } from 'vitest'
import { sendOnce, settleEarlier, type Attempt, type AttemptWorld } from './attempt.ts'

const LOST = new Error('no answer')
const REFUSED = new Error('refused')

/** A server that answers what it is told to and remembers the keys it was sent. */
function worldOf(answers: (string | Error)[], left: Attempt<string> | null = null) {
  const sent: string[] = []
  let kept = left
  const world: AttemptWorld<string, string> = {
    owner: 'me/0',
    newKey: () => 'new',
    keep: (attempt) => (kept = attempt),
    kept: () => kept,
    send(body, key) {
      sent.push(`${key}:${body}`)
      const answer = answers.shift() ?? 'done'
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    isUnknown: (failure) => failure === LOST,
  }
  return { world, sent, keptNow: () => kept }
}

const left = { key: 'old', owner: 'me/0', body: 'a' }

test('what is answered is forgotten', async () => {
  const { world, keptNow } = worldOf(['ok'])
  expect(await sendOnce('a', world)).toBe('ok')
  expect(keptNow()).toBeNull()
})

test('what is refused is forgotten, what is lost is kept under its key', async () => {
  const refused = worldOf([REFUSED])
  await expect(sendOnce('a', refused.world)).rejects.toBe(REFUSED)
  expect(refused.keptNow()).toBeNull()
  const lost = worldOf([LOST])
  await expect(sendOnce('a', lost.world)).rejects.toBe(LOST)
  expect(lost.keptNow()).toEqual({ key: 'new', owner: 'me/0', body: 'a' })
})

test('an earlier attempt is repeated under its own key before anything new', async () => {
  const { world, sent, keptNow } = worldOf(['it went through'], left)
  expect(await settleEarlier(world)).toBe('it went through')
  expect([sent, keptNow()]).toEqual([['old:a'], null])
})

test('an earlier attempt that was refused makes room, and one that stays unknown does not', async () => {
  const refused = worldOf([REFUSED], left)
  expect(await settleEarlier(refused.world)).toBeNull()
  expect(refused.keptNow()).toBeNull()
  const lost = worldOf([LOST], left)
  await expect(settleEarlier(lost.world)).rejects.toBe(LOST)
  expect(lost.keptNow()).toEqual(left)
})

test('an attempt of somebody else, or of the other book, is left alone', async () => {
  const { world, sent, keptNow } = worldOf([], { ...left, owner: 'me/1' })
  expect(await settleEarlier(world)).toBeNull()
  expect([sent, keptNow()?.owner]).toEqual([[], 'me/1'])
})
