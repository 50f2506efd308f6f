import * as z from 'zod/mini'
import { route } from '../call.ts'
import { uuid } from '../fields.ts'

/** Picture uploads of users. The pictures themselves are served as bytes, outside the calls. */
export const mediaRoutes = {
  upload: route({
    method: 'POST',
    path: '/api/upload',
    summary:
      'Takes a picture, JPG or PNG of at most 6,291,456 bytes, as the bare body. It is drawn anew without its metadata, at most 1,024 px on its longer side.',
    who: 'user',
    picture: true,
    rate: 'upload',
    reply: z.object({ id: uuid, url: z.string(), width: z.int(), height: z.int() }),
    refusals: ['picture_invalid', 'picture_too_large'],
  }),
}
