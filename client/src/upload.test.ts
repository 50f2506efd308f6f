import { mediaRoutes } from '@tickmark/wire/routes/media'
import { afterEach, expect, test, vi } from 'vitest'
import { upload, type UploadOptions } from './upload.ts'

afterEach(() => vi.unstubAllGlobals())

/** What a browser's request tells about an upload, and what was asked of it. */
interface UploadRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void }
  told: string[]
  responseText: string
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
}

function newRequest() {
  const told: string[] = []
  const request: UploadRequest = { upload: {}, told, responseText: '' }
  return Object.assign(request, {
    open: (method: string, path: string) => void told.push(`${method} ${path}`),
    setRequestHeader: (name: string, value: string) => void told.push(`${name}: ${value}`),
    send: () => void told.push('sent'),
    abort: () => request.onabort?.(),
  })
}

function begin(options: UploadOptions = {}) {
  const request = newRequest()
  vi.stubGlobal('XMLHttpRequest', function () {
    return request
  })
  const picture = new Blob(['picture'], { type: 'image/png' })
  const deps = { claims: { language: 'english' }, networkFailureText: () => 'no answer' }
  const sending = upload(mediaRoutes.upload, picture, deps, options)
  return { sending, request }
}

const PICTURE = { id: '00000000-0000-4000-8000-000000000001', url: '/media/1', width: 40, height: 30 }

test('a picture goes out as it is, with its kind and the claims of the request', async () => {
  const shares: number[] = []
  const { sending, request } = begin({ onShare: (share) => shares.push(share) })
  expect(request.told).toEqual([
    'POST /api/upload?language=english',
    'x-app: 1',
    'content-type: image/png',
    'sent',
  ])
  request.upload.onprogress?.({ loaded: 0, total: 0 })
  request.upload.onprogress?.({ loaded: 1, total: 4 })
  expect(shares).toEqual([0, 0.25])
  request.responseText = JSON.stringify({ status: 200, data: PICTURE })
  request.onload?.()
  expect(await sending).toMatchObject(PICTURE)
})

test.each([
  [
    'a refusal',
    '{"status":400,"code":"picture_too_large","message":"Too large."}',
    'picture_too_large',
    'Too large.',
  ],
  ['no JSON', '<html>', 'network', 'no answer'],
  ['nothing', '', 'network', 'no answer'],
  ['JSON that is no answer', '{}', 'network', 'no answer'],
  ['an answer to another call', '{"status":200,"data":{}}', 'network', 'no answer'],
])('an upload that is answered with %s fails with a text to show', async (_, text, code, message) => {
  const { sending, request } = begin()
  request.responseText = text
  request.onload?.()
  await expect(sending).rejects.toMatchObject({ name: 'CallFailed', code, message })
})

test('an upload without an answer fails, and one that its user gives up ends as given up', async () => {
  const { sending, request } = begin()
  request.onerror?.()
  await expect(sending).rejects.toMatchObject({ code: 'network', message: 'no answer' })
  const given = new AbortController()
  const other = begin({ signal: given.signal })
  given.abort()
  await expect(other.sending).rejects.toMatchObject({ name: 'AbortError' })
})
