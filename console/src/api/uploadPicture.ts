import { CallFailed } from '@tickmark/client/callFailed.ts'
import { upload } from '@tickmark/client/upload.ts'
import { encodeInput } from '@tickmark/wire/legacy/codec'
import { OPERATOR_ROUTES } from '@tickmark/wire/routes/operators/all'
import { shownLanguage, t } from '../i18n/i18n.ts'
import type { Reply } from './api.ts'

/** Sends a picture for chat or content. Throws `CallFailed` with a message that is ready to show. */
export async function uploadPicture(picture: File): Promise<Reply<'consoleUpload'>> {
  const networkFailureText = () => t('shell:noAnswer')
  const claims = encodeInput('consoleUpload', { language: shownLanguage.get() }) as Record<string, string>
  // A file without a type would be sent without one; with a type, the server itself says that it is no picture.
  const typed = picture.type === '' ? new File([picture], picture.name, { type: 'image/png' }) : picture
  if (typed.size === 0) throw new CallFailed('picture_invalid', 0, t('content:emptyFile'))
  return upload(OPERATOR_ROUTES.consoleUpload, typed, { claims, networkFailureText }, {})
}
