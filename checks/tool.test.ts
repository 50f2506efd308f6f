import { expect, test } from 'vitest'
import { codeOf } from './tool.ts'

test.each([
  ['it ended well', null, 0],
  ['it ended with 2', { code: 2 }, 2],
  ['a signal ended it', { code: undefined, signal: 'SIGKILL' }, 1],
  ['a signal ended it, as Node tells', { code: null, signal: 'SIGKILL' }, 1],
  ['it said too much', { code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' }, 1],
  ['it could not be started', { code: 'ENOENT' }, 1],
])('a tool succeeded only when it ended with 0: %s', (_, error, code) => {
  expect(codeOf(error)).toBe(code)
})
