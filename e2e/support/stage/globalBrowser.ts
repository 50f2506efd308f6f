import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { QUIET_BROWSER } from './flags.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string
  }
}

/** One browser for all journeys of a run; each test opens its own context. */
export default async function globalBrowser(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
  const server = await chromium.launchServer({ executablePath, args: QUIET_BROWSER })
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}
