import { describe, expect, test } from 'vitest'
import { createDraftSaver } from './draftSaver.ts'

interface Fields {
  a: string
  b: string
}

/** A server and a pause that the test answers and ends by hand. */
function stand() {
  const sent: Partial<Fields>[] = []
  const answers: ((isOk: boolean) => void)[] = []
  let pause: (() => void) | null = null
  const saver = createDraftSaver<Fields>({
    save(fields) {
      sent.push(fields)
      return new Promise<void>((done, fail) =>
        answers.push((isOk) => (isOk ? done() : fail(new Error('lost')))),
      )
    },
    later(run) {
      pause = run
      return () => (pause = null)
    },
  })
  const answer = async (isOk: boolean) => {
    answers.shift()?.(isOk)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { saver, sent, answer, endPause: () => pause?.(), isPausing: () => pause !== null }
}

describe('a draft', () => {
  test('is saved after the pause, with all changes', async () => {
    const { saver, sent, answer, endPause, isPausing } = stand()
    saver.put({ a: 'x' })
    saver.put({ a: 'xy', b: '1' })
    expect(sent).toEqual([])
    expect(isPausing()).toBe(true)
    endPause()
    expect(sent).toEqual([{ a: 'xy', b: '1' }])
    expect(saver.state.get()).toBe('saving')
    await answer(true)
    expect(saver.state.get()).toBe('saved')
    expect(saver.unsaved()).toEqual({})
  })

  test('that changes while it is saved is saved again, with only the new changes', async () => {
    const { saver, sent, answer, isPausing } = stand()
    saver.put({ a: 'x', b: '1' })
    const done = saver.flush()
    expect(isPausing()).toBe(false)
    saver.put({ a: 'xy' })
    expect(saver.unsaved()).toEqual({ a: 'xy', b: '1' })
    await answer(true)
    expect(sent).toEqual([{ a: 'x', b: '1' }, { a: 'xy' }])
    await answer(true)
    expect(await done).toBe(true)
  })

  test('that could not be saved waits, with newer changes, for the next try', async () => {
    const { saver, sent, answer } = stand()
    saver.put({ a: 'x', b: '1' })
    const done = saver.flush()
    saver.put({ b: '2' })
    await answer(false)
    expect(await done).toBe(false)
    expect(saver.state.get()).toBe('unsaved')
    expect(saver.unsaved()).toEqual({ a: 'x', b: '2' })
    const again = saver.flush()
    await answer(true)
    expect(await again).toBe(true)
    expect(sent.at(-1)).toEqual({ a: 'x', b: '2' })
  })

  test('without changes sends no request', async () => {
    const { saver, sent } = stand()
    expect(await saver.flush()).toBe(true)
    expect(sent).toEqual([])
  })
})
