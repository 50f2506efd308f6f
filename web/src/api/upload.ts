import { ROUTES } from '@tickmark/wire/routes/all'
import * as z from 'zod/mini'
import { CallFailed, type Reply } from './api.ts'
import { t } from '../i18n/i18n.ts'
import { clearServerSession, sessionNow } from '../session/session.ts'

interface UploadOptions {
  /** Hears how much of it has left, 0 to 1. */
  onShare?: (share: number) => void
  signal?: AbortSignal
}

/** Sends a picture as the bare body of a request; throws `CallFailed` with a message that is ready to show. Shows nothing itself. */
export function upload(picture: Blob, { onShare, signal }: UploadOptions = {}): Promise<Reply<'upload'>> {
  const { address, language } = sessionNow()
  const claims = new URLSearchParams({ language, ...(address !== null && { address }) })
  // Of all that a browser has, this alone tells how far a body has gone.
  const request = new XMLHttpRequest()
  return new Promise<Reply<'upload'>>((resolve, reject) => {
    request.open('POST', `${ROUTES.upload.path}?${claims.toString()}`)
    request.setRequestHeader('x-app', '1')
    request.setRequestHeader('content-type', picture.type)
    request.upload.onprogress = ({ loaded, total }) => onShare?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer = readAnswer(request.responseText)
      if ('file' in answer) resolve(answer.file)
      else reject(answer.failure)
    }
    request.onerror = () => reject(networkFailure())
    request.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(picture)
  })
}

const answerShape = z.object({
  status: z.number(),
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
  code: z.optional(z.string()),
})

function readAnswer(text: string): { file: Reply<'upload'> } | { failure: CallFailed } {
  const answer = z.safeParse(answerShape, jsonOf(text))
  if (!answer.success) return { failure: networkFailure() }
  const { status, message, code = 'failed', data } = answer.data
  if (status !== 200) {
    if (code === 'sign_in_first' || code === 'wallet_changed') clearServerSession()
    return { failure: new CallFailed(code, status, message, data) }
  }
  const file = z.safeParse(ROUTES.upload.reply, data)
  return file.success ? { file: file.data } : { failure: networkFailure() }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function networkFailure(): CallFailed {
  return new CallFailed('network', 0, t('shell:networkFailure'))
}
