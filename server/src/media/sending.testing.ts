import type { Answer } from '@tickmark/wire/call'
import type { Caller, Reply } from '../app/app.testing.ts'

/** Uploads bytes as our page does; retries while the server is busy. */
export async function sendPicture(...given: Parameters<typeof sendOnce>): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await sendOnce(...given)
    if (reply.body.code !== 'busy' || tries === 20) return reply
    await new Promise((done) => setTimeout(done, 500))
  }
}

/** Uploads them once. */
export async function sendOnce(
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
