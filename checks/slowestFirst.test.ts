import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVERYDAY, REPEATING } from './parts.ts'
import { SLOWEST } from './slowestFirst.ts'
import { root } from './tool.ts'

test('the files that start first and the everyday journeys exist', () => {
  expect([...SLOWEST, ...EVERYDAY, ...REPEATING].filter((path) => !existsSync(join(root, path)))).toEqual([])
})
