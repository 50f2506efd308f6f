import { readJson } from '@tickmark/core/json'
import { ROUTES } from '@tickmark/wire/routes/all'
import { CallFailed, networkFailure, react, replyOf, type Reply } from './api.ts'
import { sessionNow } from '../session/session.ts'

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
      try {
        resolve(replyOf('upload', readJson(request.responseText)))
      } catch (failure) {
        const refused = failure instanceof CallFailed ? failure : networkFailure()
        react(refused, false, true)
        reject(refused)
      }
    }
    request.onerror = () => reject(networkFailure())
    request.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(picture)
  })
}
