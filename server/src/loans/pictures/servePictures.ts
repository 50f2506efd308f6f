import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UUID_PATTERN } from '@tickmark/wire/fields'
import { DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import { transact } from '../../db/transact.ts'
import { type ApiContext, refuse, sessionOfRequest } from '../../http/calls/mount.ts'
import { Refused, tooMany } from '../../http/calls/refused.ts'
import { networkOf } from '../../http/calls/cookies.ts'
import type { LoanDeps } from '../ports.ts'
import { openPicture, ownLook } from '../records.ts'
import { findOwnPicture } from './pictureStore.ts'

/** Serves pictures to their owners alone. Answers are bytes, not calls of the route table, but refusals have the same shape. */
export function servePictures(
  server: FastifyInstance,
  deps: Pick<LoanDeps, 'db' | 'vault'>,
  api: ApiContext,
): void {
  server.get<{ Params: { id: string } }>('/api/loans/pictures/:id', async (request, reply) => {
    try {
      const { content, type } = await ownPicture(request, deps, api)
      reply.headers(HEADERS).header('content-disposition', `attachment; filename="picture.${type}"`)
      reply.type(`image/${type}`).send(content)
    } catch (thrown) {
      refuse(api, reply, thrown, { language: DEFAULT_LANGUAGE, sealed: false })
    }
    return reply
  })
}

/** Not even the browser keeps a copy. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
}

const ID = new RegExp(`^${UUID_PATTERN}$`)

/** Somebody else's picture gets the refusal of a missing one. */
async function ownPicture(
  request: FastifyRequest<{ Params: { id: string } }>,
  { db, vault }: Pick<LoanDeps, 'db' | 'vault'>,
  api: ApiContext,
): Promise<{ content: Buffer; type: 'jpeg' | 'png' }> {
  const nowMs = api.clock.nowMs()
  const user = (await sessionOfRequest(api, request, nowMs))?.user
  const waitMs = api.limiter.take(
    'read',
    user ? `picture user ${user.id}` : `picture ${networkOf(request)}`,
    nowMs,
  )
  if (waitMs > 0) throw tooMany(waitMs)
  const { id } = request.params
  if (!user || !ID.test(id)) throw new Refused('not_found')
  return transact(db, async (tx) => {
    const picture = await findOwnPicture(tx, user.id, id)
    const content = picture && (await openPicture(tx, vault, id, ownLook({ userId: user.id, nowMs })))
    if (!content) throw new Refused('not_found')
    return { content, type: picture.purpose === 'signature' ? 'png' : 'jpeg' }
  })
}
