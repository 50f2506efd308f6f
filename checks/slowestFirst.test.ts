import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SLOWEST } from './slowestFirst.ts'
import { root } from './tool.ts'

test('the files that start first exist', () => {
  expect(SLOWEST.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
