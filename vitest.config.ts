import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const globalSetup = ['server/src/db/globalSetup.testing.ts']
const exclude = ['**/node_modules/**', '**/dist/**', '.tools/**', '.data/**']

/** What can be said without running the product: types, lint, modules, our own rules. */
const checks: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'checks', include: ['tidy.test.ts', 'checks/**/*.test.ts'], exclude, testTimeout: 180_000 },
}

/** Facts in, facts out: no database, no browser. */
const rules: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'rules',
    include: ['{core,chainkit,texts,wire,ui,client,web,verify,signer}/**/*.test.ts'],
    exclude,
  },
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
    globalSetup: [...globalSetup, 'e2e/support/globalBrowser.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A machine that is busy with something else now and then keeps a browser waiting beyond all patience.
    retry: 2,
  },
}

export default defineConfig({
  test: {
    projects: [checks, rules, server, browser],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
