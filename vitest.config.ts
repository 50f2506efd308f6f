import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const globalSetup = ['server/src/db/globalSetup.testing.ts']
const exclude = ['**/node_modules/**', '**/dist/**', '.tools/**', '.data/**']

/** Facts in, facts out: no database, no browser. */
const rules: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'rules', include: ['*.test.ts', '{checks,core,wire,web,verify}/**/*.test.ts'], exclude },
}

/** On a real PostgreSQL that all files of a run share; see `createTestDatabase`. */
const server: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'server', include: ['{server,bench}/**/*.test.ts'], exclude, globalSetup },
}

/** The whole product in a real browser. */
const browser: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'browser',
    include: ['e2e/**/*.test.ts'],
    exclude,
    globalSetup,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}

export default defineConfig({
  test: {
    projects: [rules, server, browser],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
