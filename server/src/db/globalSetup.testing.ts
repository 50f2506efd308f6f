import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { messageOf, silentLog } from '../platform/log.ts'
import { createTemplate } from './database.testing.ts'
import { startOrAdoptEmbedded } from './embedded/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of the server shared by all test files. */
    databaseUrl: string
    /** Why no database could be made from our migrations; '' on success. */
    templateProblem: string
  }
}

/** Most tests do not need durability; those that do start their own servers. */
const faster = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Each worker's servers and pools take some dozens.
  max_connections: String(50 + 75 * availableParallelism()),
  wal_level: 'minimal',
  max_wal_senders: '0',
}

interface Shared {
  adminUrl: string
  /** Why no database could be made from our migrations; '' on success. */
  problem: string
  stop(): Promise<void>
}

/** Each kind of test has its own copy of this setup file; all share one server. */
const place = globalThis as { tickmarkTestDatabase?: { users: number; server: Promise<Shared> } }

/** Starts one database server for the whole run, with a migrated template database, and ends it after its last user. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (place.tickmarkTestDatabase ??= { users: 0, server: startShared() })
  shared.users++
  const { adminUrl, problem, stop } = await shared.server
  project.provide('databaseUrl', adminUrl)
  project.provide('templateProblem', problem)
  return async () => {
    if (--shared.users > 0) return
    delete place.tickmarkTestDatabase
    await stop()
  }
}

async function startShared(): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-test-'))
  chmodSync(folder, 0o711) // the database's account must enter it when root runs the tests
  const server = await startOrAdoptEmbedded(join(folder, 'data'), silentLog(), faster)
  let problem = ''
  try {
    await createTemplate(server.adminUrl)
  } catch (thrown) {
    problem = messageOf(thrown)
  }
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { adminUrl: server.adminUrl, problem, stop }
}
