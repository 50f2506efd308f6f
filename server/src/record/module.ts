import { DAY_MS } from '@tickmark/core/days'
import type { Incident } from '@tickmark/wire/routes/operators/overview'
import { recordRoutes } from '@tickmark/wire/routes/record'
import { routesOf } from '../http/calls/mount.ts'
import type { Market } from '../market/market.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { collectRecords } from './buildDay.ts'
import { daysWithoutRecord } from './daysWithoutRecord.ts'
import { createKeeping } from './keepRecord.ts'
import { recordAnswers } from './routes.ts'
import type { Reader } from '../db/pool.ts'
import { firstEntryAt, lastDay } from './store.ts'
import { serveRecord } from './serveRecord.ts'
import { createToday } from './todayFigures.ts'

/** The house's record of each day. Open it before the market starts, because its roots are logged before a tick. */
export function openRecord({ database, clock, log }: Runtime, { market }: { market: Market }): Module {
  const { db } = database
  const stop = new AbortController()
  const keep = createKeeping({ db, log, isWriting: market.isWriting, signal: stop.signal })
  market.beforeTick(collectRecords)
  market.onTick(({ atMs }) => keep(atMs))
  return {
    name: 'record',
    routes: [routesOf(recordRoutes, recordAnswers(db, createToday(db, clock)))],
    consolePart: { incidents: (reader, nowMs) => missingRecords(reader, nowMs) },
    preClose: () => {
      stop.abort()
      return Promise.resolve()
    },
    plugin: (server, api) => serveRecord(server, { db, market, api }),
  }
}

/** Past days since the newest record that lack theirs. */
async function missingRecords(reader: Reader, nowMs: number): Promise<Incident[]> {
  const newest = await lastDay(reader)
  const firstMs = newest === null ? await firstEntryAt(reader) : Date.parse(`${newest}T00:00:00Z`) + DAY_MS
  const missing = firstMs === null ? null : daysWithoutRecord(firstMs, nowMs)
  if (missing === null) return []
  const { day, count, since } = missing
  const detail = `${count} ${count === 1 ? 'day has' : 'days have'} no record`
  return [{ kind: 'recordMissing', since, until: null, where: day, detail, affected: null }]
}
