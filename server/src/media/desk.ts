import type { deskContentRoutes } from '@tickmark/wire/routes/desk/content'
import { type Answers, operatorOf } from '../http/ask.ts'
import { takeUpload, type UploadDeps } from './upload.ts'

/** The answer to an operator's upload. */
export function deskUploadAnswers(deps: UploadDeps): Answers<Pick<typeof deskContentRoutes, 'deskUpload'>> {
  return {
    deskUpload: (_input, ask) =>
      takeUpload(deps, {
        owner: { operator: operatorOf(ask).address },
        picture: ask.picture,
        nowMs: ask.nowMs,
      }),
  }
}
