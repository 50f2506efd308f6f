import { expect, test } from 'vitest'
import { jsonLog, messageOf } from './log.ts'

test('a line of the log is one object of JSON with its time, level and facts', () => {
  const lines: string[] = []
  const log = jsonLog(
    (line) => lines.push(line),
    () => 1_800_000_000_123,
  )
  log.info('begun', { port: 80, sum: 9_007_199_254_740_993n, none: null })
  log.warn('a "word"\nand more')
  log.error('over')
  expect(lines).toEqual([
    '{"at":"2027-01-15T08:00:00.123Z","level":"info","message":"begun","port":80,"sum":"9007199254740993","none":null}\n',
    '{"at":"2027-01-15T08:00:00.123Z","level":"warn","message":"a \\"word\\"\\nand more"}\n',
    '{"at":"2027-01-15T08:00:00.123Z","level":"error","message":"over"}\n',
  ])
})

test('whatever is thrown has a message', () => {
  expect([new TypeError('no'), 'no', 5, null].map(messageOf)).toEqual(['no', 'no', '5', 'null'])
})
