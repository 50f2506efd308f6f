import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string
  }
}

/** Flags for a browser without a desktop, an account or a way out. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** One browser for all journeys of a run; each test opens a context of its own. */
export default async function globalBrowser(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const server = await chromium.launchServer({ executablePath, args: FLAGS })
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}
