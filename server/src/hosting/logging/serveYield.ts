import { dayOfName } from '@tickmark/core/market/simulated/prices'
import { YIELD_PATH } from '@tickmark/wire/logFiles'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../../http/calls/cookies.ts'
import { Refused } from '../../http/calls/refused.ts'
import { filesAtOnce } from '../../market/log/filesAtOnce.ts'
import { publicFiles, type LogServer } from '../../market/log/serveLog.ts'
import { yieldEntry } from './collectYields.ts'
import { dayFile, type DayFileDeps } from './dayFile.ts'
import { closedDay, closedDays } from '../dayStore.ts'

const MOST_DAYS = 400
/** Files sent at once: each reads the database as fast as its reader takes it. */
const MOST_FILES = 8

/** Serves the evidence of each closed day of the arbitrage programme as one file, and the index of the days. */
export function serveYield(server: FastifyInstance, log: DayFileDeps & LogServer): void {
  const open = publicFiles(server, log)
  const type = 'application/json; charset=utf-8'
  open(YIELD_PATH, async () => {
    const closed = await closedDays(log.db, MOST_DAYS + 1)
    const days = closed
      .slice(0, MOST_DAYS)
      .flatMap((one, i) =>
        one.logSeq === null ? [] : [{ seq: one.logSeq, ...yieldEntry(one, closed[i + 1]?.logSeq ?? 0) }],
      )
    return { type, maxAge: 60, body: JSON.stringify({ days: days.map(({ kind: _kind, ...rest }) => rest) }) }
  })
  const openFile = filesAtOnce(MOST_FILES, log.api.clock)
  open(`${YIELD_PATH}/:day`, async (request) => {
    const { day } = request.params as { day: string }
    return { type, maxAge: 60, body: await openFile(networkOf(request), () => textOf(day, log)) }
  })
}

async function textOf(day: string, deps: DayFileDeps): Promise<AsyncGenerator<string>> {
  const number = dayOfName(day)
  const found = number === null ? null : await closedDay(deps.db, number)
  const pieces = found && (await dayFile(found, deps))
  if (!pieces) throw new Refused('not_found')
  return pieces
}
