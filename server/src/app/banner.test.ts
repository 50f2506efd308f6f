import { expect, test } from 'vitest'
import { banner } from './banner.ts'
import { loadConfig } from './config.ts'

const config = loadConfig({ DATA_DIR: '/srv/tickmark' })

test.each([
  ['inside DATA_DIR', ['/srv/tickmark', '/srv/tickmark/postgres'], false],
  ['of one’s own', ['/srv/tickmark'], false],
  ['outside DATA_DIR', ['/srv/tickmark', '/var/lib/tickmark/data-1'], true],
])('a database %s is named beside DATA_DIR when it is elsewhere', (_where, folders, isNamed) => {
  const text = banner(config, 'http://localhost:8080', folders, null)
  expect(text).toContain('data is kept in /srv/tickmark.')
  expect(text.includes('The database is in /var/lib/tickmark/data-1')).toBe(isNamed)
})

test('a sandbox’s link to the operators’ console is shown, and nothing in its place without one', () => {
  const link = 'http://localhost:8080/console/#link=abc'
  expect(banner(config, 'http://localhost:8080', [], link)).toContain(`once and within a day: ${link}\n`)
  expect(banner(config, 'http://localhost:8080', [], null)).not.toContain('console')
})
