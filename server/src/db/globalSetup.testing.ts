import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { messageOf, silentLog } from '../platform/log.ts'
import { createTemplate } from './database.testing.ts'
import { startOrAdoptEmbedded } from './embedded/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of the server that all test files share. */
    databaseUrl: string
    /** Why no database could be made from our migrations; '' when it could. */
    templateProblem: string
  }
}

/** Durability is not what most tests are about; those about it start servers of their own. */
const faster = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** Starts one database server for the whole run, with a migrated database to copy, and ends it afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-test-'))
  chmodSync(folder, 0o711) // the database's account has to pass it when root runs the tests
  const server = await startOrAdoptEmbedded(join(folder, 'data'), silentLog(), faster)
  let problem = ''
  try {
    await createTemplate(server.adminUrl)
  } catch (thrown) {
    problem = messageOf(thrown)
  }
  project.provide('databaseUrl', server.adminUrl)
  project.provide('templateProblem', problem)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
