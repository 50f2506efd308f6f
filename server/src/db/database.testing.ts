import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { silentLog } from '../platform/log.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './pool.ts'

/** A database for one test. */
export interface TestDatabase {
  url: string
  /** The same as a role that owns nothing, like the application's. */
  appUrl: string
  database: Database
  /** Closes the connections and drops the database. */
  close(): Promise<void>
}

/** How long a test's call waits for a connection: many queue at once, on a machine that may be busy. */
const PATIENCE_MS = 100_000

const templateName = 'tickmark_template'
/** Name and password of a role with the application's rights, and no more. */
const APP = 'tickmark_test'

/** A new empty database with all our tables: a copy of the migrated template, made in about 20 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const problem = inject('templateProblem')
  if (problem !== '') throw new Error(`the migrations do not run: ${problem}`)
  const made = await create(`template ${templateName}`)
  // A copy has the template's tables with their rights, and not the rights to the database itself.
  await asAdmin(made.url, `revoke temporary on database ${new URL(made.url).pathname.slice(1)} from public`)
  return made
}

/** A new database without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('')
}

/** Migrates the template database. */
export async function createTemplate(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, `create role ${APP} login password '${APP}'`)
  await asAdmin(adminUrl, `create database ${templateName}`)
  const database = openDatabase(urlOf(adminUrl, templateName), silentLog())
  try {
    await migrate(database, undefined, APP)
  } finally {
    await database.close()
  }
}

async function create(source: string): Promise<TestDatabase> {
  const adminUrl = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(adminUrl, `create database ${name} ${source} strategy file_copy`)
  const url = urlOf(adminUrl, name)
  const database = openDatabase(url, silentLog(), { patienceMs: PATIENCE_MS })
  const close = async () => {
    await database.close()
    await asAdmin(adminUrl, `drop database if exists ${name} with (force)`)
  }
  return { url, appUrl: appUrlOf(url), database, close }
}

function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

function appUrlOf(adminUrl: string): string {
  const url = new URL(adminUrl)
  Object.assign(url, { username: APP, password: APP })
  return url.href
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
