import { dayOfName } from '@tickmark/core/market/simulated/prices'
import { RECORD_PATH } from '@tickmark/wire/logFiles'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/pool.ts'
import { networkOf } from '../http/calls/cookies.ts'
import { Refused } from '../http/calls/refused.ts'
import { filesAtOnce } from '../market/log/filesAtOnce.ts'
import { publicFiles, type LogServer } from '../market/log/serveLog.ts'
import { fileOf } from './buildDay.ts'
import { itemOf, MOST_DAYS } from './dayItem.ts'
import { loggedDays, readDay } from './store.ts'

/** Day files sent at once: each reads the database as fast as its reader takes it. */
const MOST_FILES = 8

/** Serves the lines of each logged day as one file, and the index of the days. */
export function serveRecord(server: FastifyInstance, { db, ...log }: LogServer): void {
  const open = publicFiles(server, log)
  open(RECORD_PATH, async () => {
    const days = (await loggedDays(db, MOST_DAYS)).map(itemOf)
    return { type: 'application/json; charset=utf-8', maxAge: 60, body: JSON.stringify({ days }) }
  })
  const openFile = filesAtOnce(MOST_FILES, log.api.clock)
  open(`${RECORD_PATH}/:day`, async (request) => {
    const { day } = request.params as { day: string }
    const body = await openFile(networkOf(request), () => linesOf(db, day))
    return { type: 'application/x-ndjson; charset=utf-8', maxAge: null, body }
  })
}

async function linesOf(db: Db, day: string): Promise<AsyncGenerator<Buffer>> {
  const found = dayOfName(day) === null ? null : await readDay(db, day)
  if (!found || found.logSeq === null) throw new Refused('not_found')
  return fileOf(db, day)
}
