import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'
import { root } from './tool.ts'

// A dishonest house could leave a request unanswered: without a deadline, one such request stops the watch for good.

const WATCH = 'web/src/watch/'
const ASKS = /(?<![\w.])(call|fetch)\(|await loadConfig\(\)/

test('every request of the watch over the house has a deadline', () => {
  const own = listFiles().filter((file) => file.startsWith(WATCH) && !/\.(test|testing)\.ts$/.test(file))
  const asking = own.filter((file) => ASKS.test(readFileSync(join(root, file), 'utf8')))
  expect(asking).toEqual([`${WATCH}asking/askHouse.ts`])
})

test.each(["await call('getLog', {})", 'void fetch(path)', 'await loadConfig()'])(
  'the rule would notice %s',
  (source) => expect(ASKS.test(source)).toBe(true),
)
