import fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Readiness, serveHealth } from './health.ts'

const READY: Readiness = {
  isReady: true,
  isHealthy: true,
  wrong: [],
  checks: { database: 'ok' },
  tickAgeMs: 5,
  ownTimeMs: 0,
}

test.each<[what: string, change: Partial<Readiness>, codes: number[]]>([
  ['all is well', {}, [200, 200, 200]],
  ['a chain is away', { isReady: false, wrong: ['chain'] }, [200, 200, 503]],
  ['it cannot trade', { isReady: false, isHealthy: false, wrong: ['database'] }, [200, 503, 503]],
])('while %s, supervisors are told so, and no answer is kept', async (_what, change, codes) => {
  const server = fastify()
  const readiness = { ...READY, ...change }
  serveHealth(server, { readiness: () => Promise.resolve(readiness) })
  const answers = await Promise.all(['/livez', '/healthz', '/readyz'].map((path) => server.inject(path)))
  await server.close()
  expect(answers.map((one) => one.statusCode)).toEqual(codes)
  expect(answers.map((one) => one.headers['cache-control'])).toEqual(Array(3).fill('no-store'))
  const { isReady, isHealthy, ...rest } = readiness
  expect(answers.map((one) => one.json<unknown>())).toEqual([
    { alive: true },
    { healthy: isHealthy },
    { ready: isReady, ...rest },
  ])
})
