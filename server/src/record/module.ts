import { recordRoutes } from '@tickmark/wire/routes/record'
import { routesOf } from '../http/calls/mount.ts'
import type { Market } from '../market/market.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { collectRecords } from './buildDay.ts'
import { createKeeping } from './keepRecord.ts'
import { recordAnswers } from './routes.ts'
import { serveRecord } from './serveRecord.ts'
import { createToday } from './todayFigures.ts'

/** The house's record of each day. Open it before the market starts, as its roots are logged before a tick. */
export function openRecord({ database, clock, log }: Runtime, { market }: { market: Market }): Module {
  const { db } = database
  const stop = new AbortController()
  const keep = createKeeping({ db, log, isWriting: market.isWriting, signal: stop.signal })
  market.beforeTick(collectRecords)
  market.onTick(({ atMs }) => keep(atMs))
  return {
    name: 'record',
    routes: [routesOf(recordRoutes, recordAnswers(db, createToday(db, clock)))],
    preClose: () => {
      stop.abort()
      return Promise.resolve()
    },
    plugin: (server, api) => serveRecord(server, { db, market, api }),
  }
}
