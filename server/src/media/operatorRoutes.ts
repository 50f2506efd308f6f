import type { operatorMediaRoutes } from '@tickmark/wire/routes/operators/media'
import { type Answers, operatorOf } from '../http/calls/context.ts'
import { takeUpload, type UploadDeps } from './upload.ts'

/** The answer to an operator's upload. */
export function mediaOperatorAnswers(deps: UploadDeps): Answers<typeof operatorMediaRoutes> {
  return {
    consoleUpload: (_input, context) =>
      takeUpload(deps, {
        owner: { operator: operatorOf(context).address },
        picture: context.picture,
        nowMs: context.nowMs,
      }),
  }
}
