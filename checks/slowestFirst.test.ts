import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestSpecification } from 'vitest/node'
import { EVERYDAY, REPEATING } from './parts.ts'
import { SLOWEST, SlowestFirst } from './slowestFirst.ts'
import { root } from './tool.ts'

test('the files that start first and the everyday journeys exist', () => {
  expect([...SLOWEST, ...EVERYDAY, ...REPEATING].filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('slow files start first, then those that mostly wait, then the larger ones', async () => {
  const paths = [
    ['rules', 'core/src/money/rawUnits.test.ts'],
    ['rules', 'core/src/receipts/receiptCheck.test.ts'],
    ['checks', 'checks/lock.test.ts'],
    ['browser', 'e2e/journeys/contact/help.test.ts'],
    ['browser', 'e2e/journeys/trading/ordering.test.ts'],
    ['safety', 'e2e/safety/kills.test.ts'],
  ] as const
  const specs = paths.map(([name, path]) => ({ moduleId: join(root, path), project: { name } }))
  const { sort } = SlowestFirst()
  const sorted = await sort(specs as unknown as TestSpecification[])
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual(specs.toReversed().map(({ moduleId }) => moduleId))
})
