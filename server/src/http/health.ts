import type { FastifyInstance } from 'fastify'

/** The result of the server's checks of its dependencies. */
export interface Readiness {
  isReady: boolean
  /** Everything that trading needs works; a chain or the signer may be missing. */
  isHealthy: boolean
  /** Names of the failed checks. */
  wrong: readonly string[]
  /** By name: `ok`, or the fault. */
  checks: Readonly<Record<string, string>>
  /** Age of the newest tick; null before the first. */
  tickAgeMs: number | null
  /** The machine's clock minus the house's time; they may differ while orders are open. */
  ownTimeMs: number
}

export interface Health {
  /** Never throws; answers within two seconds. */
  readiness(): Promise<Readiness>
}

/**
 * Answers supervisors and load balancers: `/livez` while the process answers at all, `/healthz` while it can trade, and
 * `/readyz` while nothing is wrong. The answers name no address, path or person.
 */
export function serveHealth(server: FastifyInstance, { readiness }: Health): void {
  server.get('/livez', (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true }))
  server.get('/healthz', async (_request, reply) => {
    const { isHealthy } = await readiness()
    return reply
      .code(isHealthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ healthy: isHealthy })
  })
  server.get('/readyz', async (_request, reply) => {
    const { isReady, wrong, checks, tickAgeMs, ownTimeMs } = await readiness()
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready: isReady, wrong, checks, tickAgeMs, ownTimeMs })
  })
}
