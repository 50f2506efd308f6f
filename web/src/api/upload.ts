import { CallFailed } from '@tickmark/client/callFailed.ts'
import { upload as send, type UploadOptions } from '@tickmark/client/upload.ts'
import { ROUTES } from '@tickmark/wire/routes/all'
import { t } from '../i18n/i18n.ts'
import type { Reply } from './api.ts'
import { sessionNow } from '../session/session.ts'
import { onFailure } from './failures.ts'

/** Sends a picture. Throws `CallFailed` with a message that is ready to show, and shows nothing itself. */
export async function upload(picture: Blob, options: UploadOptions = {}): Promise<Reply<'upload'>> {
  const { address, language } = sessionNow()
  const claims = { language, ...(address !== null && { address }) }
  try {
    const networkFailureText = () => t('shell:networkFailure')
    return await send<Reply<'upload'>>(ROUTES.upload, picture, { claims, networkFailureText }, options)
  } catch (failure) {
    if (failure instanceof CallFailed) onFailure(failure, { changes: false, isShown: false })
    throw failure
  }
}
