import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { TestSequencer } from 'vitest/node'
import { EVERYDAY } from './checks/journeys.ts'
import { memoryFolder } from './checks/memoryFolder.ts'
import { SlowestFirst } from './checks/slowestFirst.ts'

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
    include: ['{core,chainkit,texts,wire,ui,client,web,console,verify,witness,signer}/**/*.test.ts'],
    exclude,
    isolate: false,
  },
}

/** Tests on a real PostgreSQL that all files of a run share; see `createTestDatabase`. */
const server: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'server', include: ['{server,bench}/**/*.test.ts'], exclude, globalSetup, isolate: false },
}

/** The whole product over HTTP: attacks, kills, and an audit of the books afterwards. */
const safety: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'safety', include: ['e2e/safety/**/*.test.ts'], exclude, globalSetup },
}

/** The whole product in a real browser: all journeys, the everyday ones alone, or all but these. */
const journeys = process.env['TICKMARK_JOURNEYS'] ?? 'all'
const browser: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'browser',
    include: journeys === 'everyday' ? [...EVERYDAY] : ['e2e/journeys/**/*.test.ts', 'e2e/*.test.ts'],
    exclude: journeys === 'others' ? [...exclude, ...EVERYDAY] : exclude,
    globalSetup: [...globalSetup, 'e2e/support/globalBrowser.ts'],
    isolate: false,
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
