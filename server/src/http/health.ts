import type { FastifyInstance } from 'fastify'

/** What the server found when it looked at what it needs. */
export interface Readiness {
  isReady: boolean
  /** What trading needs is there; a chain or the signer may be missing. */
  isHealthy: boolean
  /** Names of what is wrong. */
  wrong: readonly string[]
  /** `ok`, or what is wrong, by name. */
  checks: Readonly<Record<string, string>>
  /** Age of the newest tick; null before the first. */
  tickAgeMs: number | null
  /** The machine's clock minus the house's time, which keeps its own line while orders are open. */
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
