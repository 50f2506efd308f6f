import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { TestSequencer } from 'vitest/node'
import { EVERYDAY, REPEATING } from './checks/parts.ts'
import { memoryFolder } from './checks/memoryFolder.ts'
import { SlowestFirst } from './checks/slowestFirst.ts'
import places from './run/testPlaces.json' with { type: 'json' }

// Workers, their servers and the browser inherit it.
const folder = memoryFolder()
if (folder !== null) process.env['TMPDIR'] ??= folder

const isLong = process.env['TICKMARK_LONG'] === '1'
const globalSetup = ['server/src/db/globalSetup.testing.ts']
const exclude = [
  '**/node_modules/**',
  '**/dist/**',
  '.tools/**',
  '.data/**',
  ...(isLong ? [] : ['**/*.long.test.ts']),
]

/** Which part of the tests runs: those of `npm test`, those that it leaves out, or all. */
const part = process.env['TICKMARK_PART'] ?? 'all'

/** The files of a kind without a browser that run in this part. */
function filesOf(...places: string[]): { include: string[]; exclude: string[] } {
  const repeating = REPEATING.filter((file) => places.some((place) => file.startsWith(`${place}/`)))
  if (part === 'more') return { include: repeating, exclude }
  return {
    include: places.map((place) => `${place}/**/*.test.{ts,tsx}`),
    exclude: part === 'everyday' ? [...exclude, ...repeating] : exclude,
  }
}

/** Node runs our TypeScript itself: nothing is translated for tests that need neither JSX nor a bundler. */
const experimental = { viteModuleRunner: false }

/** Checks that do not run the product: types, lint, modules, our own rules. */
const checks: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'checks', include: ['tidy.test.ts', 'checks/**/*.test.ts'], exclude },
}

/** Pure functions: no database, no browser, and no state that one file could leave to the next. */
const rules: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'rules',
    ...filesOf(...places.rules),
    isolate: false,
  },
}

/** Tests on a real PostgreSQL that all files of a run share; see `createTestDatabase`. */
const server: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'server',
    ...filesOf(...places.server),
    globalSetup,
    isolate: false,
    experimental,
  },
}

/** The whole product over HTTP: attacks, kills, and an audit of the books afterwards. */
const safety: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'safety',
    ...filesOf('e2e/safety'),
    globalSetup,
    isolate: false,
    experimental,
  },
}

/** The whole product in a real browser. */
const browser: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'browser',
    include: part === 'everyday' ? [...EVERYDAY] : ['e2e/journeys/**/*.test.ts', 'e2e/*.test.ts'],
    exclude: part === 'more' ? [...exclude, ...EVERYDAY] : exclude,
    globalSetup: [...globalSetup, 'e2e/support/stage/globalBrowser.ts'],
    isolate: false,
    experimental,
  },
}

/**
 * Timeouts only end tests that hang. They are about ten times the usual duration, so that a busy machine fails no test.
 * A poll outlasts a browser's action (60 s in `contextPool`): one that waits for what has just gone is tried again.
 */
export default defineConfig({
  test: {
    projects: [checks, rules, server, safety, browser],
    provide: { isLong },
    environment: 'node',
    pool: 'forks',
    maxWorkers: availableParallelism(),
    sequence: { sequencer: SlowestFirst as unknown as new () => TestSequencer },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 150_000 } },
  },
})
