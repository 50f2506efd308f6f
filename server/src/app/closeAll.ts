import type { FastifyInstance } from 'fastify'
import type { LiveHub } from '../http/live/hub.ts'
import type { Module } from '../module/module.ts'

/** How long running calls may take to finish when the server stops. */
const STOP_PATIENCE_MS = 3_000

/**
 * Closing order: modules, which may still send last frames to pages; then sockets and calls; then what the calls used.
 */
export async function closeAll(
  server: FastifyInstance,
  hub: Pick<LiveHub, 'close'>,
  modules: readonly Pick<Module, 'preClose' | 'onClose'>[],
): Promise<void> {
  const hurry = setTimeout(() => server.server.closeAllConnections(), STOP_PATIENCE_MS)
  const reversed = modules.toReversed()
  for (const one of reversed) await one.preClose?.()
  hub.close()
  await server.close()
  clearTimeout(hurry)
  for (const one of reversed) await one.onClose?.()
}
