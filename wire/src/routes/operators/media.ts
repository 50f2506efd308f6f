import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { uuid } from '../../fields.ts'

/** Picture uploads of operators. */
export const operatorMediaRoutes = {
  consoleUpload: route({
    method: 'POST',
    path: '/api/console/upload',
    summary: 'Takes a picture for content or chat, as `upload` does.',
    who: 'operator',
    may: 'sendPictures',
    picture: true,
    rate: 'upload',
    reply: z.object({ id: uuid, url: z.string(), width: z.int(), height: z.int() }),
    refusals: ['picture_invalid', 'picture_too_large'],
  }),
}
