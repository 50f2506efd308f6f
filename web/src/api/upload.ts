import { CallFailed } from '@tickmark/client/callFailed.ts'
import { upload as send, type UploadOptions } from '@tickmark/client/upload.ts'
import { encodeInput } from '@tickmark/wire/legacy/codec'
import { ROUTES } from '@tickmark/wire/routes/all'
import { t } from '../i18n/i18n.ts'
import type { Given, Reply } from './api.ts'
import { sessionNow } from '../session/session.ts'
import { onFailure } from './failures.ts'

/** Sends a picture. Throws `CallFailed` with a message that is ready to show, and shows nothing itself. */
export function upload(picture: Blob, options: UploadOptions = {}): Promise<Reply<'upload'>> {
  return sendTo('upload', {}, picture, options)
}

/** Sends a picture of a loan's application. Throws like `upload`. */
export function uploadForLoan(
  input: Given<'loanUpload'>,
  picture: Blob,
  options: UploadOptions = {},
): Promise<Reply<'loanUpload'>> {
  return sendTo('loanUpload', input, picture, options)
}

async function sendTo<N extends 'upload' | 'loanUpload'>(
  name: N,
  input: Given<N>,
  picture: Blob,
  options: UploadOptions,
): Promise<Reply<N>> {
  const { address, book, language } = sessionNow()
  const given = { ...input, language, book: String(book), ...(address !== null && { address }) }
  const claims = encodeInput(name, given) as Record<string, string>
  try {
    const networkFailureText = () => t('shell:networkFailure')
    return await send<Reply<N>>(ROUTES[name], picture, { claims, networkFailureText }, options)
  } catch (failure) {
    if (failure instanceof CallFailed) onFailure(failure, { changes: false, isShown: false })
    throw failure
  }
}
