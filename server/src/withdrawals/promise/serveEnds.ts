import { WITHDRAWAL_PATH } from '@tickmark/wire/logFiles'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../http/calls/refused.ts'
import { publicFiles, type LogServer } from '../../market/log/serveLog.ts'
import { segmentOfEnd } from './segmentOfEnd.ts'

/**
 * Serves the log's entry that tells how a promised withdrawal ended, or its newest entry while none does, with the proof under the
 * newest head: as `getLog` answers.
 */
export function serveEnds(server: FastifyInstance, log: LogServer): void {
  const { db, market } = log
  publicFiles(server, log)(`${WITHDRAWAL_PATH}/:number`, async (request) => {
    const { number } = request.params as { number: string }
    const head = market.head()
    const isNumber = /^[1-9]\d{0,14}$/.test(number)
    const segment = head && isNumber ? await segmentOfEnd(db, Number(number), head.size) : null
    if (!head || !segment) throw new Refused('not_found')
    const body = JSON.stringify({ ...segment, checkpoint: head.note })
    return { type: 'application/json; charset=utf-8', maxAge: 1, body }
  })
}
