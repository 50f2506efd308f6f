import { DAY_MS, HOUR_MS } from '@tickmark/core/days'
import { operatorMediaRoutes } from '@tickmark/wire/routes/operators/media'
import { mediaRoutes } from '@tickmark/wire/routes/media'
import { routesOf } from '../http/calls/mount.ts'
import { messageOf } from '../platform/log.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { createRedrawing, type Redrawing } from './redrawing.ts'
import { mediaOperatorAnswers } from './operatorRoutes.ts'
import { mediaAnswers, serveFiles } from './routes.ts'
import { deleteUnbound } from './store.ts'

/** How long an unbound upload is kept, and how often such uploads are deleted. */
const UNBOUND_LIFE_MS = DAY_MS
const SWEEP_MS = HOUR_MS

interface Media {
  module: Module
  /** For modules that keep pictures of their own: all of them share its queue. */
  redrawing: Redrawing
}

/** Pictures. The first sweep runs at once, to delete what an earlier server left behind. */
export function openMedia(runtime: Pick<Runtime, 'database' | 'clock' | 'log'>): Media {
  const { clock, log } = runtime
  const { db } = runtime.database
  const redrawing = createRedrawing(log)
  let cancel = () => {}
  let isStopped = false
  let sweeping = Promise.resolve()
  const sweep = async () => {
    try {
      const removed = await deleteUnbound(db, clock.nowMs() - UNBOUND_LIFE_MS)
      if (removed > 0) log.info('deleted unbound pictures', { removed })
    } catch (thrown) {
      log.warn('unbound pictures were not deleted', { reason: messageOf(thrown) })
    }
    if (!isStopped) cancel = clock.at(clock.nowMs() + SWEEP_MS, () => void (sweeping = sweep()))
  }
  const module: Module = {
    name: 'media',
    routes: [routesOf(mediaRoutes, mediaAnswers({ db, redrawing }))],
    operatorRoutes: [routesOf(operatorMediaRoutes, mediaOperatorAnswers({ db, redrawing }))],
    plugin: (server, api) => serveFiles(server, db, api),
    async onReady() {
      sweeping = sweep()
    },
    async onClose() {
      isStopped = true
      cancel()
      redrawing.stop()
      await sweeping
    },
  }
  return { module, redrawing }
}
