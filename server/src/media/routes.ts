import { permits } from '@tickmark/wire/permissions'
import type { mediaRoutes } from '@tickmark/wire/routes/media'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import type { Reader } from '../db/pool.ts'
import { type Answers, type Operator, type User, userOf } from '../http/calls/context.ts'
import { networkOf } from '../http/calls/cookies.ts'
import { operatorSessionOf } from '../http/calls/operatorSession.ts'
import { type ApiContext, refuse, sessionOfRequest } from '../http/calls/mount.ts'
import { Refused, tooMany } from '../http/calls/refused.ts'
import { type FileStanding, findStanding, readContent, readPublic } from './store.ts'
import { takeUpload, type UploadDeps } from './upload.ts'

/** The answer to a user's upload. */
export function mediaAnswers(deps: UploadDeps): Answers<typeof mediaRoutes> {
  return {
    upload: (_input, context) =>
      takeUpload(deps, {
        owner: { user: userOf(context).id },
        picture: context.picture,
        nowMs: context.nowMs,
      }),
  }
}

/** Serves the pictures. They are bytes, not calls of the route table, but a refusal has the same shape. */
export function serveFiles(server: FastifyInstance, reader: Reader, api: ApiContext): void {
  const open = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer>) =>
    server.get<{ Params: { id: string } }>(path, async (request, reply) => {
      try {
        const content = await answer(request, reply)
        reply.type('image/jpeg').send(content)
      } catch (thrown) {
        refuse(api, reply, thrown, { language: DEFAULT_LANGUAGE, sealed: false })
      }
      return reply
    })
  const serve = async (
    reply: FastifyReply,
    id: string,
    mayRead: ((file: FileStanding) => boolean) | null,
  ) => {
    const standing = mayRead && (await findStanding(reader, id))
    const content = standing && mayRead(standing) ? await readContent(reader, id) : null
    if (!content) throw new Refused('not_found')
    reply.headers(PRIVATE)
    return content
  }
  open('/api/files/:id', async (request, reply) => {
    const user = (await sessionOfRequest(api, request, api.clock.nowMs()))?.user ?? null
    checkReads(api, user ? `user ${user.id}` : networkOf(request))
    return serve(reply, idOf(request), user && ((file) => isOf(user, file)))
  })
  open('/api/console/files/:id', async (request, reply) => {
    const session = await operatorSessionOf(api, request, api.clock.nowMs())
    const operator = session?.state === 'open' ? session.operator : null
    checkReads(api, operator ? `operator ${operator.address}` : networkOf(request))
    return serve(reply, idOf(request), operator && ((file) => isFor(operator, file)))
  })
  open('/media/:id.jpg', async (request, reply) => {
    checkReads(api, networkOf(request))
    const content = await readPublic(reader, idOf(request))
    if (!content) throw new Refused('not_found')
    reply.headers(PUBLIC)
    return content
  })
}

const PRIVATE = {
  'cache-control': 'private, max-age=3600',
  'content-disposition': 'attachment; filename="picture.jpg"',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
}
const PUBLIC = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
}

/** Pictures have their own rate limit, so that a page full of them does not use up the limit of its calls. */
function checkReads(api: ApiContext, who: string): void {
  const waitMs = api.limiter.take('read', `picture ${who}`, api.clock.nowMs())
  if (waitMs > 0) throw tooMany(waitMs)
}

function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new Refused('not_found')
  return id
}

/** Its owner, and the user it was sent to. */
function isOf({ id }: User, file: FileStanding): boolean {
  return file.ownerUser === id || file.sharedWith === id
}

/**
 * The operator who sent it. Once sent, a chat's picture is also for operators who answer, and any other picture also for editors.
 */
function isFor({ address, roles }: Operator, file: FileStanding): boolean {
  if (file.ownerOperator === address) return true
  const isOfChat = file.ownerUser !== null || file.sharedWith !== null
  return file.bound && permits(roles, isOfChat ? 'answerChat' : 'sendPictures')
}
