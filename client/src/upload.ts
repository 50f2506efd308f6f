import type { AnyRoute } from '@tickmark/wire/call'
import { CallFailed } from './callFailed.ts'
import { dataOf, readReply } from './readAnswer.ts'

export interface UploadOptions {
  /** Called with the share already sent, 0 to 1. */
  onShare?: (share: number) => void
  signal?: AbortSignal
}

interface UploadDeps {
  /** Claims of the request. */
  claims: Record<string, string>
  networkFailureText(): string
}

/**
 * Sends a picture as the raw body of a request. Throws `CallFailed` with a message that is ready to show, and shows
 * nothing itself.
 */
export function upload<Reply>(
  route: AnyRoute,
  picture: Blob,
  { claims, networkFailureText }: UploadDeps,
  { onShare, signal }: UploadOptions,
): Promise<Reply> {
  const query = new URLSearchParams(claims)
  // XMLHttpRequest, because fetch does not report upload progress.
  const request = new XMLHttpRequest()
  return new Promise<Reply>((resolve, reject) => {
    const fail = () => reject(new CallFailed('network', 0, networkFailureText()))
    request.open('POST', `${route.path}?${query.toString()}`)
    request.setRequestHeader('x-app', '1')
    request.setRequestHeader('content-type', picture.type)
    request.upload.onprogress = ({ loaded, total }) => onShare?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      try {
        const data = dataOf(JSON.parse(request.responseText))
        resolve(readReply(data, route.reply, networkFailureText) as Reply)
      } catch (failure) {
        if (failure instanceof CallFailed) reject(failure)
        else fail()
      }
    }
    request.onerror = fail
    request.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(picture)
  })
}
