import type { Answer } from '@tickmark/wire/call'
import type { Caller, Reply } from '../app.testing.ts'

/** Sends bytes as a picture, as our page does. */
export async function sendPicture(
  by: Caller,
  url: string,
  bytes: Buffer,
  contentType: string,
  path = '/api/upload',
): Promise<Reply> {
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'x-app': '1', origin: url, cookie, 'content-type': contentType },
    body: new Uint8Array(bytes),
  })
  const text = await response.text()
  const body = JSON.parse(text) as Answer<unknown> & { code?: string }
  return { status: response.status, headers: response.headers, body, text }
}
