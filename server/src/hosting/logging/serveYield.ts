import { dayName, dayOfName } from '@tickmark/core/market/simulated/prices'
import { YIELD_PATH } from '@tickmark/wire/logFiles'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../http/calls/refused.ts'
import { publicFiles, type LogServer } from '../../market/log/serveLog.ts'
import { yieldEntry } from './collectYields.ts'
import { dayFile, type DayFileDeps } from './dayFile.ts'
import { closedDay, closedDays } from '../dayStore.ts'

const MOST_DAYS = 400
/** Files that are made at once: each reads a day's lines. */
const MOST_FILES = 2
/** Files that are kept in memory, of the days that were asked for last. */
const KEPT_FILES = 4

/** Serves what decided each closed day of the arbitrage programme as one file, and the index of the days. */
export function serveYield(server: FastifyInstance, log: DayFileDeps & LogServer): void {
  const open = publicFiles(server, log)
  const type = 'application/json; charset=utf-8'
  open(YIELD_PATH, async () => {
    const closed = await closedDays(log.db, MOST_DAYS)
    const days = closed.flatMap((one) =>
      one.logSeq === null ? [] : [{ seq: one.logSeq, ...yieldEntry(one) }],
    )
    return { type, maxAge: 60, body: JSON.stringify({ days: days.map(({ kind: _kind, ...rest }) => rest) }) }
  })
  const files = new Map<string, string>()
  let underWay = 0
  open(`${YIELD_PATH}/:day`, async (request) => {
    const { day } = request.params as { day: string }
    const kept = files.get(day)
    if (kept !== undefined) return { type, maxAge: 60, body: kept }
    if (underWay >= MOST_FILES) throw new Refused('busy')
    underWay++
    try {
      const { body, isLasting } = await fileText(day, log)
      if (isLasting) keep(files, day, body)
      return { type, maxAge: 60, body }
    } finally {
      underWay--
    }
  })
}

/** A day's file; one that has the day's reveal stays as it is. */
async function fileText(day: string, deps: DayFileDeps): Promise<{ body: string; isLasting: boolean }> {
  const number = dayOfName(day)
  const found = number === null ? null : await closedDay(deps.db, number)
  const file = found && (await dayFile(found, deps))
  if (!file) throw new Refused('not_found')
  const isLasting = file.segments.some(({ bodies }) => {
    return bodies.some((text) => text.includes(`"day":"${dayName(found.day)}","kind":"reveal"`))
  })
  return { body: JSON.stringify(file), isLasting }
}

function keep(files: Map<string, string>, day: string, text: string): void {
  const [oldest] = files.keys()
  if (files.size >= KEPT_FILES && oldest !== undefined) files.delete(oldest)
  files.set(day, text)
}
