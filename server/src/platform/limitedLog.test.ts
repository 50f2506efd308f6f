import { expect, test } from 'vitest'
import { limitedLog } from './limitedLog.ts'
import { type Log, silentLog } from './log.ts'

/** A limited log, the lines that passed, and its clock. */
function limited() {
  const lines: unknown[] = []
  let nowMs = 0
  const keep = (level: string) => (message: string, facts?: object) =>
    void lines.push([level, message, facts])
  const log: Log = { ...silentLog(), info: keep('info'), warn: keep('warn'), error: keep('error') }
  return { lines, log: limitedLog(log, () => nowMs), pass: (ms: number) => void (nowMs += ms) }
}

test('of 667 equal errors in a minute five are written, and then the number left out', () => {
  const { lines, log, pass } = limited()
  for (let i = 0; i < 667; i++) {
    log.error('the price log could not continue', { reason: `disk full ${i}` })
    pass(80)
  }
  expect(lines).toHaveLength(5)
  pass(10_000)
  log.info('still here')
  expect(lines.slice(5)).toEqual([
    ['error', 'the price log could not continue', { reason: 'disk full 666', leftOut: 662 }],
    ['info', 'still here', undefined],
  ])
})

test('another message, another level and the next minute are counted separately', () => {
  const { lines, log, pass } = limited()
  for (let i = 0; i < 6; i++) {
    log.error('one', {})
    log.error('two', {})
    log.warn('one', {})
  }
  expect(lines).toHaveLength(15)
  pass(60_000)
  log.error('one', {})
  expect(lines.slice(15)).toEqual([
    ['error', 'one', { leftOut: 1 }],
    ['error', 'two', { leftOut: 1 }],
    ['warn', 'one', { leftOut: 1 }],
    ['error', 'one', {}],
  ])
})

test('a line that an operator must see once, such as the start, is never left out', () => {
  const { lines, log } = limited()
  for (let i = 0; i < 20; i++) log.info('a line')
  expect(lines).toHaveLength(20)
})
