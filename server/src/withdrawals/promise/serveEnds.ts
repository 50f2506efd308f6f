import { WITHDRAWAL_PATH } from '@tickmark/wire/logFiles'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../http/calls/refused.ts'
import { segmentOf } from '../../market/log/proof.ts'
import { publicFiles, type LogServer } from '../../market/log/serveLog.ts'
import { endSeq } from './endStore.ts'

/**
 * Serves the log's entry that tells how a promised withdrawal ended, or its newest entry while none does, with the proof under the
 * newest head: as `getLog` answers.
 */
export function serveEnds(server: FastifyInstance, log: LogServer): void {
  const { db, market } = log
  publicFiles(server, log)(`${WITHDRAWAL_PATH}/:number`, async (request) => {
    const { number } = request.params as { number: string }
    const head = market.head()
    const ended = /^[1-9]\d{0,14}$/.test(number) ? await endSeq(db, Number(number)) : undefined
    if (!head || ended === undefined) throw new Refused('not_found')
    const seq = ended !== null && ended <= head.size ? ended : head.size
    const segment = await segmentOf(db, { from: seq, to: seq }, head.size)
    const body = JSON.stringify({ ...segment, checkpoint: head.note })
    return { type: 'application/json; charset=utf-8', maxAge: 1, body }
  })
}
