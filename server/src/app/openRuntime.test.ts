import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { commandToEmpty } from './openRuntime.ts'

const config = loadConfig({ DATA_DIR: '/tmp/tickmark', DATABASE_URL: 'postgres://one@db.example/one' })
const tables = `psql "$DATABASE_URL" -c 'drop schema public cascade' -c 'create schema public'`

test.each([
  ['the built-in database', { ...config, databaseUrl: null }, `rm -r '/tmp/tickmark'`],
  ['a database of one’s own', config, `${tables} && rm -r '/tmp/tickmark'`],
  ['a live server, whose keys stay', { ...config, mode: 'live' as const }, tables],
])('the command that empties %s', (_, given, command) => {
  expect(commandToEmpty(given)).toBe(command)
})
